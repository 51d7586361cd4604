import { checkTopics } from '../../criteria/task/check-topics.ts'
import { mainClause } from '../../criteria/task/clauses.ts'
import type { TaskClass } from '../../criteria/task/task-class.ts'
import { judge } from '../../tools/commands/judge.ts'
import { referenceIn } from '../../tools/commands/script-book.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { unwrap } from '../../tools/commands/unwrap.ts'
import { scriptsOf } from '../../tools/manifests/folder-scripts.ts'
import { exists, type Project } from '../../tools/manifests/project.ts'
import { type Check, keyOf } from '../choice/checks.ts'
import { speaks, speaksAny } from '../choice/language.ts'
import { impliedOnly, ranked, runsTool, type TaskPreference } from '../choice/rank.ts'
import { ciSteps, wholeOrParts } from '../ci/layer.ts'
import { isNamedScript } from '../evidence.ts'
import type { CriterionDraft } from '../synthesis/draft.ts'
import type { Material } from '../synthesis/material.ts'
import { projectNames } from '../task/project-names.ts'

/** Below this distance the next command is as good an answer. */
const CLOSE = 20

/** What a report or a wish may mention beside: it is about the program, and the suite proves it in any case. */
const OF_PROGRAM = ['test', 'kind', 'build', 'types', 'format', 'docs', 'coverage', 'part']

/** What each class of task speaks of by itself; a word about any other check is one that the criterion may have missed. */
const OWN_TOPICS: Partial<Record<TaskClass, readonly string[]>> = {
  'test-pass': ['test', 'kind', 'job'],
  'bug-fix': OF_PROGRAM,
  'implement-feature': OF_PROGRAM,
  'lint-clean': ['lint', 'format', 'job', 'test', 'part', 'docs'],
  'type-clean': ['types', 'job', 'test', 'build'],
  'build-pass': ['build', 'job', 'lint', 'types', 'part'],
  docs: ['docs', 'build'],
  'regression-gate': ['test'],
}

/**
 * Whether a criterion may be used unasked: the sentence speaks of nothing else, and each command is written for agents, or named by
 * two layers (or the only one) and far ahead of the next. `bench/infer/README.md` has the measured share of right ones.
 */
export function isCertain(material: Material, draft: CriterionDraft): boolean {
  const { checks, class: kind, unusual, reasons, named, clauses, commands } = draft
  const { task, scope, preference, reading } = material
  // More tests than at the start, and a document with its headings, are what the words say, whatever the project has.
  if (kind === 'docs' && checks.length === 0) return !unusual
  const asksForTests = reasons.some(({ code }) => code === 'more-tests')
  const own = kind === 'structural' ? undefined : asksForTests ? ['test', 'coverage'] : OWN_TOPICS[kind]
  // The project's first tests: a command that nothing in it names yet.
  if (commands.some(command => !checks.some(check => check.command === command))) return false
  if (
    own === undefined ||
    unusual ||
    reading.isDoubtful === true ||
    checks.length === 0 ||
    (scope.member !== null && scope.strength === 1)
  )
    return false
  if (kind === 'regression-gate' && ((named.length === 0 && EVERYWHERE.test(task)) || leavesOut(material, checks)))
    return false
  // A gate that passes already shows nothing of what was migrated to.
  if (kind === 'regression-gate' && MIGRATES.test(reading.phrase) && !clauses.some(clause => 'goal' in clause))
    return false
  if (!isOfProgram(kind) && isQualified(task, checks)) return false
  if (checks.some(({ command }) => exists(material.project, 'go.work') && OF_ONE_MODULE.test(command))) return false
  if (AND_OTHERS.test(task) || checks.some(check => dependsOnVariables(check, material.project))) return false
  if (checks.some(check => isOfOtherLanguage(check, preference.languages))) return false
  const tools = [preference.tool ?? [], preference.moreTools].flat()
  // In a project that is itself the tool, its name may mean the product.
  if (tools.some(tool => projectNames(material.project).includes(tool))) return false
  if (!tools.every(tool => checks.some(check => runsTool(check, tool)))) return false
  if (QUOTED_STEP.test(task) || !checks.every(check => asksForTests || isMadeFor(check, reading.wants))) return false
  return (
    // What stands in parentheses is often the very part that is meant.
    checkTopics(mainClause(task.replace(/[()]/g, ', '))).every(topic => own.includes(topic)) &&
    checks.every(check => isSupported(check, material, kind))
  )
}

/** No check shows that something was done at every place. */
const EVERYWHERE = /\b(?:everywhere|throughout|in (?:all|every) (?:files?|places?))\b/i

const MIGRATES = /^(?:upgrad|migrat|port\b|convert|switch|adopt|moderni[sz])/i

const QUALIFIER = /\b(?:without|against|under|using)\s+(?:the\s+|an?\s+|any\s+)?([\w.-]+)(?![\w./-])(?:\s+([\w-]+))?/gi
/** These say nothing about how the check must run. */
const UNQUALIFYING =
  /ing$|^(?:errors?|warnings?|fail\w*|problems?|issues?|changes?|complaints?|regressions?|tests?|it|them|that|this)$/i

/** "compile without std", "pass against the new server": the plain command does not run under that condition. */
const isQualified = (task: string, checks: readonly Check[]): boolean =>
  [...task.matchAll(QUALIFIER)].some(
    ([, object = '', next = '']) =>
      !UNQUALIFYING.test(object) &&
      !UNQUALIFYING.test(next) &&
      !checks.some(({ command }) => command.toLowerCase().includes(object.toLowerCase())),
  )

/** CI runs it with variables of its own, so the plain form may test less, or something else. */
const dependsOnVariables = ({ command }: Check, project: Project): boolean => {
  // A script sets what it needs.
  if (referenceIn(command) !== null) return false
  const steps = ciSteps(project).filter(step => step.folder === '' && keyOf(step.command) === keyOf(command))
  return steps.length > 0 && steps.every(({ variables = [] }) => variables.length > 0)
}

/** In a workspace of several modules, it looks at the one in the root. */
const OF_ONE_MODULE = /^go \w+ .*\.\/\.\.\./

/** "x and friends fail": more than what is named. */
export const AND_OTHERS = /\b(?:and|&) (?:friends|others|so on|co|the like|similar)\b|\betc\b/i

/** A step by its name, which was not found. */
const QUOTED_STEP = /["“`][^"”`]+["”`]\s+(?:step|job|check|target|script|session|task|workflow)\b/i

/** A build that also checks types is no answer to a question about types that nobody needs to confirm. */
const isMadeFor = ({ main }: Check, wants: readonly Purpose[]): boolean =>
  wants.includes(main) || /^(lint|format)$/.test(main)

function isSupported(check: Check, { gathered, preference }: Material, kind: CriterionDraft['class']): boolean {
  if (isForAgents(check)) return true
  const options = ranked(gathered.checks, check.main, preference)
  const at = options.findIndex(({ check: { command } }) => command === check.command)
  const chosen = options[at]
  const others = options.filter(({ check: other }) => !isSame(check, other))
  if (chosen === undefined || others.some(({ score }) => score > chosen.score)) return false
  const isAsked = isAskedFor(check, preference)
  const isAlone = others.every(({ check: other }) => impliedOnly(other) || other.main !== check.main)
  // Nobody wrote anything down, and there is no other suite: then the convention is all that can be meant. A build is one in any form.
  if (impliedOnly(check))
    return (
      isAsked ||
      (kind === 'build-pass' && isAlone) ||
      (check.main === 'test' &&
        others.every(({ check: other }) => other.main !== check.main) &&
        gathered.candidates.every(({ layer }) => layer === 3))
    )
  if (chosen.score - (others[0]?.score ?? 0) < CLOSE) return false
  const isScript = check.sightings.some(isNamedScript)
  return (
    isNamedTwice(check) ||
    (isScript && (others.length === 0 || check.main === 'types')) ||
    // The only suite proves a repair or a wish, in whatever place it is named.
    (isOfProgram(kind) && check.main === 'test' && isAlone && (isScript || isRunByCi(check))) ||
    (LOOKS.test(check.main) && (isRunByCi(check) || (isAsked && isAlone)))
  )
}

const isOfProgram = (kind: CriterionDraft['class']): boolean => kind === 'bug-fix' || kind === 'implement-feature'

/** Checks that only look; CI runs each of them once, and mostly as a developer does. */
const LOOKS = /^(lint|format|types)$/

const isRunByCi = ({ command, sightings }: Check): boolean =>
  sightings.some(one => one.layer === 4 && one.weight >= 40 && keyOf(one.command) === keyOf(command))

/** The task names the very tool. */
const isAskedFor = (check: Check, { tool, moreTools }: TaskPreference): boolean =>
  tool !== null && LOOKS.test(check.main) && [tool, ...moreTools].every(name => runsTool(check, name))

/** The task names files of one language, and the command is a tool of another. */
const isOfOtherLanguage = ({ command }: Check, languages: readonly string[]): boolean =>
  languages.length > 0 && speaksAny(command) && !languages.some(language => speaks(command, language))

/** CI verifies something beside the gate, so the gate may lack a part. */
const leavesOut = ({ gathered, project }: Material, chosen: readonly Check[]): boolean =>
  gathered.isCiElsewhere ||
  runsUnknownScript(project) ||
  gathered.checks.some(
    check =>
      check.folder === '' &&
      /^(test|lint|types|format)$/.test(check.main) &&
      isRunByCi(check) &&
      !chosen.some(one => isSame(one, check) || isPartOf(check, one)),
  )

/** CI calls a script of the project that tells by nothing what it checks. */
function runsUnknownScript(project: Project): boolean {
  const book = scriptsOf(project, '')
  return ciSteps(project)
    .filter(({ weight, folder }) => weight >= 40 && folder === '')
    .flatMap(({ command }) => wholeOrParts(command))
    .some(({ command }) => {
      const reference = referenceIn(command)
      return (
        reference !== null &&
        /^(unknown|unfit|missing|measures|cannot-fail)$/.test(judge(command, book).problem ?? '') &&
        !PREPARES.test(reference.name)
      )
    })
}

/** Scripts that only get things ready, or send them away. */
const PREPARES =
  /(^|[:_/-])(install|setup|bootstrap|clean|prepare|deps?|init|release|publish|deploy|upload|bench\w*)($|[:_.-])/i

/** The same tool with fewer words is part of a run with more of them, and the other way around. */
const isPartOf = (check: Check, chosen: Check): boolean =>
  check.main === chosen.main &&
  (check.includes.some(line => chosen.includes.includes(line)) || firstWords(check) === firstWords(chosen))

const firstWords = ({ command }: Check): string => unwrap(command).split(' ').slice(0, 2).join(' ')

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
