import { isFunctionWords } from '../../criteria/request/function-words.ts'
import { isCommonWord } from '../../criteria/task/scope-terms.ts'
import type { TaskReading } from '../../criteria/task/task-class.ts'
import { referenceIn } from '../../tools/commands/script-book.ts'
import type { Project } from '../../tools/manifests/project.ts'
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
  const preference = preferenceOf(task)
  const words = [
    ...new Set([...preference.words, ...variantsIn(task, gathered), ...tellingWords(task, reading, gathered)]),
  ]
  return { task, project, gathered, reading, scope: scopeOf(task, project), preference: { ...preference, words } }
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

/** "the fp tests", where the project has `test:fp`: the word is no kind that we know, but a name of its own. */
function variantsIn(task: string, { checks }: GatheredEvidence): string[] {
  const before = [
    ...task
      .toLowerCase()
      .matchAll(/\b((?:[a-z][\w-]* ){1,3})(?:tests?|specs?|suite|builds?|job|checks?|scripts?|cases)\b/g),
  ].flatMap(([, words = '']) => words.trim().split(' '))
  return before.filter(
    word =>
      !isCommonWord(word) &&
      !isFunctionWords(word) &&
      checks.some(({ partial, command }) => partial && referenceIn(command)?.name.split(/[:_-]/).includes(word)),
  )
}
