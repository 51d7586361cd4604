import { referenceIn, type ScriptBook } from '../tools/commands/script-book.ts'
import { TYPE_CHECKERS } from '../tools/commands/tool-names.ts'
import { unwrap } from '../tools/commands/unwrap.ts'
import { scriptsOf } from '../tools/manifests/folder-scripts.ts'
import { packageManager } from '../tools/manifests/package-manager.ts'
import { exists, filesIn, inFolder, type Project, textAt } from '../tools/manifests/project.ts'
import { unquoted, words } from '../tools/shell/shell-text.ts'
import { type Check, checksOf, keyOf } from './choice/checks.ts'
import { fromHomeFolder } from './choice/home-folder.ts'
import { byBuildSystem, byLanguage } from './choice/language.ts'
import { resolves } from './choice/resolve.ts'
import { testedInBuildFolder } from './ci/build-folder.ts'
import { ciLayer, ciSteps } from './ci/layer.ts'
import { documentLayer } from './documents/layer.ts'
import type { Candidate, ProjectEvidence } from './evidence.ts'
import { manifestLayer } from './manifests/layer.ts'
import { projectNames } from './task/project-names.ts'

/** What layers 2, 3, and 4 found in a project, whatever the task. */
export interface GatheredEvidence {
  readonly candidates: readonly Candidate[]
  readonly checks: readonly Check[]
  readonly degenerate: readonly ProjectEvidence[]
  readonly ciIsGate: readonly ProjectEvidence[]
  /** CI calls workflows of another repository, so what it runs cannot be read here. */
  readonly isCiElsewhere: boolean
}

const CI_GATE_BONUS = 60

export function gather(project: Project): GatheredEvidence {
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
  const built = testedInBuildFolder(ciSteps(project), manifests.candidates, project)
  const mentioned = [...documents.candidates, ...ci, ...built]
  const seen = [...mentioned, ...manifests.candidates]
    .filter(found => inScriptLanguage(found) && resolves(found, project) && !looksAtOneFile(found, project))
    .map(found =>
      withHooks(withOwnProgram(withBuildWrapper(fromHomeFolder(found, project), project), project), project),
    )
  const candidates = byBuildSystem(byLanguage([...seen, ...sameToolInCi(seen)], project), mentioned)
  return {
    candidates,
    checks: checksOf(candidates),
    degenerate: manifests.degenerate,
    ciIsGate: documents.ciIsGate,
    isCiElsewhere: isCiElsewhere(project),
  }
}

const isCiElsewhere = (project: Project): boolean =>
  filesIn(project, '.github/workflows', /\.ya?ml$/).some(({ text }) =>
    /^\s*uses:\s*["']?[\w.-]+\/[\w.-]+\/\.github\/workflows\//m.test(text),
  )

/** If the project contains a wrapper, maintainers mean it by `gradle` and `mvn`. Windows alone finds `mvnw` without a path. */
function withBuildWrapper(found: Candidate, project: Project): Candidate {
  const command = found.command.replace(/^(gradle|mvn)w?(?=\s)/, (tool, name: string) =>
    exists(project, `${name}w`) ? `./${name}w` : tool,
  )
  return { ...found, command }
}

/** A project that is itself a runner is tested with its own program, not with the one that is installed. */
function withOwnProgram(found: Candidate, project: Project): Candidate {
  const [first = ''] = found.command.split(' ')
  return /^[a-z][\w-]*$/.test(first) && projectNames(project).includes(first) && exists(project, `bin/${first}`)
    ? { ...found, command: `bin/${found.command}` }
    : found
}

/** Hooks of pre-commit can be type checkers too. */
function withHooks(found: Candidate, project: Project): Candidate {
  const hooks = textAt(project, '.pre-commit-config.yaml')
  const runs = [found.command, ...found.includes].some(command => /\b(pre-commit|prek) run\b/.test(command))
  if (!runs) return found
  const called = [...hooks.matchAll(/\bid:\s*["']?([\w-]+)/g)].map(([, id = '']) => id)
  const typed = called.some(id => id === 'terraform_validate' || checksTypes(id)) && !found.purposes.includes('types')
  const includes = [...found.includes, ...called.filter(checksTypes)]
  return { ...found, includes, purposes: typed ? [...found.purposes, 'types'] : found.purposes }
}

const checksTypes = (hook: string): boolean => TYPE_CHECKERS.has(hook) || hook === 'pyrefly' || hook === 'ty'

/** `x-lint pages/tar.md` in a document shows how one file is looked at. */
function looksAtOneFile({ command, layer, main, folder }: Candidate, project: Project): boolean {
  if (layer !== 2 || !/^(lint|format|types)$/.test(main) || referenceIn(command) !== null) return false
  const [, ...rest] = words(unwrap(command)).map(unquoted)
  const named = rest.filter(
    (word, at) => !word.startsWith('-') && !/^-\w$|^--(config|rcfile)$/.test(rest[at - 1] ?? ''),
  )
  return named.length > 0 && named.every(word => /\w\.\w+$/.test(word) && exists(project, inFolder(folder, word)))
}

const BROADER = /--workspace|--all\b|--all-features|--all-targets|\.\/\.\.\./

/** If CI calls the tool that a script wraps, that is evidence for the script: the local name of the same check. */
function sameToolInCi(seen: readonly Candidate[]): Candidate[] {
  const scripts = seen.filter(({ layer, partial, includes }) => layer === 3 && !partial && includes.length > 0)
  const ci = seen.filter(
    ({ layer, partial, folder, command }) => layer === 4 && !partial && folder === '' && referenceIn(command) === null,
  )
  const parts = seen.filter(({ layer, partial, folder }) => layer === 4 && partial && folder === '')
  return scripts.flatMap(script => {
    const part = parts.find(
      ({ command, main }) => main === script.main && script.includes.some(inner => keyOf(inner) === keyOf(command)),
    )
    if (part !== undefined) return [seenInCi(script, part, 'ci-runs-part')]
    const inner = script.includes.map(command => ({ tool: toolOf(command), broad: BROADER.test(command) }))
    const same = ci.find(
      ({ command, main }) =>
        main === script.main &&
        inner.some(({ tool, broad }) => tool === toolOf(command) && (broad || !BROADER.test(command))),
    )
    return same === undefined ? [] : [seenInCi(script, same, 'ci-runs-same-tool')]
  })
}

const seenInCi = (
  script: Candidate,
  { source, line, weight, command }: Candidate,
  code: 'ci-runs-part' | 'ci-runs-same-tool',
): Candidate => ({ ...script, layer: 4, source, line, weight, fact: { code, command } })

const toolOf = (command: string): string =>
  unwrap(command)
    .split(/\s+/)
    .filter(word => !/^[+-]/.test(word))
    .slice(0, 2)
    .join(' ')

/** Build trees are named differently everywhere; the manifest's own spelling of these is used instead. */
const inScriptLanguage = ({ command, layer, fact }: Candidate): boolean =>
  layer === 3 ||
  fact.code === 'ci-runs-same-tool' ||
  /^cmake --workflow\b/.test(command) ||
  !/^(cd \S+ && )?(ctest|cmake|meson|ninja)\b/.test(command)
