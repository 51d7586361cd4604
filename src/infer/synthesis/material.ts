import { isFunctionWords } from '../../criteria/request/function-words.ts'
import { isCommonWord } from '../../criteria/task/scope-terms.ts'
import type { TaskReading } from '../../criteria/task/task-class.ts'
import { judge } from '../../tools/commands/judge.ts'
import { referenceIn } from '../../tools/commands/script-book.ts'
import { scriptsOf } from '../../tools/manifests/folder-scripts.ts'
import type { Project } from '../../tools/manifests/project.ts'
import { impliedOnly, runsTool } from '../choice/check-facts.ts'
import type { Check } from '../choice/checks.ts'
import type { TaskPreference } from '../choice/rank.ts'
import type { GatheredEvidence } from '../gather.ts'
import { type ProjectScope, scopeOf } from '../scope/members.ts'
import { preferenceOf } from '../scope/words.ts'

/** Everything that a draft is made from. */
export interface Material {
  readonly task: string
  readonly project: Project
  readonly gathered: GatheredEvidence
  readonly reading: TaskReading
  readonly scope: ProjectScope
  readonly preference: TaskPreference
}

export function materialOf(task: string, project: Project, gathered: GatheredEvidence, reading: TaskReading): Material {
  // "sphinx/ext": a folder of the project, and no word about a tool.
  const preference = preferenceOf(task.replace(/[\w.-]+(?:\/[\w.-]+)+/g, path => (project.tree.has(path) ? '' : path)))
  const words = [
    ...new Set([
      ...preference.words,
      ...variantsIn(task, gathered),
      ...suitesOfFiles(task, gathered),
      ...tellingWords(task, reading, gathered),
    ]),
  ]
  return {
    task,
    project,
    gathered: { ...gathered, checks: [...gathered.checks, ...linesOfTool(preference, gathered, project)] },
    reading,
    scope: scopeOf(task, project),
    preference: { ...preference, words },
  }
}

/**
 * "mypy is unhappy", where `make ci` is all that calls mypy: the line of the script that runs it is the check. An environment of its
 * own (tox, a container) may be the only place where the tool is installed, so only scripts that run in place are looked into.
 */
function linesOfTool({ tool, moreTools }: TaskPreference, { checks }: GatheredEvidence, project: Project): Check[] {
  if (tool === null || moreTools.length > 0) return []
  const runs = checks.filter(check => check.folder === '' && !impliedOnly(check) && runsTool(check, tool))
  if (runs.some(check => check.includes.filter(line => referenceIn(line) === null).length < 2)) return []
  return runs.flatMap(check => {
    const script = referenceIn(check.command)
    const isInPlace = script !== null && /^(npm|make|just|task)$/.test(script.runner)
    return check.includes.flatMap((line): Check[] => {
      const judged = judge(line, scriptsOf(project, ''))
      const own = { ...check, command: line, includes: [] }
      if (!isInPlace || judged.main === null || judged.problem !== null || !runsTool(own, tool)) return []
      if (referenceIn(line) !== null || /[$`]/.test(line)) return []
      const command = script.runner === 'npm' ? `npx ${line}` : line
      return [{ ...own, command, main: judged.main, purposes: judged.purposes, partial: false }]
    })
  })
}

/**
 * "it must compile for wasm32-unknown-unknown", "the umd bundle does not build": a word of the task that stands in a partial command
 * of the wanted kind and in none of the whole ones. Only where a check is what the task is about; a bug may have any word.
 */
function tellingWords(task: string, { class: kind, wants }: TaskReading, { checks }: GatheredEvidence): string[] {
  if (/^(bug-fix|implement-feature|regression-gate|use-case|structural)$/.test(kind)) return []
  const own = checks.filter(
    ({ folder, purposes, command }) =>
      folder === '' && !SELECTS_TESTS.test(command) && purposes.some(one => wants.includes(one)),
  )
  const tokensOf = ({ command }: Check): string[] => command.toLowerCase().split(/[^a-z0-9]+/)
  const [parts, wholes] = [true, false].map(isPart => own.filter(({ partial }) => partial === isPart).map(tokensOf))
  const prose = task.toLowerCase().replace(/\S*\/\S*|\S+\.[a-z]{1,4}\b/g, ' ')
  const found = [...new Set(prose.split(/[^a-z0-9]+/))].filter(
    word =>
      word.length > 2 &&
      !isCommonWord(word) &&
      !isFunctionWords(word) &&
      parts?.some(tokens => tokens.includes(word)) &&
      !wholes?.some(tokens => tokens.includes(word)),
  )
  // "in serve and in build mode": two parts are more than either.
  return parts?.some(tokens => found.every(word => tokens.includes(word))) ? found : []
}

/** One test by its name is never what a word of the task chooses. */
const SELECTS_TESTS = /\s(-k|-run|--run|-t|--tests?|--grep|--filter|-Dtest)[ =]/

/** "extend scripts/x.test.js", where the project has `test:scripts`: the suite that is called after the folder of the test file. */
function suitesOfFiles(task: string, { checks }: GatheredEvidence): string[] {
  const files = task.match(/[\w.-]+(?:\/[\w.-]+)+\.\w+/g) ?? []
  const folders = files.filter(isTestFile).flatMap(path => path.toLowerCase().split('/').slice(0, -1))
  const names = checks.flatMap(({ command, folder, partial, main }) =>
    folder === '' && partial && main === 'test' ? (referenceIn(command)?.name.toLowerCase().split(/[:_-]/) ?? []) : [],
  )
  return folders.filter(folder => !isCommonWord(folder) && names.includes(folder))
}

const isTestFile = (path: string): boolean =>
  /(?:^|\/)(?:tests?|specs?|__tests__)\/|[._-](?:test|spec)s?\.\w+$/i.test(path)

/** "the fp tests", where the project has `test:fp`: the word is no kind that we know, but a name of its own. */
function variantsIn(task: string, { checks }: GatheredEvidence): string[] {
  const before = [
    ...task
      .toLowerCase()
      .matchAll(/\b((?:[a-z][\w-]* ){1,3})(?:tests?|specs?|suite|builds?|job|checks?|scripts?|cases)\b/g),
  ].flatMap(([, words = '']) => words.trim().split(' '))
  const named = before.filter(word => !isCommonWord(word) && !isFunctionWords(word))
  const parts = checks.filter(({ partial }) => partial).flatMap(({ command }) => referenceIn(command)?.name ?? [])
  const isIn = (name: string, word: string): boolean => `-${name}-`.replace(/[:_]/g, '-').includes(`-${word}-`)
  return named.filter(word => parts.some(name => isIn(name, word)))
}
