import { ciLayer } from './ci/layer.ts'
import type { ScriptBook } from './commands/script-book.ts'
import { documentLayer } from './documents/layer.ts'
import type { Candidate, Finding } from './evidence.ts'
import { manifestLayer } from './manifests/layer.ts'
import { packageManager } from './manifests/package-manager.ts'
import type { Project } from './project.ts'
import { scriptsOf } from './scripts/folder-scripts.ts'
import { type Check, checksOf } from './synthesis/checks.ts'

/** What layers 2, 3 and 4 found in a project, whatever the task. */
export interface Gathered {
  readonly candidates: readonly Candidate[]
  readonly checks: readonly Check[]
  readonly degenerate: readonly Finding[]
  readonly ciIsGate: readonly Finding[]
}

const CI_GATE_BONUS = 60

export function gather(project: Project): Gathered {
  const books = new Map<string, ScriptBook>()
  const bookOf = (folder: string): ScriptBook => {
    const known = books.get(folder) ?? scriptsOf(project, folder)
    books.set(folder, known)
    return known
  }
  const documents = documentLayer(project, bookOf)
  const manifests = manifestLayer(project, bookOf(''), packageManager(project))
  const gate = documents.ciIsGate.length > 0 ? CI_GATE_BONUS : 0
  const ci = ciLayer(project, bookOf).map(found => ({ ...found, weight: found.weight + gate }))
  const candidates = [...documents.candidates, ...ci, ...manifests.candidates].filter(inScriptLanguage)
  return { candidates, checks: checksOf(candidates), degenerate: manifests.degenerate, ciIsGate: documents.ciIsGate }
}

/** Build trees are named differently everywhere; the manifest's own spelling of these is used instead. */
const inScriptLanguage = ({ command, layer }: Candidate): boolean => layer === 3 || !/^(cd \S+ && )?(ctest|cmake|meson|ninja)\b/.test(command)
