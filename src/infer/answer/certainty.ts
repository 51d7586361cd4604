import { checkTopics } from '../../criteria/task/check-topics.ts'
import { mainClause } from '../../criteria/task/clauses.ts'
import type { TaskClass } from '../../criteria/task/task-class.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { type Check, keyOf } from '../choice/checks.ts'
import { impliedOnly, ranked, runsTool } from '../choice/rank.ts'
import { isNamedScript } from '../evidence.ts'
import type { CriterionDraft } from '../synthesis/draft.ts'
import type { Material } from '../synthesis/material.ts'

/** Below this distance the next command is as good an answer. */
const CLOSE = 30

/** What each class of task speaks of by itself; a word about any other check is one that the criterion may have missed. */
const OWN_TOPICS: Partial<Record<TaskClass, readonly string[]>> = {
  'test-pass': ['test', 'job'],
  'bug-fix': ['test'],
  'implement-feature': ['test'],
  'lint-clean': ['lint', 'format', 'job'],
  'type-clean': ['types', 'job'],
  'build-pass': ['build', 'job'],
  docs: ['docs', 'build'],
  'regression-gate': ['test'],
}

/**
 * Whether a criterion may be used unasked: the sentence speaks of nothing else, and each command is written for agents, or named by
 * two layers (or the only one) and far ahead of the next. `bench/infer/README.md` has the measured share of right ones.
 */
export function isCertain(material: Material, draft: CriterionDraft): boolean {
  const { checks, class: kind, unusual, reasons, named } = draft
  const { task, scope, preference, reading } = material
  // More tests than at the start, and a document with its headings, are what the words say, whatever the project has.
  if (kind === 'docs' && checks.length === 0) return !unusual
  const asksForTests = reasons.some(({ code }) => code === 'more-tests')
  const own = kind === 'structural' ? undefined : asksForTests ? ['test', 'coverage'] : OWN_TOPICS[kind]
  if (own === undefined || unusual || checks.length === 0 || (scope.member !== null && scope.strength === 1))
    return false
  if (kind === 'regression-gate' && named.length === 0 && EVERYWHERE.test(task)) return false
  const tools = [preference.tool ?? [], preference.moreTools].flat()
  if (!tools.every(tool => checks.some(check => runsTool(check, tool)))) return false
  if (QUOTED_STEP.test(task) || !checks.every(check => asksForTests || isMadeFor(check, reading.wants))) return false
  return (
    checkTopics(mainClause(task)).every(topic => own.includes(topic)) &&
    checks.every(check => isSupported(check, material))
  )
}

/** No check shows that something was done at every place. */
const EVERYWHERE = /\b(?:everywhere|throughout|in (?:all|every) (?:files?|places?))\b/i

/** A step by its name, which was not found. */
const QUOTED_STEP = /["“`][^"”`]+["”`]\s+(?:step|job|check|target|script|session|task|workflow)\b/i

/** A build that also checks types is no answer to a question about types that nobody needs to confirm. */
const isMadeFor = ({ main }: Check, wants: readonly Purpose[]): boolean =>
  wants.includes(main) || /^(lint|format)$/.test(main)

function isSupported(check: Check, { gathered, preference }: Material): boolean {
  if (isForAgents(check)) return true
  const options = ranked(gathered.checks, check.main, preference)
  const at = options.findIndex(({ check: { command } }) => command === check.command)
  const chosen = options[at]
  const others = options.filter(({ check: other }) => !isSame(check, other))
  if (chosen === undefined) return false
  // Nobody wrote anything down, and there is no other suite: then the convention is all that can be meant.
  if (impliedOnly(check))
    return check.main === 'test' && others.length === 0 && gathered.candidates.every(({ layer }) => layer === 3)
  const [next] = others.filter(({ score }) => score <= chosen.score)
  const isFirst = others.every(({ score }) => score <= chosen.score)
  return (
    isFirst &&
    chosen.score - (next?.score ?? 0) >= CLOSE &&
    (isNamedTwice(check) || (others.length === 0 && check.sightings.some(isNamedScript)))
  )
}

/** Maintainers wrote it down for exactly this question. */
const isForAgents = ({ sightings }: Check): boolean =>
  sightings.some(({ layer, weight }) => layer === 2 && weight >= 90)

/** Forms of one command, and a script beside what it calls. */
function isSame(a: Check, b: Check): boolean {
  const [first, second] = [keyOf(a.command), keyOf(b.command)]
  return (
    first === second ||
    a.sightings.some(({ command }) => keyOf(command) === second) ||
    a.includes.some(line => keyOf(line) === second) ||
    b.includes.some(line => keyOf(line) === first)
  )
}

function isNamedTwice({ command, sightings }: Check): boolean {
  const own = sightings.filter(one => keyOf(one.command) === keyOf(command))
  return new Set(own.map(({ layer }) => layer)).size > 1
}
