import { mayMatch } from '../../tools/commands/quick-match.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { SPOKEN_NAMES } from '../../tools/commands/tool-names.ts'
import { mainClause } from './clauses.ts'
import { PURPOSE_CLASS, type TaskReading } from './task-class.ts'

const TROUBLE =
  'errors?|warnings?|issues?|problems?|complaints?|failures?|violations?|offen[sc]es?|findings?|diagnostics|smells?|nits'
const FIXING =
  /\b(fix\w*|resolv\w+|repair\w*|solv\w+|debug\w*|mak(?:e|es|ing)|get(?:s|ting)?|stop\w*|fail(?:s|ed|ing|ures?)?|broke(?:n)?|break(?:s|ing)?|red|green|pass(?:es|ing)?|clean(?: up)?|clear(?: up)?|eliminat\w+|get rid of|sort (?:it |this )?out|address\w*|until|remov\w+|silence|satisf\w+|appease|work(?:s|ing)?|correct|restore|turn\w*|must|should|complain\w*|unbreak|reduce|there are|heal|triage|tackle|(?:un)?happy|no longer|any ?more|cannot|(?:does|do|is|are|ca|wo)(?:n't|n’t| not)|(?:compil\w+|build|test) (?:errors?|failures?))\b/i

/** Nouns that name a kind of check, the narrow ones first: "type tests" are about types. */
const NOUNS: readonly (readonly [Purpose, RegExp])[] = [
  ['coverage', /\b(?:code |test |line |branch )?coverage\b|\b(?:uncovered|untested)\b/i],
  [
    'types',
    new RegExp(
      `\\btypes?[- ]?(?:${TROUBLE}|check\\w*|tests?|safety)\\b|\\btyp(?:e|ing)s? (?:${TROUBLE})|\\b(?:typings?|typechecks?|type-?check\\w*|types)\\b|\\btypescript (?:\\w+ ){0,2}(?:${TROUBLE})|\\btype definitions?\\b|\\b(?:ts|tsc) (?:${TROUBLE})|\\bcompiler (?:${TROUBLE}) in typescript`,
      'i',
    ),
  ],
  [
    'format',
    /\b(?:formatting|formatter|(?:un)?formatted|code format|format(?= (?:check|job|step|issues?|errors?|violations?)))\b/i,
  ],
  [
    'lint',
    new RegExp(
      `\\b(?:lint\\w*|static (?:checks?|analysis)|analy[sz]er (?:${TROUBLE})|pre-?commit(?: hooks?)?|code ?style|coding (?:style|standards?)|style (?:checks?|guide|${TROUBLE})|\\bstyle)\\b|\\b(?<!compiler |build |compile |deprecation )warnings?\\b`,
      'i',
    ),
  ],
  ['docs', /\b(?:docstrings?|jsdoc|tsdoc|javadoc|rustdoc|documentation|docs)\b/i],
  ['build', /\b(?:builds?|building|compil\w+|bundl(?:e|ing))\b/i],
  ['test', /\b(?:tests?|test ?suites?|suites?|specs?|testcases?|e2e)\b/i],
]

/** Reads the words of a task. Null when they ask for nothing that we could class. */
export function readTask(task: string): TaskReading | null {
  const clause = mainClause(task)
  return (
    asked(clause) ??
    byLeadingVerb(clause) ??
    byTrouble(clause) ??
    byCheckAlone(clause) ??
    bySomethingWrong(clause) ??
    unknownVerb(clause)
  )
}

const reading = (wants: readonly Purpose[], phrase: string, more: Partial<TaskReading> = {}): TaskReading => ({
  class: PURPOSE_CLASS[wants[0] ?? 'test'],
  phrase: phrase.trim().slice(0, 60),
  wants,
  breadth: 'everything',
  unusual: false,
  ...more,
})

type Row = readonly [RegExp, (phrase: string) => TaskReading]

/** Phrases that say it all. The longest that matches wins: "migrate to typescript" is about types. */
const PHRASES: readonly Row[] = [
  [
    /\b(?:migrate|convert|port|move|switch|rewrite)\b.*?\b(?:to|into|in) typescript\b/i,
    phrase => reading(['types'], phrase),
  ],
  [
    /\badd (?:missing |more |strict |static )?(?:types?|typing|type (?:hints|annotations)|annotations)\b/i,
    phrase => reading(['types'], phrase),
  ],
  [
    /\b(?:add|write|create|increase|extend|need)\b (?:some |more |missing |new |unit |integration |e2e |regression |better |extra |a |the |an |few |additional |proper |[\w-]+ )*tests?\b(?! (?:runner|framework|command|helper|target|mode|flag|option|harness|utils?|fixtures?|(?:to |must |should )?(?:pass|be green|work)))/i,
    phrase => reading(['coverage'], phrase),
  ],
  [
    /\bcover\b .*\bwith tests?\b|\b(?:increase|improve|raise|bring|get|boost|extend|grow|bump|push|lift)\b[^.;]*\bcoverage\b|^add (?:more |some |better )?(?:test |code )?coverage\b(?! [a-z]*(?:badge|report|tool|script|config|support))|\btest coverage\b|\bcoverage\b[^.;]*\b(?:up|above|over|back|to|at least|least|low|lower|dropped|drops|fell|poor|bad|raise|increase|improve)\b/i,
    phrase => reading(['coverage'], phrase),
  ],
  [
    /\b(?:fix|resolve|close|address|solve|handle|tackle)(?:es|ed|s)?\b[^.;]{0,40}?(?:\bissue |\bbug |\bticket |\bgh-?|\bpr )?#\d+/i,
    phrase => reading(['test'], phrase, { class: 'bug-fix' }),
  ],
  [
    /\b(?:fix|resolve|solve|debug|squash|investigate|hunt(?: down)?)\w*\b[^.;]{0,40}?\b(?:bugs?|crash(?:es)?|race(?: condition)?|memory leaks?|deadlocks?|segfaults?|panics?|npe|null pointer\w*|off-by-one|hangs?|exception)\b/i,
    phrase => reading(['test'], phrase, { class: 'bug-fix' }),
  ],
  [/^bug\b[: ]|\bresolve (?:the )?issue\b/i, phrase => reading(['test'], phrase, { class: 'bug-fix' })],
  [
    /\b(?:add|write|update|improve|generate|complete|extend|create)\b (?:the |some |more |missing |api |inline |full |proper |[\w-]+ )*(?:docs?|documentation|docstrings?|jsdoc|tsdoc|javadoc|rustdoc|doc comments?|readme|changelog|contributing(?: guide)?|comments)\b/i,
    phrase => reading(['docs'], phrase),
  ],
  [
    /^(?:add|write|create|update|extend|put|include)\b[^.;]*?\b(?:section|heading|chapter|paragraph)\b[^;]*?(?:\.(?:mdx?|rst|adoc|txt)\b|\b(?:readme|changelog|contributing|docs)\b)/i,
    phrase => reading(['docs'], phrase),
  ],
  [
    /^(?:write|create|add|update|extend)\s+(?:(?:a|an|the|new|file|document|page|called|named)\s+)*`?[\w./-]+\.(?:mdx?|rst|adoc)\b/i,
    phrase => reading(['docs'], phrase),
  ],
  // The name of what is missing, without a verb.
  [/^(?:jsdocs?|tsdocs?|docstrings?|javadocs?|rustdocs?|doc ?comments?)\b/i, phrase => reading(['docs'], phrase)],
  [/^(?:re)?format\b(?! (?:option|string|specifier|flag))/i, phrase => reading(['format'], phrase)],
  [
    /\b(?:unused|unsorted) (?:imports?|variables?)\b|^sort (?:the |all )?imports\b|\bclean up (?:the )?imports\b/i,
    phrase => reading(['lint'], phrase),
  ],
  [
    /\b(?:strict mode|strictNullChecks|noImplicitAny|strict null checks|implicit any)\b/i,
    phrase => reading(['types'], phrase),
  ],
  [
    /\b(?:broken |dead )?(?:links?|typos?|spelling)\b[^.;]*\b(?:docs?|documentation|readme|changelog)\b/i,
    phrase => reading(['docs'], phrase),
  ],
  [
    /\b(?:docs?|documentation) builds?\b|\bbuild(?:ing)? (?:of )?the (?:docs|documentation)\b|\b(?:docs|documentation) (?:do(?:es)?(?:n't| not)|no longer|fails? to) build\b/i,
    phrase => reading(['docs'], phrase),
  ],
  [/^document\b|\bdocument (?:the|all|every|each|public|our|how)\b/i, phrase => reading(['docs'], phrase)],
  [
    /\b(?:fix|run|loop|iterate|go|keep \w+|work|continue)\b[^.;]*\buntil\b[^.;]*\b(?:it(?:'s| is)? )?(?:green|pass(?:es|ing)?)\b$/i,
    phrase => reading(['test'], phrase),
  ],
  [
    /\b(?:ci|pipeline|the checks|all checks)\b[^.;]*\b(?:green|pass\w*|fail\w*|red|broken|happy)\b|\b(?:fix|unbreak|repair|green) (?:the |all |every |failing |broken |our )*(?:ci|pipeline|checks)\b(?! (?:config|script|yaml|file))/i,
    phrase => reading(['test', 'lint', 'types', 'build'], phrase, { class: 'regression-gate' }),
  ],
]

function asked(clause: string): TaskReading | null {
  const matches = PHRASES.flatMap(([pattern, make]) => {
    const found = mayMatch(pattern, clause) ? pattern.exec(clause) : null
    return found === null ? [] : [{ length: found[0].length, make, phrase: found[0], at: found.index }]
  })
  const best = matches.sort((a, b) => b.length - a.length || a.at - b.at)[0]
  // A structural verb in front keeps the last word: "rename the coverage report command".
  if (best === undefined || (STRUCTURAL.test(clause) && best.at > 0)) return null
  const narrower = byTrouble(clause)
  if (best.make(best.phrase).class === 'regression-gate' && narrower !== null) return narrower
  if (best.make(best.phrase).class === 'test-pass' && narrower !== null) return narrower
  return best.make(best.phrase)
}

const STRUCTURAL =
  /^(refactor\w*|extract\w*|renam\w+|restructur\w+|reorgani[sz]\w+|split\w*|inlin\w+|simplif\w+|mov(?:e|ing)|merge|dedup\w*|de-?duplicat\w+|consolidat\w+|decoupl\w+|untangl\w+|modulari[sz]\w+|rewrit\w+|rework|break up|separat\w+|unify|flatten|abstract|encapsulat\w+)\b/i
const MIGRATING =
  /^(migrat\w+|upgrad\w+|bump\w*|updat\w+|port|convert\w*|replac\w+|switch\w*|drop|remov\w+|delet\w+|deprecat\w+|moderni[sz]\w+|adopt|pin|downgrade|vendor|unvendor)\b/i
const PERFORMANCE =
  /^(speed up|optimi[sz]\w+|reduc\w+|lower|shrink|cut|minimi[sz]\w+|accelerat\w+|parallel\w+|cache|profile|trim|slim|polish|tune)\b/i
const IMPLEMENTING =
  /^(implement\w*|add\w*|support\w*|creat\w+|introduc\w+|build|develop|write|provide|expose|enable|allow|design|wire|integrat\w+|finish implementing|complete the implementation)\b/i

function byLeadingVerb(clause: string): TaskReading | null {
  const trouble = new RegExp(`\\b(?:${TROUBLE})\\b`, 'i').test(clause)
  const gate = (phrase: string, breadth: TaskReading['breadth'], unusual: boolean): TaskReading =>
    reading(['test', 'build', 'lint', 'types'], phrase, { class: 'regression-gate', breadth, unusual })
  const structural = STRUCTURAL.exec(clause)
  if (structural) return gate(structural[0], 'tests-and-build', false)
  const migrating = MIGRATING.exec(clause)
  if (migrating && !(trouble && byTrouble(clause) !== null)) return gate(migrating[0], 'everything', false)
  const faster =
    PERFORMANCE.exec(clause) ??
    /^(?:make|get)\b.*\b(?:faster|quicker|lighter|smaller|leaner|(?:more )?efficient|performant)\b/i.exec(clause)
  if (faster && !(trouble && byTrouble(clause) !== null)) return gate(faster[0], 'everything', true)
  const implementing = IMPLEMENTING.exec(clause)
  if (implementing && /^build\b/i.test(implementing[0]) && !/^build (?:a|an|the new|support)\b/i.test(clause))
    return null
  return implementing ? reading(['test'], implementing[0], { class: 'implement-feature' }) : null
}

function byTrouble(clause: string): TaskReading | null {
  const speaksOfTrouble = FIXING.test(clause) || new RegExp(`\\b(?:${TROUBLE})\\b`, 'i').test(clause)
  if (!speaksOfTrouble && !/^(?:fix|green)\b/i.test(clause) && !/\b(lint|types?|tests?|build)$/i.test(clause))
    return null
  return purposesIn(clause)
}

function purposesIn(clause: string): TaskReading | null {
  const found: { purpose: Purpose; phrase: string; at: number }[] = []
  let rest = clause
  for (const [pattern, purpose] of SPOKEN_NAMES) {
    const match = mayMatch(pattern, rest) ? pattern.exec(rest) : null
    if (match) found.push({ purpose, phrase: match[0], at: match.index })
  }
  for (const [purpose, pattern] of NOUNS) {
    const match = mayMatch(pattern, rest) ? pattern.exec(rest) : null
    if (match === null || purpose === 'docs') continue
    found.push({ purpose, phrase: match[0], at: match.index })
    rest = rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(match.index + match[0].length)
  }
  // Only linters report violations.
  const offence = found.length === 0 ? /\b(?:violations|offen[sc]es)\b/i.exec(clause) : null
  if (offence) found.push({ purpose: 'lint', phrase: offence[0], at: offence.index })
  // Tidying tests is no repair; tidying warnings is.
  if (/^(clean|tidy|clear|reduce|remove|delete)\b/i.test(clause))
    for (const noun of ['test', 'build'] as const)
      while (found.some(({ purpose }) => purpose === noun))
        found.splice(
          found.findIndex(({ purpose }) => purpose === noun),
          1,
        )
  const purposes = [...new Set(found.sort((a, b) => a.at - b.at).map(({ purpose }) => purpose))]
  if (purposes.length === 0) return null
  return reading(withoutContext(purposes, clause), found.map(({ phrase }) => phrase).join(', '))
}

/** "fix the lint errors in the tests" is about lint; "fix the tests and the lint errors" about both. */
function withoutContext(purposes: readonly Purpose[], clause: string): readonly Purpose[] {
  if (purposes.length < 2) return purposes
  const [first] = purposes
  const joined =
    /\b(tests?|lint\w*|types?|builds?|format\w*|suite|errors|warnings)\b[^.;]{0,24}(?:,|&|\band\b)[^.;]{0,24}\b(tests?|lint\w*|types?|type-?check|builds?|format\w*|suite)\b/i.test(
      clause,
    )
  if (joined) return purposes.includes('lint') ? purposes.filter(purpose => purpose !== 'format') : purposes
  if (purposes.includes('types')) return ['types']
  if (purposes.includes('coverage')) return ['coverage']
  return first === undefined ? purposes : purposes.includes('lint') && first !== 'test' ? ['lint'] : [first]
}

/** "fix the redirect loop in login": something is wrong, and only a test can say that it no longer is. */
function bySomethingWrong(clause: string): TaskReading | null {
  const found =
    /^(fix\w*|resolv\w+|repair\w*|debug\w*|correct|handle|prevent|stop|unbreak|patch)\b/i.exec(clause) ??
    /\b(crash\w*|panics?|segfaults?|deadlocks?|throws?|hangs?|leaks?|loses|misses|mishandles|duplicates|exceptions?|(?:is|are) ignored|(?:is|are|was|were|has|have|can) (?:not|never)|(?:isn|aren|wasn|hasn)'t|never|twice|too (?:often|early|late|many|much|few)|wrong|incorrect\w*|does(?:n't| not) work|is broken|regress\w+|ignores|drops|returns? the wrong|fails? (?:to|when|if|for|with|on))\b|[,;:.?!–-]\s*(?:please |debug and )*(?:fix|repair|correct)\b|\b(?:track|hunt) (?:it|this|that|them) down\b|\bfix(?: that| it| this| them)?[.!]?$|\b(?:repair|correct|solve|resolve) (?:that|it|this|them)[.!]?$/i.exec(
      clause,
    )
  return found ? reading(['test'], found[0], { class: 'bug-fix' }) : null
}

/** "zero clippy warnings please": with any verb, a named check that is not the test suite is meant. */
function byCheckAlone(clause: string): TaskReading | null {
  const found = purposesIn(clause)
  return found?.wants.every(purpose => /^(lint|format|types|coverage)$/.test(purpose)) ? found : null
}

function unknownVerb(clause: string): TaskReading | null {
  const [first = ''] = clause.split(' ')
  return first === ''
    ? null
    : reading(['test', 'build', 'lint', 'types'], first, { class: 'regression-gate', unusual: true })
}
