import { hazardOf } from '../../tools/commands/hazards.ts'
import { judge } from '../../tools/commands/judge.ts'
import { purposesOfTool } from '../../tools/commands/purposes.ts'
import { type ProjectScript, referenceIn, type ScriptBook } from '../../tools/commands/script-book.ts'
import { isVariant, neverGate, purposeOfName } from '../../tools/commands/script-names.ts'
import { readOnlyTwin } from '../../tools/commands/twins.ts'
import { invocation, type PackageManager } from '../../tools/manifests/package-manager.ts'
import { exists, type Project } from '../../tools/manifests/project.ts'
import { needsArguments } from '../../tools/shell/needs-arguments.ts'
import { pieces, unquoted } from '../../tools/shell/shell-text.ts'
import { candidateOf } from '../candidates.ts'
import type { Candidate, ProjectEvidence } from '../evidence.ts'

export interface Named {
  readonly candidates: readonly Candidate[]
  /** Scripts that look like gates by their name and are none. */
  readonly degenerate: readonly ProjectEvidence[]
}

/** The scripts that a project defines, as candidates. */
export function scriptCandidates(project: Project, book: ScriptBook, manager: PackageManager): Named {
  const degenerate: ProjectEvidence[] = []
  const candidates = book.all().flatMap(script => {
    if (!worthALook(script, project)) return []
    const line = invocation(script, manager, project)
    const { problem } = judge(line, book)
    const purpose = purposeOfName(script.name)
    if ((problem === 'empty' || problem === 'cannot-fail') && purpose !== null) {
      degenerate.push({
        layer: 3,
        source: script.source,
        line: script.line,
        fact: { code: 'degenerate-script', script, problem },
      })
    }
    const found = candidateOf(line, book, {
      layer: 3,
      source: script.source,
      line: script.line,
      script,
      weight: weightOf(script),
      folder: '',
      context: '',
    })
    if (found === null) return problem === 'rewrites' ? lookingOnly(script, book, manager) : []
    // Bare `make` is how one builds; as a test it would say too little.
    const weight =
      script.name === 'default' && found.main === 'build' ? weightOf({ ...script, name: 'build' }) : found.weight
    return [{ ...found, weight }]
  })
  return { candidates, degenerate }
}

/** `eslint . --fix` as a script: the same linter without rewriting. Null when any part has no such form. */
function lookingOnly(script: ProjectScript, book: ScriptBook, manager: PackageManager): Candidate[] {
  if (script.runner !== 'npm' || purposeOfName(script.name) !== 'lint') return []
  const lines = simpleLines(script, book, 0)
  const twins = lines.map(line => readOnlyTwin(line))
  if (lines.length === 0 || twins.some(twin => purposesOfTool(twin) === undefined || hazardOf(twin) !== null)) return []
  const command = twins.map(twin => `${EXEC[manager]} ${twin}`).join(' && ')
  const seen: Candidate = {
    command,
    purposes: ['lint'],
    main: 'lint',
    layer: 3,
    source: script.source,
    line: script.line,
    fact: { code: 'read-only-twin', scriptName: script.name },
    weight: weightOf(script) - TWIN_COST,
    partial: isVariant(script.name),
    folder: '',
    words: [],
    includes: twins,
  }
  return [seen]
}

const TWIN_COST = 25
const EXEC: Readonly<Record<PackageManager, string>> = { npm: 'npx', pnpm: 'pnpm exec', yarn: 'yarn', bun: 'bunx' }

/** The tools behind a script and the scripts it calls; empty where there is more to it than that. */
function simpleLines(script: ProjectScript, book: ScriptBook, depth: number): string[] {
  const calls = script.body.replace(/^(?:concurrently|run-s|run-p)\s+/, '')
  const parts =
    calls === script.body
      ? pieces(script.body).map(({ text }) => text)
      : (calls.match(/'[^']+'|"[^"]+"|\S+/g) ?? []).map(unquoted)
  const found = parts.map(part => {
    const reference = referenceIn(part) ?? (calls === script.body ? null : referenceIn(`npm run ${part}`))
    const inner = reference?.runner === 'npm' ? book.find(reference) : undefined
    if (reference === null) return [part]
    return inner === undefined || depth > 2 ? [] : simpleLines(inner, book, depth + 1)
  })
  return found.some(lines => lines.length === 0) ? [] : found.flat()
}

function worthALook(script: ProjectScript, project: Project): boolean {
  if (neverGate(script.name.split('/').at(-1) ?? '') && !/^(format|fmt)$/i.test(script.name)) return false
  // All environments at once are a convention of the tool, no script of the project.
  if (script.runner === 'tox' && script.name === 'default') return false
  if (script.name.includes('%') || script.name.includes('$')) return false
  if (script.runner !== 'file') return true
  if (needsArguments(script.body)) return false
  // A folder called test holds tests; only its runner is a command.
  if (/^(tests?)\//.test(script.name))
    return /^(tests?)\/(run|run[-_]?(all|tests?)?|all|runtests?)(\.(sh|bash|py))?$/.test(script.name)
  return exists(project, script.name) && !/\.(md|txt|json|ya?ml)$/.test(script.name)
}

const SCRIPT_WEIGHT: Readonly<Record<ProjectScript['runner'], number>> = {
  npm: 40,
  make: 40,
  task: 42,
  just: 42,
  composer: 40,
  deno: 40,
  rake: 34,
  tox: 30,
  nox: 32,
  hatch: 34,
  pdm: 38,
  poe: 36,
  mise: 36,
  mix: 36,
  cargo: 26,
  'cargo-make': 40,
  melos: 38,
  clojure: 26,
  bb: 30,
  file: 28,
}

function weightOf({ runner, name, source }: ProjectScript): number {
  const base = SCRIPT_WEIGHT[runner]
  const last =
    name
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? name
  if (runner === 'file' && !source.startsWith('script')) return base - 8
  if (/^(default|all)$/.test(last)) return base - 18
  if (/^(tests?|lint|build|typecheck|type-check|coverage|types|check|spec)$/.test(last)) return base
  if (/^\w+[:_-](all|ci|run)$/.test(last)) return base - 2
  if (/^(ci|verify|ok|check[:_-]?all|validate|all)/.test(last)) return base - 8
  return base - 6 - 2 * last.split(/[:_-]/).length
}
