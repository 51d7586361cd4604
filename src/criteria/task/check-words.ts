import { mayMatch } from '../../tools/commands/quick-match.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { SPOKEN_NAMES } from '../../tools/commands/tool-names.ts'
import { isFunctionWords } from '../request/function-words.ts'

/** A phrase that means a check of the project: "the lint job", "tsc errors", "the docs build". */
export interface CheckPhrase {
  /** `ci` is every check at once. */
  readonly purpose: Purpose | 'ci'
  readonly phrase: string
  readonly start: number
  readonly end: number
  /** "warnings" may be of any check; a phrase that says which one counts more. */
  readonly weak: boolean
}

export const TROUBLE =
  'err?ors?|warnings?|issues?|problems?|complaints?|failures?|violations?|offen[sc]es?|findings?|diagnostics|objections?|smells?|nits|infos'
/** What a check is called after its name: the head of the phrase is still the check. */
const HEAD = `${TROUBLE}|checks?|checker|checking|jobs?|steps?|stages?|tasks?|targets?|scripts?|workflows?|actions?|runs?|verification|suites?|gates?|pipelines?|files?|cases?|diffs?|suggestions?|lints?|baseline|hooks?`

const NOUNS: readonly (readonly [CheckPhrase['purpose'], string])[] = [
  [
    'coverage',
    '(?:(?:code|test|line|branch|statement)s? )*coverage|(?:fully|completely|100 ?%) covered|uncovered|untested',
  ],
  [
    'types',
    `types?[- ]?check\\w*|type[- ](?:annotations?|hints?|definitions?|safety|tests?)|typings?|typ(?:e|ing)s?(?= (?:${TROUBLE})\\b)|types|typescript(?: \\w+){0,2}(?= (?:${TROUBLE})\\b)|(?<=fix (?:the |our )?)typescript(?=$| (?:and|in|under) )|typescript(?: v?\\d[\\d.]*)?(?= (?:is )?(?:complain|report|chok|barf|nag|whin|moan|unhappy)\\w*)|ts(?= (?:${TROUBLE})\\b)|strict mode|strict(?: null checks|nullchecks)|noimplicitany|implicit any`,
  ],
  ['format', `formatting|formatters?|(?:un)?formatted|code format|format(?= (?:${HEAD})\\b)`],
  [
    'lint',
    `lint\\w*|static (?:checks?|analysis)|analy[sz]ers?|pre-?commit(?: hooks?)?|code ?style|coding (?:style|standards?)|(?:code )?sniffer|code quality(?= (?:${HEAD})\\b)|style(?= (?:${HEAD}|guide)\\b)|(?<=fix )style|^style$|spell(?:ing)?[- ]?(?:check\\w*|${TROUBLE})|unused (?:imports?|variables?)|import order|imports(?=\\b.*\\bsort)`,
  ],
  [
    'docs',
    '(?:docs?|documentation|user|website)[ -](?:site|website|manual)|docs|documentation|docstrings?|jsdocs?|tsdocs?|javadocs?|rustdocs?|doc[- ]?comments?|man ?pages?|api reference|readme(?:\\.\\w+)?|changelog(?:\\.\\w+)?|contributing(?:\\.md| guide)?',
  ],
  [
    'build',
    `builds?|building|built|compil(?:e|es|ed|ing|ation)|assembles?|buildable|compiler(?= (?:${TROUBLE})\\b)|bundl(?:e|ing)|packaging|packaged(?=$| (?:again|any|anymore|since|correctly|properly)\\b)|(?<=not )package(?=$| (?:any|anymore|again)\\b)|linker(?= (?:${TROUBLE})\\b)`,
  ],
  ['test', 'tests?|test ?suites?|suites?|specs?|testcases?|doctests?|e2e|acceptance scripts?'],
  [
    'ci',
    'ci|pipelines?|(?:the|all|every|our|failing|broken)(?: github| ci| status| pr| required| failing| broken)* checks?|github actions',
  ],
]
const WEAK: readonly (readonly [CheckPhrase['purpose'], string])[] = [['lint', 'warnings?|violations?|offen[sc]es?']]

/** No part of a longer name: `eslint-plugin-foo`, `test/lint.ts`, `TypeError`. */
const alone = (source: string): RegExp =>
  new RegExp(`(?<![\\w./@$#-])(?:${source})(?:(?:'s)?[ -](?:${HEAD}))*(?![\\w$#]|\\/|[.-]\\w)`, 'gi')

const compiled = new Map<string, RegExp>()
function patternOf(source: string): RegExp {
  const known = compiled.get(source) ?? alone(source)
  compiled.set(source, known)
  return known
}

/** Every phrase that means a check, in the order of the text. Code in backticks is no such phrase. */
function checkPhrases(text: string): CheckPhrase[] {
  const found: CheckPhrase[] = []
  let rest = withoutSlashes(text.replace(/`[^`]*`/g, code => '`'.repeat(code.length)))
  const take = (purpose: CheckPhrase['purpose'], source: string, weak: boolean): void => {
    for (const match of rest.matchAll(patternOf(source)))
      found.push({ purpose, phrase: match[0], start: match.index, end: match.index + match[0].length, weak })
    for (const { start, end } of found) rest = rest.slice(0, start) + '\u0001'.repeat(end - start) + rest.slice(end)
  }
  for (const [pattern, purpose] of SPOKEN_NAMES)
    if (mayMatch(pattern, rest)) take(purpose, pattern.source.replaceAll('\\b', ''), false)
  for (const [purpose, source] of NOUNS) take(purpose, source, false)
  for (const [purpose, source] of WEAK) take(purpose, source, true)
  return joined(
    found.sort((a, b) => a.start - b.start),
    text,
  )
}

/** "flake8/black/isort fail": a list of tools, not a path. */
const withoutSlashes = (text: string): string =>
  text.replace(/(?<![\w./-])[a-z][\w-]*(?:\/[a-z][\w-]*)+(?![\w./-])/gi, list =>
    list.split('/').every(isSpokenTool) ? list.replaceAll('/', ' ') : list,
  )

const isSpokenTool = (word: string): boolean => SPOKEN_NAMES.some(([pattern]) => pattern.exec(word)?.[0] === word)

const NARROW: readonly CheckPhrase['purpose'][] = ['coverage', 'types', 'docs']

/** "the docs build", "build our documentation", "type tests": two words, one check. */
function joined(found: readonly CheckPhrase[], text: string): CheckPhrase[] {
  const merged: CheckPhrase[] = []
  for (const phrase of found) {
    const last = merged.at(-1)
    const between = last === undefined ? null : text.slice(last.end, phrase.start)
    if (last === undefined || between === null || !isOneName(last, between)) merged.push(phrase)
    else {
      const narrow =
        [last, phrase].find(one => [last, phrase].some(({ purpose }) => purpose === 'ci') && one.purpose !== 'ci') ??
        // "the docs linter" looks at the docs as a linter does.
        [last, phrase].find(
          ({ purpose, weak }) =>
            purpose === 'lint' &&
            !weak &&
            /^docs$/.test([last, phrase].find(one => one.purpose !== 'lint')?.purpose ?? ''),
        ) ??
        [last, phrase].find(({ purpose }) => NARROW.includes(purpose)) ??
        (last.weak ? phrase : last)
      merged[merged.length - 1] = {
        ...narrow,
        start: last.start,
        end: phrase.end,
        phrase: text.slice(last.start, phrase.end),
        weak: last.weak && phrase.weak,
      }
    }
  }
  return merged
}

const isOneName = (last: CheckPhrase, between: string): boolean =>
  /^[ -]$/.test(between) || (last.purpose === 'build' && /^ (?:of )?(?:the |our |all )+$/.test(between))

/** "tsc must be clean", "get the spotless check through", "make it compile": the last check that a part says must pass in the end. */
export function promisedCheck(text: string): CheckPhrase | null {
  const found = checkPhrases(text).filter(phrase => {
    const [before, after] = [text.slice(0, phrase.start), text.slice(phrase.end)]
    if (MUST.test(after)) return true
    if (!WANTED.test(before)) return false
    return phrase.purpose === 'build' && ENDS.test(after) ? /\b(?:it|that|this|\w+) $/.test(before) : WELL.test(after)
  })
  return found.at(-1) ?? null
}

const MUST =
  /^(?: (?!that\b|which\b)[\w-]+)?,? (?:must|has to|have to|should|needs? to|ought to)(?: (?:all|at least|also|again))? (?:not (?:complain|report|fail|find|flag)|be(?:come)?|stay|remain|pass|succeed|accept|go|work|come|build|compile)\b/i
const WANTED = /\b(?:make|get|have|bring|want|need|like|until|till|so(?: that)?)\b(?: [\w'-]+){0,4} $/i
const WELL =
  /^(?: (?!so\b|that\b)[\w-]+){0,2}? (?:to )?(?:be |stay |is |are |goes |go )?(?:pass(?:es|ing)?|quiet|silent|clean|happy|green|through|accepts?|succeeds?|works?|working|going|content|ok|okay)\b/i
const ENDS = /^(?: (?:again|anew|with|on|for|under|cleanly|against)\b.*)?[.!]?$/i

/** What is said of a check: it fails, it complains, it must be green. */
const VERDICT =
  /^(?:fail\w*|broke\w*|break\w*|red|green|pass\w*|clean\w*|complain\w*|(?:un)?happy|angry|quiet|chok\w+|whin\w+|nag\w*|bark\w*|moan\w*|refus\w+|reject\w*|stop\w*|stall\w*|die[sd]?|dying|fall\w*|blow\w*|explod\w+|crash\w*|reports|reporting|reported|finds?|finding|found|show\w*|give\w*|print\w*|list\w*|emit\w*|flag\w*|spit\w*|throw\w*|warn\w*|error\w*|flake\w*|hang\w*|time[ds]?|succeed\w*|work\w*|go|goes|gone|going|need\w*|start\w*|drop\w*|fell|regress\w*|missing|lack\w*|poor|low|lower|zero|ok|okay|turn\w*|isn't|isnt|aren't|doesn't|doesnt|don't|dont|won't|wont|can't|cant|cannot|wouldn't|≥|%|pls|plz|bitte|thanks|anymore|anywhere|everywhere|currently|longer|together|cleanly|successfully|properly|both|whole|up|above|below|least|at|along|according|drop\w*|drift\w*|accepts?|silent|silenced?)$/i

const CASE =
  /^(?:with|w\/|in|for|by|using|during|from|via|inside|under|per|against|between|without|of|like|as|than|into)$/i
const NOT_A_CASE =
  /(?:\b(?:i|we)(?:'d| would) like|\b(?:(?:rid|findings?|complaints?|errors?|warnings?|violations?|offen[sc]es?|objections?|all|none|most|half|rest|some|any|each|both|care|many|back|pile|bunch|lots?|number|couple|list|tons?|dozens|hundreds|full) (?:of|to)|in line with))$/i
const DETERMINER = /^(?:the|a|an|our|my|your|its|their|this|that|these|those|all|any|every|each|some|no)$/i

/** "mypy strict reports …", "tsc barfs on …": a tool that looks only, as what the part is about. */
export function toolInFront(text: string): { readonly purpose: Purpose; readonly phrase: string } | null {
  const [, name = '', next = ''] = /^(?:the |our )?([a-z][\w-]*)(?: ([a-z][\w'-]*))?/i.exec(text) ?? []
  if (next === '' || /^(?:is|are|to|v?\d.*|and|or|in|support|should|must)$/i.test(next)) return null
  const [, purpose] =
    SPOKEN_NAMES.find(([pattern, kind]) => LOOKS.test(kind) && pattern.exec(name)?.[0].length === name.length) ?? []
  return purpose === undefined ? null : { purpose, phrase: name }
}
const LOOKS = /^(?:lint|types|format)$/

/** The checks that a part of a sentence is about. A word inside another noun ("lint rule") or an adverbial ("with tests") is not. */
export function checksSpokenOf(text: string): CheckPhrase[] {
  return checkPhrases(text).filter(
    phrase => isHead(phrase, text) && (hasVerdict(phrase, text) || !isAside(phrase, text)),
  )
}

const wordAfter = (text: string, at: number): string => /^\s+([^\s,;:.!?()]+)/.exec(text.slice(at))?.[1] ?? ''

function isHead({ end, phrase, start, purpose }: CheckPhrase, text: string): boolean {
  const next = wordAfter(text, end)
  // "the formatter drops a blank line": a program that does something wrong.
  if (/^(?:lint|format|types|build)$/.test(purpose) && MISDOES.test(text.slice(end))) return false
  // "it emits code that does not compile": a defect of what the program writes.
  if (purpose === 'build' && OF_OUTPUT.test(text.slice(0, start))) return false
  // "media types", "entity types": types of something are no check.
  const before = /([a-z]+)\s+$/i.exec(text.slice(0, start))?.[1] ?? ''
  if (
    /^types$/i.test(phrase) &&
    before !== '' &&
    !isFunctionWords(before) &&
    !ORDERS.test(before) &&
    !/^(?:right|correct)$/i.test(next) &&
    !VERDICT.test(next)
  )
    return false
  if (/^types$/i.test(phrase) && TYPES_OF_VALUES.test(text.slice(end))) return false
  if (purpose === 'test' && UNNOTICED.test(text.slice(end))) return false
  if (/^un(?:covered|tested)$/i.test(phrase)) return true
  // "every type error deno reports"; but "lint error handling".
  if (ENDS_IN_TROUBLE.test(phrase))
    return !/^(?:messages?|handl\w+|codes?|pages?|output|recovery|logs?|types?|class\w*|boundar\w+)$/i.test(next)
  if (/^(?:build|builds|building|compile|compiling|test|tests)$/i.test(phrase) && DETERMINER.test(next))
    return !(start === 0 || /(?:that|which|to|can|and)\s*$/i.test(text.slice(0, start))) || purpose === 'docs'
  return next === '' || /[/.\d`<>=&+#@-]/.test(next) || isFunctionWords(next) || VERDICT.test(next)
}

/** "the test suite doesn't notice": what is wrong is elsewhere. */
const UNNOTICED =
  /^(?: suite)? (?:currently )?(?:do(?:es)?(?: not|n['’]?t)|did(?: not|n['’]?t)|never) (?:even )?(?:notice|catch|cover|see|find|detect)/i
const TYPES_OF_VALUES =
  /^ of (?:[\w'’]+ ){0,2}?(?:arg(?:ument)?s?|params?|parameters?|values?|keys?|elements?|items?|inputs?|fields?|columns?|results?|operands?)\b/i
const MISDOES =
  /^(?: -[\w-]+)* (?:now |still |sometimes |always )*(?:drops|loses|eats|keeps|removes|adds|breaks|ignores|swallows|mangles|inserts|emits|moves|joins|splits|writes|duplicates|forgets) (?:the|an?|its|all|every|some|our|blank|empty|line|trailing|leading)\b/i
const OF_OUTPUT =
  /\b(?:code|adapter|output|class|file|source|\w+)s? (?:that|which) (?:do(?:es)? not|does ?n[o']t|don't|cannot|no longer|fails? to|won't) $/i

const ENDS_IN_TROUBLE = new RegExp(`\\b(?:${TROUBLE})$`, 'i')

export const hasVerdict = ({ end }: CheckPhrase, text: string): boolean => {
  const next = wordAfter(text, end)
  return next !== '' && VERDICT.test(next)
}

/** "fix the parser in the tests", "with tests": the words before say where or how. */
function isAside({ start, purpose }: CheckPhrase, text: string): boolean {
  if (purpose === 'coverage') return false
  const before = text.slice(0, start).trimEnd()
  if (/[,;:.!?()]$/.test(before)) return false
  const words = before.split(/\s+/)
  let at = words.length - 1
  const isModifier = (word: string): boolean =>
    !CASE.test(word) && !DETERMINER.test(word) && !isFunctionWords(word) && !ORDERS.test(word)
  for (let steps = 0; steps < 3 && at >= 0 && isModifier(words[at] ?? ''); steps += 1) at -= 1
  const head = at
  while (at >= 0 && DETERMINER.test(words[at] ?? '')) at -= 1
  // "to the tests" is a place; "fails to compile" is not.
  const isCase = CASE.test(words[at] ?? '') || (at < head && /^to$/i.test(words[at] ?? ''))
  return at >= 0 && isCase && !NOT_A_CASE.test(words.slice(0, at + 1).join(' '))
}

const ORDERS =
  /^(?:fix\w*|mak(?:e|ing)|get\w*|repair\w*|resolv\w*|run\w*|clear\w*|clean\w*|add\w*|writ\w*|keep|bring|turn)$/i
