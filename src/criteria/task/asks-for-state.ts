import { SPOKEN_NAMES } from '../../tools/commands/tool-names.ts'
import { isCheckProgram } from '../../tools/shell/programs.ts'
import { mainClause } from './clauses.ts'
import { isTestKind } from './scope-terms.ts'

/**
 * Whether a task asks for nothing but a state of the project's checks: "fix the failing tests", "make lint clean", "reach 80 % coverage".
 * Where that state is already there, nothing is left to do. Every other task needs work, even if the checks already pass.
 *
 * Such a sentence consists of checks, of what is wrong with them, and of words that ask for the opposite. One word that is none of
 * these may ask for more, so the answer is then no.
 */
export function asksForState(task: string): boolean {
  // What stands in parentheses may be an order too.
  const clause = withSymbols(mainClause(task.replace(/[()]/g, ', ')))
  const words = MEANT_TO_FAIL.test(clause) || UNDER_CONDITIONS.test(task) ? null : read(clause)
  if (words === null) return false
  const has = (kind: Kind): boolean => words.some(word => word.kind === kind)
  const isReached = has('state') || has('none')
  if (has('coverage')) return has('number')
  // "clean up the tests" is work; "clean up the lint warnings" is not.
  if (has('cleaning') && !has('trouble')) return false
  if (has('check') || has('trouble')) return isReached || has('repair') || has('cleaning')
  return has('compiles') || ((has('all') || has('weak-check')) && has('state'))
}

type Kind =
  | 'check'
  | 'weak-check'
  | 'compiles'
  | 'tests'
  | 'coverage'
  | 'trouble'
  | 'repair'
  | 'cleaning'
  | 'state'
  | 'number'
  | 'all'
  | 'none'
  | 'place'
  | 'filler'
  | 'break'
  | 'other'

interface Word {
  readonly text: string
  readonly kind: Kind
}

/** "make the build fail on warnings" asks for the opposite. */
const MEANT_TO_FAIL =
  /\b(?:make|let|have|get|ensure|should|must)\b(?![^,.;]*\b(?:not|no|never|stop|cannot)\b)[^,.;]*\b(?:fail|break|complain|reject)\b/i

/** "make the tests work without network": not a limit on the work, but a part of it. */
const UNDER_CONDITIONS = /\bwithout (?!\w+ing\b|(?:any )?(?:errors|warnings|failures)\b)/i

/** Commands and tools become one word each: they name a check. So do phrases that are one check. */
function withSymbols(clause: string): string {
  const commands = clause
    .replace(/`([^`]+)`/g, (_, inner: string) => (isCommand(inner) ? ' ¶check ' : ' ¶name '))
    .replace(COMMAND, ' ¶check ')
    .replace(/\bexit(?:s|ing)?(?: with)?(?: code)? 0\b/gi, 'passes')
    .replace(/\btype[- ]?check\w*|\bstatic (?:analysis|checks?)\b|\b(?:ci|build) pipeline\b/gi, ' ¶check ')
    .replace(/\b(?:(?:code|test|line|branch|statement|function)s? )+coverage\b/gi, 'coverage')
    .replace(/\b(work|working) on (?:it|this|that)\b/gi, '$1')
    .replace(/[“”"']/g, ' ')
  return SPOKEN_NAMES.reduce((text, [pattern]) => text.replace(new RegExp(pattern, 'gi'), ' ¶check '), commands)
}

const isCommand = (text: string): boolean => /\s/.test(text.trim()) || isCheckProgram(text.trim()) || /^\.\//.test(text)

const COMMAND =
  /\b(?:npm|pnpm|yarn|bun|composer|deno|rake|poe|nox|tox) (?:run[ -])?(?:test|t|lint|build|check|verify|ci|typecheck|coverage)(?::[\w:-]+)?\b|\b(?:npm|pnpm|yarn|bun) run [\w:-]+|\b(?:cargo|go|swift|mix|dotnet|zig|gradle|mvn|bazel|flutter|dart|sbt|stack|cabal) (?:test|build|vet|check|clippy|fmt|verify|analyze|compile)\b(?: \.\/\S+)?|\b(?:make|just|task) (?:test|lint|build|check|verify|ci)\b(?= (?:pass|exit|succeed|work|fail|is|run|must|should|report|complain))/gi

const TROUBLE =
  /^(?:errors?|warnings?|issues?|problems?|complaints?|failures?|violations?|offen[sc]es?|findings?|diagnostics)$/
/** These alone say which kind of check is meant. */
const OWN_TROUBLE = /^(?:warnings|violations|offen[sc]es)$/
const QUALIFIER =
  /^(?:types?|typing|typescript|ts|lint(?:er|ing)?|style|format(?:ting)?|compile|compiler|compilation|build|tests?|syntax|¶check)$/

const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['tests', /^(?:tests?|testsuites?|suites?|specs?|testcases?)$/],
  ['check', /^(?:¶check|lint|linters?|linting|types|typings|typecheck\w*|builds?|ci|formatting|compilation|e2e)$/],
  ['compiles', /^compil(?:e|es|ing)$/],
  ['weak-check', /^(?:checks|pipelines?)$/],
  ['coverage', /^coverage$/],
  ['number', /^\d+(?:\.\d+)?$/],
  ['none', /^(?:no|zero|0|without|free)$/],
  ['all', /^(?:everything|it|all|them)$/],
  [
    'repair',
    /^(?:fix(?:es|ed|ing)?|repair(?:ed|ing)?|resolv(?:e|ed|ing)|solv(?:e|ed|ing)|unbreak|heal|address|satisfy|appease)$/,
  ],
  ['cleaning', /^(?:cleanup|clear|remove|eliminate|rid|silence)$/],
  [
    'state',
    /^(?:pass(?:es|ed|ing)?|green|clean(?:ly)?|red|fail(?:s|ed|ing)?|broken|breaks|succeeds?|success|successful(?:ly)?|(?:un)?happy|satisfied|complain(?:s|ing)?|works?|working|ok|okay)$/,
  ],
  ['place', /^(?:project|repo|repository|codebase|crate|app|packages?|library|code|whole|entire|full)$/],
  [
    'filler',
    /^(?:the|a|an|our|my|this|that|these|those|every|each|any|both|of|to|back|again|anymore|more|longer|now|still|please|bitte|pls|just|also|so|is|are|be|being|was|were|been|has|have|had|do|does|don|doesn|t|not|isn|aren|won|cannot|will|would|should|shall|must|can|could|need|needs|want|i|we|you|they|there|s|let|sure|like|good|nice|great|when|if|what|whatever|whichever|until|till|while|keep|keeps|keeping|going|go|goes|continue|continuing|loop|iterate|iterating|run|runs|running|try|trying|stop|stops|up|out|at|least|above|over|than|or|higher|percent|%|with|make|makes|get|gets|bring|reach|hit|achieve|raise|increase|lift|push|drive|reduce|turn|sort|debug|ensure|reports?|currently|remaining|existing|current|as|soon|possible|because|since|yesterday|today|some|many|few|several|come|comes|finally|completely|totally|properly|for|me|us|too|here|everywhere|their|its)$/,
  ],
  ['break', /^(?:[,.;:!?–—-]|and|then|but|&)$/],
]

/** Adjectives that ask for another kind of work on tests. */
const OTHER_WORK =
  /^(?:slow\w*|flaky|flakey|duplicated?|missing|wrong|outdated|stale|skipped|disabled|ignored|ugly|messy|obsolete|weak|bad|old|unused|incomplete|new|more|better|faster|fast|unstable|brittle|redundant|first|additional)$/
const DETERMINER =
  /^(?:the|our|my|all|every|each|these|those|both|any|failing|broken|red|remaining|fix|fixing|repair|make|get|¶name)$/
const SCOPE = /^(?:in|of|for|under|within|inside|from|across|below|on)$/
const BRANCH = /^(?:main|master|trunk|develop|this|ci)$/
const MOST_MODIFIERS = 3
const LONGEST_SCOPE = 4

/** The words with their roles; null when one of them may ask for more than a state. */
function read(clause: string): readonly Word[] | null {
  const raw =
    clause
      .toLowerCase()
      .match(
        /¶\w+|\d+(?:\.\d+)?|[\p{L}_$@][\p{L}\p{N}_$@'./:*-]*[\p{L}\p{N}_$/*]|\p{L}|[./][\w./*-]+|[,.;:!?%&–—-]/gu,
      ) ?? []
  const words = raw.map((text): Word => ({ text, kind: kindOf(text) }))
  const read: Word[] = []
  for (let at = 0; at < words.length; ) {
    const step = stepAt(words, at, read)
    if (step === null) return null
    read.push(...step.words)
    at += step.length
  }
  return read
}

const kindOf = (text: string): Kind => KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other'

interface Step {
  readonly words: readonly Word[]
  readonly length: number
}

function stepAt(words: readonly Word[], at: number, before: readonly Word[]): Step | null {
  const word = words[at]
  if (word === undefined) return null
  const last = before.at(-1)
  return (
    qualified(words, at) ??
    trouble(words, at, last) ??
    cleaning(words, at, last) ??
    scope(words, at, before) ??
    modified(words, at, last) ??
    nameAfter(word, last) ??
    (word.kind === 'other' || isHead(word, last) ? null : { words: [asCheck(word)], length: 1 })
  )
}

const asCheck = ({ text, kind }: Word): Word => ({ text, kind: kind === 'tests' ? 'check' : kind })

/** "fix the test app" is about an app. */
const isHead = ({ kind }: Word, last: Word | undefined): boolean => kind === 'place' && last?.kind === 'check'

/** "type errors", "compiler warnings": the trouble of a check. */
const qualified = (words: readonly Word[], at: number): Step | null =>
  QUALIFIER.test(words[at]?.text ?? '') && TROUBLE.test(words[at + 1]?.text ?? '')
    ? { words: [{ text: words[at + 1]?.text ?? '', kind: 'trouble' }], length: 2 }
    : null

/** "no more errors" is a state; "the resulting errors" may be of anything. */
function trouble(words: readonly Word[], at: number, last: Word | undefined): Step | null {
  const text = words[at]?.text ?? ''
  if (!TROUBLE.test(text)) return null
  const none = words.slice(Math.max(0, at - 2), at).some(({ kind }) => kind === 'none')
  return OWN_TROUBLE.test(text) || last?.kind === 'check' || none
    ? { words: [{ text, kind: 'trouble' }], length: 1 }
    : null
}

/** "clean" is an order at the beginning, and a state at the end. */
function cleaning(words: readonly Word[], at: number, last: Word | undefined): Step | null {
  const up = words[at + 1]?.text === 'up'
  if (
    !/^clea[nr]$/.test(words[at]?.text ?? '') ||
    !(up || last === undefined || last.kind === 'break' || last.text === 'please')
  )
    return null
  return { words: [{ text: 'clean', kind: 'cleaning' }], length: up ? 2 : 1 }
}

/** "…tests in packages/core", "…errors of the core module": where the check looks. */
function scope(words: readonly Word[], at: number, before: readonly Word[]): Step | null {
  const last = before.at(-1)
  if (!SCOPE.test(words[at]?.text ?? '') || !last || !/^(?:check|weak-check|trouble|coverage|state)$/.test(last.kind))
    return null
  const rest = words.slice(at + 1)
  const end = rest.findIndex(
    ({ text, kind }) =>
      kind === 'break' ||
      kind === 'state' ||
      /^(?:is|are|must|should|has|have|to|so|that|which|when|until|does|do|doesn't|don't|at|above)$/.test(text),
  )
  const named = rest
    .slice(0, end < 0 ? rest.length : end)
    .filter(({ text }) => !/^(?:the|our|all|a|an|this|every)$/.test(text))
  if (named.length === 0 || named.length > LONGEST_SCOPE) return null
  // "the formatting of dates" and "the checks for admins" are no checks of the project.
  if (!isWhere(last, words[at]?.text ?? '') && !named.every(({ text }) => /[./]/.test(text))) return null
  if (last.kind === 'state' && words[at]?.text !== 'on') return null
  // "fix the tests on Windows" is about another machine.
  if (words[at]?.text === 'on' && !named.every(({ text }) => BRANCH.test(text) || text === 'branch')) return null
  return { words: [{ text: 'scope', kind: 'filler' }], length: 1 + (end < 0 ? rest.length : end) }
}

const isWhere = ({ text, kind }: Word, preposition: string): boolean =>
  kind !== 'weak-check' &&
  text !== 'formatting' &&
  !(/^(?:types|typings)$/.test(text) && /^(?:of|for)$/.test(preposition))

/** "the failing auth tests": words between a determiner and "tests" say whose tests. */
function modified(words: readonly Word[], at: number, last: Word | undefined): Step | null {
  const rest = words.slice(at, at + MOST_MODIFIERS + 1)
  const tests = rest.findIndex(({ kind }) => kind === 'tests')
  const between = rest.slice(0, Math.max(0, tests))
  if (between.length === 0 || between.every(({ kind }) => kind !== 'other')) return null
  if (between.some(({ text, kind }) => OTHER_WORK.test(text) || kind === 'repair' || SCOPE.test(text))) return null
  const kindsOfTests = between.every(({ text, kind }) => kind !== 'other' || isTestKind(text))
  const introduced = last !== undefined && DETERMINER.test(last.text) && between.every(({ kind }) => kind !== 'break')
  if (!introduced && !kindsOfTests) return null
  return { words: [{ text: 'tests', kind: 'check' }], length: between.length + 1 }
}

/** "the test UserServiceTest fails". */
const nameAfter = ({ text, kind }: Word, last: Word | undefined): Step | null =>
  kind === 'other' && last?.kind === 'check' && /^(?:¶name|\w*test\w*|[\w./-]*[./][\w./-]+)$/.test(text)
    ? { words: [{ text, kind: 'filler' }], length: 1 }
    : null
