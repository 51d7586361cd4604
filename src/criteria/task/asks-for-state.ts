import { lazy } from '../../std/lazy.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { SPOKEN_NAMES } from '../../tools/commands/tool-names.ts'
import { withoutWrappers } from './clauses.ts'
import { purposesOfCommand } from './command-purposes.ts'
import { TEST_KIND } from './scope-terms.ts'

/**
 * Whether a task asks for nothing but a state of the project's checks: "fix the failing tests", "make lint clean", "reach 80 % coverage".
 * Where that state is already there, nothing is left to do. Every other task needs work, even if the checks already pass.
 */
export const asksForState = (task: string): boolean => stateAskedFor(task, []) !== null

export interface AskedState {
  /** What has to be measured to know it; empty where any check will do. */
  readonly purposes: readonly Purpose[]
  readonly percent: string | null
  /** Warnings have to be gone too. Most tools print them and exit 0. */
  readonly noWarnings: boolean
  /** "CI", "everything", "all checks": whatever the project checks. */
  readonly everything: boolean
  /** Paths, parts of the project, kinds of tests, and tests: the check has to cover each of them. */
  readonly names: readonly string[]
  /** Commands that are none of the criterion's. */
  readonly commands: readonly string[]
  readonly tools: readonly string[]
  /** The task asks that a command of the criterion passes. */
  readonly namesCriterion: boolean
}

/**
 * The state that a task asks for; null where it may ask for more. The grammar below is closed: it has to match the whole sentence, and it
 * has no place for free text. A wording that it does not know costs a turn; a word that it skipped could be the work.
 */
export function stateAskedFor(task: string, commands: readonly string[]): AskedState | null {
  if (task.length > LONGEST) return null
  const said: string[] = []
  const text = withSymbols(task, commands, said)
  const clauses = text === null ? [] : clausesOf(text)
  const kinds = clauses.map(kindOf)
  const isState = (kind: ClauseKind | null): boolean => kind === 'state' || kind === 'complaint'
  if (kinds.includes(null) || !kinds.some(isState)) return null
  // "fix it" and "they fail" need something before them that fails.
  const answers = kinds.indexOf('answer')
  if (answers >= 0 && !kinds.slice(0, answers).includes('complaint')) return null
  const pronoun = kinds.indexOf('pronoun')
  if (pronoun >= 0 && !kinds.slice(0, pronoun).some(isState)) return null
  const states = clauses.filter((_, at) => isState(kinds[at] ?? null)).join(' , ')
  const percent = /\bcoverage\b/.test(states) ? (/(?<![#\d.])\d+(?:\.\d+)?/.exec(states)?.[0] ?? null) : null
  const texts = (symbol: RegExp): string[] => [...states.matchAll(symbol)].map(([, at]) => said[Number(at)] ?? '')
  return {
    purposes: purposesIn(states),
    percent,
    noWarnings: WARNINGS.test(states),
    everything: EVERYTHING.test(states),
    names: [...texts(/¶name#(\d+)/g), ...namesIn(states)],
    commands: texts(/¶run:(?!any)\w+#(\d+)/g),
    tools: texts(/¶tool:\w+#(\d+)/g),
    namesCriterion: states.includes('¶run:any'),
  }
}

const LONGEST = 400

// Normalizing: commands and tools become symbols that keep what they check, and words that ask for nothing go.

/** `said`: receives the text behind each symbol, which has its position there as a number. */
function withSymbols(task: string, commands: readonly string[], said: string[]): string | null {
  const asked = /^\W*(?:can|could|would|will) you\b/i.test(task)
  if (task.includes('```') || (task.includes('?') && !asked)) return null
  const numbered = (symbol: string, text: string): string => ` ¶${symbol}#${said.push(text.trim()) - 1} `
  const symbolOf = (command: string): string => {
    const [purpose] = /[|;&<>\n]/.test(command) ? [] : purposesOfCommand(command.trim())
    return numbered(purpose === undefined ? 'name' : `run:${purpose}`, command)
  }
  const known = [...commands].filter(command => command.trim() !== '').sort((a, b) => b.length - a.length)
  const bare = withoutWrappers(task.replaceAll('’', "'").replace(/^\s*(?:[-*]|\d+[.)])\s+/gm, ''))
  const named = known.reduce((text, command) => replaceCommand(text, command, numbered('run:any', command)), bare)
  const text = named
    .replace(/`([^`]+)`/g, (_, inner: string) => symbolOf(inner))
    .replace(COMMAND, command => symbolOf(command))
    .replace(/["“”]/g, ' ')
  const tools = SPOKEN_NAMES.reduce(
    (all, [pattern, purpose]) =>
      all.replace(new RegExp(`(?<![\\w¶:./-])(?:${pattern.source})(?![\\w./-])`, 'gi'), tool =>
        numbered(`tool:${purpose}`, tool),
      ),
    text,
  )
  return tools
    .toLowerCase()
    .replace(/\bexit(s?)(?: with)?(?: code)? 0\b/g, 'pass')
    .replace(EMPTY_WORDS, ' ')
}

/** A command of the criterion, in backticks or not: it is measured, whatever it does. */
const replaceCommand = (text: string, command: string, symbol: string): string =>
  (command.includes(' ')
    ? text
        .replaceAll(`\`${command}\``, command)
        .replaceAll(new RegExp(`(?<![\\w./:-])${escaped(command)}(?![\\w/:-]|\\.\\w)`, 'g'), () => symbol)
    : text
  ).replaceAll(`\`${command}\``, () => symbol)

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const COMMAND =
  /\b(?:npm|pnpm|yarn|bun|composer|deno|rake|poe|nox|tox) (?:run[ -])?(?:test|t|lint|build|check|verify|ci|typecheck|coverage)(?::[\w:-]+)?(?![\w:-])|\b(?:cargo|go|swift|mix|dotnet|zig|gradle|mvn|bazel|flutter|dart|sbt|stack|cabal) (?:test|build|vet|check|clippy|fmt|verify|analyze|compile)\b(?: \.\/\S+)?|\b(?:make|just|task) (?:test|lint|build|check|verify|ci)\b(?= (?:pass|exit|succeed|work|fail|is|run|must|should|report|complain))/gi

const EMPTY_WORDS =
  /(?<![\w-])(?:please|pls|bitte|just|now|finally|completely|totally|still|currently|back|anymore|any more|asap|as soon as possible|also)(?![\w-])/g

/** Where one clause ends and the next begins. */
function clausesOf(text: string): string[] {
  return text
    .replace(/\s+(?=(?:without \w+ing|until|till|so that|while keeping)\b)/g, ' , ')
    .split(/[,;!()\n?]|[.:](?=\s|$)|\s[-–—]+\s|\b(?:but|then)\b/)
    .map(clause =>
      clause
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/^(?:and|so)(?: that)? /, ''),
    )
    .filter(clause => clause !== '' && clause !== 'and')
}

// The grammar.

const any = (...parts: readonly string[]): string => `(?:${parts.join('|')})`
const maybe = (part: string): string => `(?:${part} )?`
/** Built at its first use: V8 needs long for the largest one, and most tasks need none. */
const whole = (...parts: readonly string[]): (() => RegExp) => lazy(() => new RegExp(`^${any(...parts)}$`, 'u'))
const list = (part: string): string => `${part}(?: (?:and|&) ${part})*`

const THE = `(?:(?:all|both|each|every|any)(?: of)? )?(?:(?:the|our|my|these|those|this) )?`
const ADJECTIVES = `(?:(?:all|remaining|existing|current|whole|entire|full|other|failing|broken|red|\\d+) )*`
const KIND = `(?:${TEST_KIND})`
/** A word that may be a part of the project; it is used only where the sentence says that these tests fail. */
const NOUN = `(?!(?:and|or|but|so|until|till|with|plus|when|while|if|in|of|for|to|from|by|then|that|which|on|at|as|is|are|the|a|an|into|not|no|new|old|more|missing|todo|slow|flaky|flakey|bad|wrong|ugly|stale|fast|better|extra|first|add|write|fix|make)\\b|[\\w-]+(?:ed|ing|out|able|less) )[a-z][\\w-]*`
const SUITE = any('tests?(?: (?:cases?|suites?))?', 'testcases?', 'testsuites?', 'suites?', 'specs')
const PATH = any('[\\w@.*-]*(?:/[\\w@.*-]*)+', '[\\w-]+\\.[a-z]{1,4}', '¶name#\\d+')
const PLACE = any(
  PATH,
  '(?:src|lib|test|tests|packages)',
  '(?:the|our) (?:project|repo|repository|codebase|code)',
  '(?:the|our) [a-z][\\w-]* (?:module|package|crate|folder|directory|workspace)',
)
const WHERE = `(?: (?:in|under|within|inside|across) ${PLACE}| on (?:main|master|trunk|develop|this branch))?`
const OF = `(?: (?:of|for) ${PLACE})?`

const TESTS = `${THE}${ADJECTIVES}(?:${KIND}(?: (?:and|&) ${KIND})? |¶tool:test#\\d+ )?${SUITE}(?: (?:\\w*test\\w*|${PATH}))?`
const NAMED_TESTS = `${THE}${NOUN} ${maybe(KIND)}${SUITE}`
const FAILING_TESTS = `${THE}${maybe('\\d+')}failing ${maybe(NOUN)}${maybe(KIND)}${SUITE}${OF}`
const BUILD = `${THE}${ADJECTIVES}(?:builds?|ci(?: build)?)`
const RUN = `${maybe('the')}¶run:\\w+#\\d+`
const LINT = `${THE}(?:lint|linters?|linting|types|type[- ]?check(?:s|er|ing)?|static (?:analysis|checks?)|compilation|compiler)`
const TOOL = `${maybe('the')}¶tool:\\w+#\\d+`
const TROUBLE = any(
  'errors?',
  'warnings?',
  'issues?',
  'problems?',
  'complaints?',
  'failures?',
  'violations?',
  'offen[sc]es?',
  'findings?',
  'diagnostics',
)
const OF_WHAT = any(
  'types?',
  'typing',
  'typescript',
  'ts',
  'lint(?:er|ing)?',
  'code style',
  'compile',
  'compiler',
  'compilation',
  'build',
  'tests?',
  'syntax',
  '¶(?:tool|run):\\w+#\\d+',
)
const TROUBLES = `${THE}${ADJECTIVES}${OF_WHAT}(?: and ${OF_WHAT})? ${TROUBLE}(?: and ${TROUBLE})?`
const WORKS = any(TESTS, BUILD, RUN)
const PASSES = any(LINT, TOOL)
const CODE = `(?:it|everything|${THE}(?:code|codebase|project|app|crates?|librar(?:y|ies)|packages?|repo|workspace))`

const SUBJECTS = list(any(WORKS, PASSES))
const CLEAN_END = `(?: again)?(?: with(?:out)? (?:(?:no|zero|any) )?(?:errors|warnings|failures)(?: (?:or|and) (?:errors|warnings|failures))?)?`
const SINCE = `(?: again)?(?: since (?:yesterday|today|this morning|last week))?`

const good = (subject: string, verbs: string): string => `${subject}(?: all| both)? (?:${verbs})${CLEAN_END}`
const REACHED = any(
  good(SUBJECTS, '(?:to )?(?:pass|succeed)|passing|(?:to be )?green'),
  good(WORKS, '(?:to )?work(?:ing)?'),
  good(PASSES, '(?:to be )?(?:clean|happy|satisfied)|(?:to )?stop complaining'),
  good('(?:everything|(?:all )?(?:the )?checks)', '(?:to )?(?:pass(?:ing)?|succeed)'),
  good('(?:all )?(?:the )?checks', 'green'),
  good(CODE, '(?:to )?compile'),
  `${NAMED_TESTS}(?: all)? (?:pass(?:ing)?|green|to pass) again`,
)
/** Without a kind, these are the errors of every check. */
const NO_ERRORS = '(?:no|zero) (?:more )?(?:errors|failures)'
const MUST = '(?:should|must|shall|has to|have to|needs? to)'
const HOLDS = any(
  good(
    SUBJECTS,
    `(?:${MUST} )?(?:all )?(?:pass(?:es)?|succeeds?)|(?:is|are|${MUST} (?:all )?be) (?:all )?(?:green|passing|successful)`,
  ),
  good(PASSES, `(?:is|are|${MUST} be) (?:clean|happy|satisfied)`),
  good('(?:everything|(?:all )?(?:the )?checks)', `(?:${MUST} )?pass(?:es)?`),
  good(WORKS, `(?:${MUST} )?works?`),
  good(CODE, `(?:${MUST} )?compiles?`),
  `${any(LINT, TOOL, RUN)} (?:${MUST} )?(?:reports?|shows?|finds?|has|have) (?:no|zero) (?:more )?${TROUBLE}`,
  `${TROUBLES} ${MUST} be (?:fixed|resolved|gone)`,
  `(?:there (?:are|is) )?(?:no|zero) (?:more )?${any(TROUBLES, FAILING_TESTS)}${WHERE}`,
  `no tests? fails?`,
  `(?:there (?:are|is) )?${NO_ERRORS}`,
)
const COVERAGE = '(?:(?:the|our) )?(?:(?:code|test|line) )*coverage'
const PERCENT = '(?:at least |above |over |>= ?)?\\d+(?:\\.\\d+)? ?(?:%|percent)?(?: or (?:higher|more))?'
const MAKE = '(?:make|get|let|have|bring|turn|ensure|make sure|see to it|(?:i|we) (?:need|want)|keep)(?: that)?'

const STATE = whole(
  `(?:fix|fixing|repair|unbreak|heal) ${list(any(TESTS, BUILD, RUN, '(?:the )?(?:lint|linting|typecheck|type checking|compilation)', TROUBLES))}${WHERE}`,
  `(?:fix|fixing|repair|solve|resolve|debug) ${FAILING_TESTS}${WHERE}`,
  `(?:fix|fixing|resolve|solve|eliminate|address|get rid of|clean up|clear|remove) ${list(TROUBLES)}${WHERE}`,
  `(?:fix|resolve|repair) (?:what|whatever|everything that) (?:makes|lets) ${SUBJECTS} fail`,
  `reduce ${TROUBLES} to (?:zero|0)`,
  `${MAKE} ${REACHED}`,
  `(?:get|go|return) to a green (?:build|ci|test suite)`,
  `(?:${MAKE} |until |till |that )?${HOLDS}`,
  `(?:reach|hit|achieve|get to|go to) ${PERCENT} (?:of )?${COVERAGE}`,
  `(?:get|bring|raise|increase|lift|push|drive|improve) ${COVERAGE} (?:up )?(?:to|above|over) ${PERCENT}`,
  `(?:until |till )?${COVERAGE} (?:(?:is|${MUST} (?:be|reach)) )?${PERCENT}`,
)
const COMPLAINT = whole(
  `${any(SUBJECTS, NAMED_TESTS)} (?:fails?|failed|(?:is|are|keeps?) (?:all )?(?:failing|red|broken|not passing|not green)|(?:do not|don't|does not|doesn't|won't) (?:pass|succeed|work))${WHERE}${SINCE}`,
  `(?:${BUILD}|${CODE}) (?:do not|don't|does not|doesn't|won't|fails? to) (?:compile|build)${SINCE}`,
  `there (?:are|is) (?:some |many |several |a few )?${any(TROUBLES, FAILING_TESTS)}${WHERE}`,
)
const PRONOUN = whole(`(?:they|it) (?:fails?|(?:is|are) (?:failing|red|broken))${SINCE}`)
const ANSWER = whole(
  '(?:fix|repair|resolve|solve)(?: (?:it|them|that|this|all of them|these))?',
  '(?:get|make) (?:it|them|that)(?: all)? (?:pass|passing|green|work|succeed)(?: again)?',
)
const LOOP = whole(
  '(?:keep|continue|go on|keep on)(?: (?:going|fixing|working|trying|iterating))?',
  '(?:keep )?(?:work|working|iterate|iterating|loop|looping|go|going)(?: on (?:it|this|that))?',
  'make (?:it )?so',
)
const PRECIOUS = `${THE}(?:(?:public|existing|other) )*${any('apis?', 'tests?', 'behaviou?r', 'interfaces?', 'code', 'source(?: code| files?)?', 'files?', 'signatures?', 'config(?:uration)?', 'dependencies', 'docs', 'lint rules?', 'anything(?: else)?', 'functionality', PATH)}`
const THE_PART = '(?:the|our) [a-z][\\w-]* (?:module|package|layer|folder|directory|file|class|function)'
const LIMITED = any(PRECIOUS, THE_PART)
const LIMIT = whole(
  `(?:and )?(?:without|do not|don't|never|no need to) (?:touch|chang|break|modify|edit|delet|remov|alter|skip|disabl|weaken|rewrit|regress)(?:e|ing)? ${LIMITED}(?: or ${LIMITED}| and the ${LIMITED})?`,
  `(?:while )?keep(?:ing)? (?:the |our )?(?:public |existing )*(?:api|behaviou?r|interfaces?)(?: (?:stable|unchanged|intact|the same|as is|as it is))?`,
  `while keeping ${SUBJECTS} (?:green|passing)`,
)

type ClauseKind = 'state' | 'complaint' | 'pronoun' | 'answer' | 'loop' | 'limit'

/** Every state and every complaint is about one of these. */
const ABOUT_CHECKS =
  /¶|test|suite|spec|build|\bci\b|lint|typ|\bts\b|static|compil|coverage|check|syntax|code style|everything|(?:no|zero) (?:more )?(?:errors|failures)/
const FORBIDS = /without|do not|don't|never|no need to|keep/

/** A clause that does not match the small pattern cannot match the large one. */
const CLAUSES: readonly (readonly [ClauseKind, RegExp, () => RegExp])[] = [
  ['loop', /^/, LOOP],
  ['limit', FORBIDS, LIMIT],
  ['answer', /^/, ANSWER],
  ['pronoun', /^(?:they|it) /, PRONOUN],
  ['state', ABOUT_CHECKS, STATE],
  ['complaint', ABOUT_CHECKS, COMPLAINT],
]

const kindOf = (clause: string): ClauseKind | null =>
  CLAUSES.find(([, needed, pattern]) => needed.test(clause) && pattern().test(clause))?.[0] ?? null

/** In a sentence that the grammar knows, these words mean nothing else. */
const MEANT: readonly (readonly [Purpose, RegExp])[] = [
  ['test', /\b(?:tests?|testcases?|testsuites?|suites?|specs)\b|¶\w+:test\b/],
  ['lint', /\b(?:lint\w*|static|code style)\b|¶\w+:lint\b/],
  ['format', /¶\w+:format\b/],
  ['types', /\b(?:types?|type-?check\w*|typing|typescript|ts)\b|¶\w+:types\b/],
  ['build', /(?<!\bci )\bbuilds?\b|\bcompil\w+|\bsyntax\b|¶\w+:build\b/],
  ['coverage', /¶\w+:coverage\b/],
  ['docs', /¶\w+:docs\b/],
]

const purposesIn = (states: string): Purpose[] =>
  MEANT.filter(([, pattern]) => pattern.test(states)).map(([purpose]) => purpose)

const WARNINGS =
  /\b(?:warnings?|issues?|problems?|complaints?|complaining|violations?|offen[sc]es?|findings?|diagnostics|clean|happy|satisfied)\b/

const EVERYTHING = new RegExp(String.raw`\b(?:ci|everything)\b|(?<!\b(?:type|static)[ -])\bchecks\b|\b${NO_ERRORS}\b`)

/** Folders that are also ordinary words are names only after a preposition. */
const FOLDER = /\b(?:in|under|within|inside|across|of|for) (src|lib|tests?|packages)(?= |$)/g

const namesIn = (states: string): string[] => [
  ...[...states.matchAll(FOLDER)].map(([, folder = '']) => folder),
  ...states.split(/[\s,]+/).filter(word => word !== '' && !/^(?:¶.*|[\d.%>=&]+)$/.test(word) && !isOrdinary(word)),
]

/** The words of the grammar that name nothing. Any other word is a name, so a word that is missing here costs a turn. */
const isOrdinary = (word: string): boolean => ORDINARY.has(word)
const ORDINARY = new Set(
  `a above achieve across address again all and any anything app are at back be both branch break bring broken build builds by cases case
  checker checking checks check ci clean clear code codebase compilation compile compiler compiles complain complaining complaint complaints
  coverage crate crates current debug develop diagnostics directory do does doesn't don't drive each eliminate ensure entire errors error
  every everything existing fail failed failing fails failure failures few find finding findings finds fix fixed fixing folder for from full
  get go gone green happy has have heal higher hit i improve in increase inside into is issue issues it keep keeps last least let lets
  library libraries lift line lint linter linters linting main make makes many master module more morning must my need needs no not of offence
  offences offense offenses on or other our over package packages pass passes passing percent problem problems project push raise reach
  red reduce remaining repair repo report reports repository resolve resolved return rid satisfied see several shall should show shows
  since solve some specs stop spec static src lib style succeed succeeds successful suite suites sure syntax test testcase testcases tests
  testsuite testsuites that the there these this those till to today trunk ts turn type typecheck typechecking type-check type-checker
  type-checking types typescript typing unbreak under unit until up violation violations want warning warnings we week what whatever which
  whole with within without won't work working works workspace yesterday zero analysis`.split(/\s+/),
)
