import picomatch from 'picomatch'
import { TOOLS_MEANT, type ToolMeant } from '../../../tools/protection/free-names.ts'
import { kindOf } from '../../../tools/protection/kind-of.ts'
import { testOfAnswers } from '../../../tools/protection/test-paths.ts'
import { isCompared } from '../reach/data-files.ts'
import { isNamedLikeCheck } from '../reach/reach.ts'
import type { SealChange } from '../seal.ts'
import { clausesOf, isAboutVerdict, isNegated, orderIn, type TaskOrder } from './clauses.ts'
import { pathsIn } from './paths-in.ts'
import { CORRECT_TESTS } from './said-wrong.ts'
import { isSetTo, setsOnePart } from './set-values.ts'
import { snapshotsMeant, testsMeant } from './tests-meant.ts'

/** What the person allows to change: in the task, on the command line, and in the configuration. */
interface Freedom {
  readonly task: string
  /** `--may-change`: globs of paths; `package.json#scripts.*` names parts. */
  readonly mayChange: readonly string[]
  readonly configFree: readonly string[]
  /** The criterion's own commands. */
  readonly commands?: readonly string[]
  /** Whether a test file may be the one that the task calls wrong without its path; any may if this is missing. */
  readonly isBlamed?: (path: string) => boolean
}

/**
 * Whether the person allowed this change. Words allow only what they name as the object of the change: a test that must pass,
 * a file that is only mentioned, and everything that an unclear sentence might mean stay protected, and need a waiver.
 */
export function isFree(change: Change, freedom: Freedom): boolean {
  // A configuration does not allow changes to itself.
  const globs = change.kind === 'loop-config' ? freedom.mayChange : [...freedom.mayChange, ...freedom.configFree]
  if (globs.some(glob => fitsGlob(change, glob))) return true
  const clauses = clausesOf(freedom.task.replace(OLD_VALUE, ''))
  if (clauses.some(clause => isNegated(clause) && isSpokenOf(change, clause))) return false
  const test = change.kind === 'snapshot' ? testOfAnswers(change.path) : null
  if (test !== null && isToGo(test, freedom.task)) return true
  return clauses.some(
    clause =>
      !isNegated(clause) &&
      ((isFreedBy(change, clause) && (clause !== CORRECT_TESTS || freedom.isBlamed?.(change.path) !== false)) ||
        isSetTo(change, clause) ||
        isSubject(change, clause, freedom.commands ?? [])),
  )
}

/** "to 1.18 instead of 1.16" forbids nothing. */
const OLD_VALUE = /\s(?:instead of|rather than)\s(?:\w+\s)?["'`]?v?\d\w*(?:\.\w+)*["'`]?(?=\s|[.,;!?]|$)/gi

/** Whether it is free only as a setting whose value the task names: then nothing else is freed with it. */
export const isOnlySet = (change: Change, freedom: Freedom): boolean =>
  !isFree(change, { ...freedom, task: '' }) &&
  clausesOf(freedom.task.replace(OLD_VALUE, '')).some(clause => !isNegated(clause) && isSetTo(change, clause))

const MOVES = /^(?:move|split|extract)$/
const REARRANGES =
  /^(?:move|split|extract|merge|consolidate|deduplicate|parametri[sz]e|rewrite|refactor|restructure|reorgani[sz]e|convert|port|migrate|transition|moderni[sz]e|simplify|clean up|tidy(?: up)?|format|reformat|rename)$/

/** Whether it is free only because the task moves it (what it says stays as it is), or writes the same in another way. */
export const onlyArranged = (change: Change, freedom: Freedom): 'moved' | 'rewritten' | null => {
  if (isFree(change, { ...freedom, task: '' })) return null
  const verbs = clausesOf(freedom.task)
    .filter(clause => !isNegated(clause) && isFreedBy(change, clause))
    .map(clause => orderIn(clause)?.verb ?? '')
  if (verbs.length === 0) return null
  if (verbs.every(verb => MOVES.test(verb))) return 'moved'
  return verbs.every(verb => REARRANGES.test(verb)) ? 'rewritten' : null
}

/** "Fix scripts/report.sh", "fix data.json": what the check merely runs or reads is what the task is about, not what compares. */
function isSubject({ path, kind }: Change, clause: string, commands: readonly string[]): boolean {
  const isRun = kind === 'script' && !isNamedLikeCheck(path)
  const isRead = kind === 'snapshot' && kindOf(path) === null && !isCompared(path)
  if ((!isRun && !isRead) || commands.some(command => command.includes(path))) return false
  const order = orderIn(clause)
  return order !== null && !isAboutVerdict(order.object) && pathsIn(order.object).some(named => isAt(path, named))
}

/** Whether the task asks by name to delete this file; then its own tests may be deleted with it. */
export const isToGo = (path: string, task: string): boolean =>
  clausesOf(task).some(clause => {
    const order = isNegated(clause) ? null : orderIn(clause)
    if (!order || !/^(?:delete|remove|drop)$/.test(order.verb) || isAboutVerdict(order.object)) return false
    return pathsIn(order.object).some(named => isAt(path, named))
  })

/** Whether the task asks to delete unused code, without saying which. */
export const wantsDeadCodeGone = (task: string): boolean =>
  clausesOf(task).some(clause => {
    const order = isNegated(clause) ? null : orderIn(clause)
    return (
      order !== null &&
      /^(?:delete|remove|drop|clean up|tidy(?: up)?)$/.test(order.verb) &&
      /\b(?:unused|dead|unreachable|obsolete)\b.*\b(?:code|files?|modules?|sources?)\b/i.test(order.object)
    )
  })

type Change = Pick<SealChange, 'path' | 'section' | 'kind'> & Partial<Pick<SealChange, 'what'>>

function fitsGlob({ path, section }: Change, glob: string): boolean {
  const [paths = '', sections] = glob.split('#')
  const plain = paths.replace(/^\.\//, '').replace(/\/$/, '')
  const fits = picomatch([plain, `${plain}/**`], { dot: true })(path)
  if (!fits || sections === undefined) return fits
  return section !== undefined && picomatch(sections)(section)
}

function isFreedBy(change: Change, clause: string): boolean {
  const order = orderIn(clause)
  if (!order) return false
  return (
    (isNamedPath(change, order) && !setsOnePart(change, clause)) ||
    testsMeant(order)?.(change) === true ||
    snapshotsMeant(order)?.(change) === true ||
    isToolMeant(change, order) ||
    isScriptMeant(change, order) ||
    isCiMeant(change, order)
  )
}

// "Fix a.test.ts" is said of the code as often as of the test; it is the test only when something is wrong with the test itself.
const WRONG_IN_ITSELF =
  /\b(?:flaky|flakiness|flake|typos?|spelling|(?:outdated|obsolete|stale|wrong|incorrect|misleading|duplicated?) (?:\w+ )?(?:assert\w*|expect\w*|tests?|mocks?|fixtures?|titles?|examples?)|formatting|indentation|imports?|lint(?:er|ing)?|type|syntax|race(?: condition)?|timing|hard-?coded|deprecat\w+|comments?|titles?|names?|naming|leaks?|sleep)\b/i

function isNamedPath({ path, section }: Change, { verb, object, rest }: TaskOrder): boolean {
  // Of source, an order about an example is about no other part.
  if (/\bwrong example in\b/.test(object) && section?.startsWith('tests.example of ') !== true) return false
  if (
    isAboutVerdict(object) ||
    (/^(?:fix|correct)$/.test(verb) && (!WRONG_IN_ITSELF.test(object) || isAboutVerdict(rest)))
  )
    return false
  // A sentence about what a file contains is about a check only if it says that the check changes.
  if (verb === 'fill' && kindOf(path) !== null) return false
  return pathsIn(object).some(named => isAt(path, named))
}

/** A name without a folder means that file anywhere; a folder means everything below it. */
function isAt(path: string, named: string): boolean {
  const plain = named.replace(/\/$/, '')
  // A pattern for everything does not count.
  if (/^[*./]*$/.test(plain) || plain === 'package.json') return false
  if (plain.includes('*')) return picomatch([plain, `**/${plain}`], { dot: true })(path)
  if (path === plain || path.startsWith(`${plain}/`) || path.endsWith(`/${plain}`)) return true
  return plain.includes('/') && path.includes(`/${plain}/`)
}

const isMove = (verb: string): boolean => /^(?:migrate|switch|convert|port|replace|move|transition|swap)$/.test(verb)
const isSetUp = (verb: string): boolean =>
  /^(?:configure|set up|setup|introduce|adopt|add|enable|remove|drop)$/.test(verb)
const SETTINGS = String.raw`(?:config(?:uration)?s?|settings?|rules?|setup|options?|file|ignore list|ignores|presets?|plugins?|coverage thresholds?)`

function isToolMeant({ path, section }: Change, { verb, object, rest }: TaskOrder): boolean {
  if (isAboutVerdict(rest) || verb === 'fix') return false
  const touches = ({ files, sections }: ToolMeant): boolean =>
    section === undefined ? files.test(path) : sections.test(section)
  const tools = TOOLS_MEANT.filter(({ name, byFile }) => !byFile && name.test(rest))
  if (isMove(verb) && tools.length >= 2 && /\b(?:to|with|by|into|onto|from)\b/i.test(rest)) return tools.some(touches)
  const meant = TOOLS_MEANT.filter(({ name, byFile }) => {
    const { source } = name
    const asSettings = new RegExp(`${source}(?:['’]s)?[\\s.-]+(?:\\w+\\s+)?${SETTINGS}\\b`, 'i').test(object)
    const asFile =
      /tsconfig|makefile|justfile|npmrc|cmakelists/i.test(source) &&
      new RegExp(`^(?:the |our |a )?(?:\\w+ )?${source}\\s*$|^(?:the |our )?${source}\\b`, 'i').test(object)
    const alone = isSetUp(verb) && new RegExp(`^(?:the |our |a )?${source}\\s*(?:$|[(:])`, 'i').test(object)
    return asSettings || asFile || (alone && !byFile)
  })
  return meant.some(touches)
}

/** "Change the lint script": the part of the manifest with that name. */
function isScriptMeant({ section }: Change, { verb, object, rest }: TaskOrder): boolean {
  const name = section === undefined ? null : (/^(?:scripts|tasks)\.(.+)$/.exec(section)?.[1] ?? null)
  if (name === null || verb === 'fix' || isAboutVerdict(rest)) return false
  const asked = /(?:^|\s)["'`]?([\w:.-]+)["'`]?\s+(?:npm |package |yarn |pnpm )?(?:script|command|task)s?\b/i.exec(
    object,
  )?.[1]
  return asked === name || object.includes(`scripts.${name}`)
}

const CI =
  /\b(?:(?:github )?(?:actions )?workflows?|github actions|ci (?:config(?:uration)?|pipeline|workflow|setup|jobs?|files?|matrix)|gitlab-?ci|gitlab pipeline|circleci|pipeline (?:config\w*|definition))\b/i

const isCiMeant = ({ kind }: Change, { object }: TaskOrder): boolean =>
  kind === 'ci' && CI.test(object) && !isAboutVerdict(object)

/** What a negated clause excludes: "without touching the tests", "leave test/auth alone". */
function isSpokenOf(change: Change, clause: string): boolean {
  if (pathsIn(clause).some(named => isAt(change.path, named))) return true
  if (
    /\b(?:tests?|specs?|test suite|test files?)\b/i.test(clause) &&
    (change.kind === 'test' || change.kind === 'snapshot')
  )
    return /\b(?:chang|touch|modif|edit|alter|weaken|delet|remov|skip|updat|adapt|rewrit|leave|keep|stay|remain|unchanged|untouched)/i.test(
      clause,
    )
  if (/\b(?:snapshots?|goldens?|fixtures?)\b/i.test(clause) && change.kind === 'snapshot') return true
  return /\bconfig(?:uration)?s?\b/i.test(clause) && change.kind === 'config'
}
