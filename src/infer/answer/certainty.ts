import { checkTopics } from '../../criteria/task/check-topics.ts'
import { mainClause } from '../../criteria/task/clauses.ts'
import { isCommonWord } from '../../criteria/task/scope-terms.ts'
import type { TaskClass } from '../../criteria/task/task-class.ts'
import { SPOKEN_LANGUAGES } from '../../tools/commands/languages.ts'
import { referenceIn } from '../../tools/commands/script-book.ts'
import { purposeOfName } from '../../tools/commands/script-names.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { unwrap } from '../../tools/commands/unwrap.ts'
import { scriptsOf } from '../../tools/manifests/folder-scripts.ts'
import { at, exists, fileAt, type Project, record } from '../../tools/manifests/project.ts'
import { impliedOnly, runsTool } from '../choice/check-facts.ts'
import { type Check, isRunByCi, keyOf } from '../choice/checks.ts'
import { speaks } from '../choice/language.ts'
import { ranked, type TaskPreference } from '../choice/rank.ts'
import { ciSteps } from '../ci/layer.ts'
import { isNamedScript } from '../evidence.ts'
import type { CriterionDraft } from '../synthesis/draft.ts'
import type { Material } from '../synthesis/material.ts'

/** Below this distance the next command is as good an answer. */
const CLOSE = 20

/** A convention that weighs less is a guess: a tool among the dependencies, or files that it could look at. */
const USUAL = 20

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
}

/**
 * Whether a criterion may be used unasked: the sentence speaks of nothing else, and each command is written for agents, or named by
 * two layers (or the only one) and far ahead of the next. Decision 185 has the measured shares.
 */
export function isCertain(material: Material, draft: CriterionDraft): boolean {
  const { checks, class: kind, unusual, commands } = draft
  const { scope, reading } = material
  // More tests than at the start, and a document with its headings, are what the words say, whatever the project has.
  if (kind === 'docs' && checks.length === 0) return !unusual
  return (
    !unusual &&
    reading.isDoubtful !== true &&
    checks.length > 0 &&
    // The project's first tests: a command that nothing in it names yet.
    commands.every(command => checks.some(check => check.command === command)) &&
    !(scope.member !== null && scope.strength === 1) &&
    (kind === 'regression-gate' ? isWholeGate(material, checks) : saysNothingElse(material, draft)) &&
    checks.every(check => isSupported(check, material, kind))
  )
}

/** What the sentence says beside its kind is in the command: tools, conditions, other checks. A gate has every check. */
function saysNothingElse(material: Material, { checks, class: kind, reasons }: CriterionDraft): boolean {
  const { task, project, preference, reading } = material
  const asksForTests = reasons.some(({ code }) => code === 'more-tests')
  const own = kind === 'structural' ? undefined : asksForTests ? ['test', 'coverage'] : OWN_TOPICS[kind]
  const tools = [preference.tool ?? [], preference.moreTools].flat()
  // What stands in parentheses is often the very part that is meant.
  const topics = checkTopics(mainClause(task.replace(/[()]/g, ', ')))
  return (
    own !== undefined &&
    (isOfProgram(kind) || !(isQualified(task, checks) || namesMore(task, checks))) &&
    !(kind === 'test-pass' && namesOtherSuite(preference, checks, material)) &&
    !isInFolderOfOtherSuite(task, checks, material) &&
    !namesOtherForm(task, checks, material) &&
    !(!isOfProgram(kind) && namesPart(task, checks, project)) &&
    !(isOfProgram(kind) && UNKNOWN_CHECK.test(task)) &&
    !(
      kind === 'lint-clean' &&
      topics.includes('format') &&
      !checks.some(({ purposes }) => purposes.includes('format'))
    ) &&
    !AND_OTHERS.test(task) &&
    !checks.some(({ command }) => exists(project, 'go.work') && OF_ONE_MODULE.test(command)) &&
    !checks.some(check => dependsOnVariables(check, project)) &&
    checks.every(check => asksForTests || isMadeFor(check, reading.wants)) &&
    tools.every(tool => checks.some(check => runsTool(check, tool))) &&
    topics.every(topic => own.includes(topic))
  )
}

const QUALIFIER =
  /\b(?:without|against|under|using|with(?= \S*\/))\s+(?:the\s+|an?\s+|any\s+)?([\w./-]+)(?![\w./-])(?:\s+([\w-]+))?/gi
/** These say nothing about how the check must run. */
const UNQUALIFYING =
  /ing$|^(?:errors?|warnings?|fail\w*|problems?|issues?|changes?|complaints?|regressions?|tests?|it|them|that|this)$/i

/** "compile without std", "with LAZY=1 it fails": the plain command does not run under that condition. */
const isQualified = (task: string, checks: readonly Check[]): boolean =>
  [...task.matchAll(QUALIFIER), ...task.matchAll(/\b([A-Z][A-Z_]+=\S+)/g)].some(
    ([, object = '', next = '']) =>
      !UNQUALIFYING.test(object) &&
      !UNQUALIFYING.test(next) &&
      !checks.some(({ command }) => command.toLowerCase().includes(object.toLowerCase())),
  )

/** "fails with DEV_WARNINGS turned on", "sphinx -W": an option or a variable of the check that the command does not set. */
const namesMore = (task: string, checks: readonly Check[]): boolean =>
  [...task.matchAll(/(?<=\w )(--?[A-Za-z][\w-]*|[A-Z][A-Z0-9]*_[A-Z0-9_]+)(?![\w./])/g)].some(
    ([, name = '']) =>
      !checks.some(({ command, includes }) => [command, ...includes].some(line => line.includes(name))),
  )

/** Words for suites that a project may keep apart, or keep elsewhere. */
const SUITES =
  /^(?:e2e|end|integration|acceptance|functional|browser|smoke|system|contract|conformance|regression|wasm|server|plugin)$/

/**
 * "the end to end tests", "the server tests": a word for a suite that the command does not have. Every suite has unit tests, and a
 * word that no check of the project has is about the program: "the auth tests".
 */
const namesOtherSuite = (
  { words, languages }: TaskPreference,
  checks: readonly Check[],
  { gathered }: Material,
): boolean => {
  const has = (check: Check, word: string): boolean => check.command.toLowerCase().includes(word)
  const isIn = (check: Check, language: string): boolean =>
    [check.command, ...check.includes].some(line => speaks(line, language))
  // "the JavaScript tests", where another command of the project runs JavaScript and this one does not.
  if (
    languages.some(
      one =>
        !checks.some(check => isIn(check, one)) &&
        gathered.checks.some(check => check.folder === '' && isIn(check, one)),
    )
  )
    return true
  return words.some(
    word =>
      word !== 'unit' &&
      !languages.some(language => language === word || SPOKEN_LANGUAGES.get(language) === word) &&
      !checks.some(check => has(check, word)) &&
      (SUITES.test(word) || gathered.checks.some(check => has(check, word))),
  )
}

/** "clippy fails on the test targets", where CI also runs `cargo clippy --tests`: an option of another form of the same command. */
const namesOtherForm = (task: string, checks: readonly Check[], { gathered }: Material): boolean => {
  const said = new Set((task.toLowerCase().match(/[a-z]{3,}/g) ?? []).flatMap(word => [word, `${word}s`]))
  const own = checks.flatMap(({ command, includes }) => [command, ...includes]).join(' ')
  return gathered.checks.some(
    ({ command, folder }) =>
      folder === '' &&
      checks.some(one => LOOKS.test(one.main) && programOf(one.command) === programOf(command)) &&
      [...command.matchAll(/\s--([a-z]{3,})(?=\s|$)/g)].some(
        ([flag, name = '']) => said.has(name) && !own.includes(flag),
      ),
  )
}

/**
 * "the minified bundle", beside a script `build-min`; "with only critical-section enabled", a feature of the crate; "the samples
 * solution", a folder. Something of the project has that name, and the command does not.
 */
const namesPart = (task: string, checks: readonly Check[], project: Project): boolean => {
  const own = partsOf(checks.flatMap(({ command, includes }) => [command, ...includes]).join(' '))
  const words = (task.toLowerCase().match(/(?<![\w./-])[a-z][a-z_-]{2,}(?![\w/.])/g) ?? []).filter(
    word => !isCommonWord(word) && !own.some(part => isAlike(part, word)),
  )
  const names = [
    ...scriptsOf(project, '')
      .all()
      .flatMap(({ name }) => partsOf(name)),
    ...Object.keys(record(at(fileAt(project, 'Cargo.toml')?.data, 'features'))),
  ]
  return words.some(word => names.some(name => isAlike(name, word)))
}

const partsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(part => part.length > 2 && !isCommonWord(part))

const isAlike = (part: string, word: string): boolean =>
  part === word || (word.length > 4 && word.startsWith(part)) || (word.length > 3 && part.startsWith(word))

/** "codecheck is failing", "VerifyMigrations fails on this branch, make it pass": one word that is a check, and not the suite. */
const UNKNOWN_CHECK =
  /^(?:the |our )?(?!(?:\w+ )?tests?\b)[\w.:-]+(?: checks?| step| job| cases?)? (?:is |are )?(?:fail(?:s|ing)|red|broken)\b(?: (?:on|in|since|for|after)\b[^,.]*)?(?:$|[,.;] *(?:please |pls |so )*(?:make|get|fix|sort|repair)\b)/i

const programOf = (command: string): string => unwrap(command).split(' ').slice(0, 2).join(' ')

/** A path of the task is in a folder that another suite of the project is called after: `scripts/x.test.ts`, and `test:scripts`. */
const isInFolderOfOtherSuite = (task: string, checks: readonly Check[], { gathered }: Material): boolean => {
  const folders = [...task.matchAll(/[\w.-]+(?:\/[\w.-]+)+/g)].flatMap(([path]) =>
    path.toLowerCase().split('/').slice(0, -1),
  )
  return gathered.checks.some(
    check =>
      check.folder === '' &&
      check.main === 'test' &&
      isScript(check) &&
      nameWords(check).some(word => folders.includes(word) && !checks.some(one => nameWords(one).includes(word))) &&
      !checks.some(one => isSame(one, check)),
  )
}

/** What a script's name says beside its kind. */
const nameWords = ({ command }: Check): string[] =>
  (referenceIn(command)?.name ?? '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => !/^(tests?|specs?|src|lib|)$/.test(word))

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

/** A build that also checks types is no answer to a question about types that nobody needs to confirm. */
const isMadeFor = ({ main }: Check, wants: readonly Purpose[]): boolean => wants.includes(main) || LOOKS.test(main)

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
      check.score >= USUAL &&
      (isAsked ||
        (kind === 'build-pass' && isAlone) ||
        (check.main === 'test' &&
          others.every(({ check: other }) => other.main !== check.main) &&
          gathered.candidates.every(({ layer }) => layer === 3)))
    )
  if (!LOOKS.test(check.main) && chosen.score - (others[0]?.score ?? 0) < CLOSE) return false
  return (
    isNamedTwice(check) ||
    isScript(check) ||
    // The only suite proves a repair or a wish, in whatever place it is named.
    (isOfProgram(kind) && check.main === 'test' && isAlone && (isScript(check) || isRunByCi(check))) ||
    (check.main === 'build' && isRunByCi(check)) ||
    (LOOKS.test(check.main) && ((isRunByCi(check) && !isNameless(check)) || (isAsked && isAlone)))
  )
}

const isOfProgram = (kind: CriterionDraft['class']): boolean => kind === 'bug-fix' || kind === 'implement-feature'

/** Checks that only look; CI runs each of them once, and mostly as a developer does. */
const LOOKS = /^(lint|format|types)$/

/** The task names the very tool. */
const isAskedFor = (check: Check, { tool, moreTools }: TaskPreference): boolean =>
  tool !== null && LOOKS.test(check.main) && [tool, ...moreTools].every(name => runsTool(check, name))

/** Gates of one or two commands often lack a part that the maintainers would run, unless the project has no other check. */
const isWholeGate = (material: Material, checks: readonly Check[]): boolean =>
  (checks.length > 2 || checks.every(isForAgents) || !hasOther(material, checks)) && !leavesOut(material, checks)

const hasOther = ({ gathered }: Material, chosen: readonly Check[]): boolean =>
  gathered.checks.some(
    check => check.folder === '' && !impliedOnly(check) && check.score > 0 && !chosen.some(one => isSame(one, check)),
  )

/** CI runs another suite of the project by its name, so the gate may lack a part. */
const leavesOut = ({ gathered }: Material, chosen: readonly Check[]): boolean =>
  gathered.checks.some(
    check =>
      check.folder === '' &&
      check.main === 'test' &&
      isScript(check) &&
      isRunByCi(check) &&
      !chosen.some(one => isSame(one, check)),
  )

/** `patch:dts`, which calls a type checker on its way. */
const isNameless = (check: Check): boolean => check.sightings.some(isNamedScript) && !isScript(check)

/** A script whose name says that it is a check; `all` and `node` may be anything. */
const isScript = ({ command, sightings }: Check): boolean =>
  sightings.some(isNamedScript) && purposeOfName(referenceIn(command)?.name ?? '') !== null

/** Maintainers wrote it down for exactly this question. */
const isForAgents = ({ command, sightings }: Check): boolean =>
  sightings.some(one => one.layer === 2 && one.weight >= 90 && formOf(one.command) === formOf(command))

const formOf = (command: string): string => keyOf(unwrap(command))

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
