import type { ScriptBook } from '../../tools/commands/script-book.ts'
import { dotnet, go, native, rust, swift, zig } from '../../tools/manifests/compiled.ts'
import type { DefaultCommand, Ecosystem } from '../../tools/manifests/default-command.ts'
import {
  clojure,
  haskell,
  julia,
  lua,
  ocaml,
  others,
  scala,
  shell,
  terraform,
} from '../../tools/manifests/functional.ts'
import { ansible, helm, pants } from '../../tools/manifests/infrastructure.ts'
import { jvm } from '../../tools/manifests/jvm.ts'
import type { PackageManager } from '../../tools/manifests/package-manager.ts'
import { fileAt, lineOf, type Project } from '../../tools/manifests/project.ts'
import { python } from '../../tools/manifests/python.ts'
import { beam, deno, flutter, node, php, ruby } from '../../tools/manifests/scripted.ts'
import type { Candidate, ProjectEvidence } from '../evidence.ts'
import { scriptCandidates } from './script-candidates.ts'

const ECOSYSTEMS: readonly Ecosystem[] = [
  node,
  deno,
  rust,
  go,
  python,
  ruby,
  jvm,
  php,
  dotnet,
  native,
  swift,
  zig,
  beam,
  flutter,
  haskell,
  scala,
  clojure,
  ocaml,
  lua,
  julia,
  terraform,
  ansible,
  helm,
  pants,
  shell,
  others,
]

interface Layer3 {
  readonly candidates: readonly Candidate[]
  readonly degenerate: readonly ProjectEvidence[]
}

/** Layer 3. What the manifests of a folder define, and what they imply. */
export function manifestLayer(project: Project, book: ScriptBook, manager: PackageManager): Layer3 {
  const { candidates, degenerate } = scriptCandidates(project, book, manager)
  return {
    candidates: [...candidates, ...defaultsOf(project, '').map(one => asCandidate(one, '', project))],
    degenerate,
  }
}

export const defaultsOf = (project: Project, folder: string): DefaultCommand[] =>
  // Where one build tool runs the others, they are not called past it.
  ECOSYSTEMS.filter(ecosystem => ecosystem !== python || pants(project, folder).length === 0).flatMap(ecosystem =>
    ecosystem(project, folder),
  )

export function asCandidate(found: DefaultCommand, folder: string, project: Project): Candidate {
  const command = folder === '' ? found.command : `cd ${folder} && ${found.command}`
  return {
    command,
    purposes: found.purposes,
    main: found.purposes[0] ?? 'test',
    layer: 3,
    source: found.source,
    line: lineOf(fileAt(project, found.source), ''),
    fact: { code: 'implied-command', because: found.because, command },
    weight: found.weight,
    partial: false,
    folder,
    words: [],
    includes: [],
  }
}
