import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { isFunctionWords } from '../request/function-words.ts'
import { type CheckPhrase, checksSpokenOf, hasVerdict, promisedCheck, TROUBLE, toolInFront } from './check-words.ts'
import { mainClause } from './clauses.ts'
import { feature, gate, likely, type PartReading, reading, sure } from './part-reading.ts'
import { partsOf, withoutConditions } from './parts.ts'
import { byStatement, isStatement, REPAIR } from './read-statement.ts'
import { PURPOSE_CLASS, type TaskReading } from './task-class.ts'

/** Reads the words of a task. Null when they ask for nothing that we could class. */
export function readTask(task: string): TaskReading | null {
  const parts = partsOf(mainClause(task))
  const read = parts.map(part => readPart(part))
  const found = (['sure', 'likely', 'guess'] as const)
    .map(level => read.findIndex(one => one?.sureness === level))
    .find(at => at >= 0)
  const chosen = found === undefined ? null : (read[found] ?? null)
  if (chosen?.sureness !== 'sure' && WANTED_COVERAGE.test(task)) return reading(['coverage'], 'coverage')
  if ((chosen?.sureness !== 'sure' || chosen.reading.class === 'implement-feature') && UNCHANGED.test(task))
    return gate(UNCHANGED.exec(task)?.[0] ?? '')
  const promised = promisedIn(parts, chosen)
  if (promised !== null) return promised
  if (found === undefined || chosen === null) return null
  if (BUG_REPORT.test(task) && chosen.reading.wants.join() === 'test' && !FAILING_TESTS.test(task))
    return reading(['test'], chosen.reading.phrase, { class: 'bug-fix' })
  // "dates are off by one. Add a failing test first": the test, or the case in a file, is for the bug.
  if (
    /\b(?:tests?|add|extend)\b/i.test(chosen.reading.phrase) &&
    ADDING[chosen.reading.class] &&
    !/\bcover(?:age|ed)\b/i.test(task) &&
    read.slice(0, found).some(isReport)
  )
    return reading(['test'], chosen.reading.phrase, { class: 'bug-fix' })
  const whole = withLaterItems(chosen.reading, parts, found)
  // Neither a verb nor a check: a report by its look only.
  return chosen.sureness === 'guess' ? { ...whole, unusual: true } : whole
}

const FAILING_TESTS =
  /\b(?:tests?|suite|specs?)\b[^.;]*\b(?:fail\w*|red|broken|breaks?|crash\w*|flaky|pass\w*|green)\b/i
/** "Bug report: … Needs a test." */
const BUG_REPORT = /^\W*(?:bug(?: ?report)?|defect|regression)\s*(?:[:–—]|-\s)/i

/** "correct the declaration; tsc must be clean": the check that must pass in the end is what is asked for. Tests prove any change. */
function promisedIn(parts: readonly string[], chosen: PartReading | null): TaskReading | null {
  const promised = parts.flatMap(part => promisedCheck(part) ?? []).at(-1)
  if (promised === undefined || promised.purpose === 'ci') return null
  const known = chosen?.reading.class ?? 'bug-fix'
  const wants: readonly Purpose[] = chosen?.reading.wants ?? []
  const isOpen = chosen?.sureness !== 'sure' || known === 'bug-fix' || known === 'implement-feature'
  const isOther = !wants.includes(promised.purpose) && PURPOSE_CLASS[wants[0] ?? 'test'] === known
  // To a type checker, "compile" means that it is content.
  if (known === 'type-clean' && /^compil/i.test(promised.phrase)) return null
  // "fix the documentation so that it builds" asks for no other build.
  if (known === 'docs' && promised.purpose === 'build') return null
  return (promised.purpose === 'test' ? isOther && known !== 'coverage' : isOpen || isOther)
    ? reading([promised.purpose], promised.phrase)
    : null
}

/** "what is our coverage? 80 percent please": the figure stands in another part than its name. */
const WANTED_COVERAGE =
  /\b(?:coverage|codecov|coveralls)\b.*\b\d+ ?(?:%|percent)|\b(?:coverage|codecov|coveralls)\b.*\b(?:under|below|less than|at|above|over|back to) \d+|\b(?:write|add|more)\b.*\btests?\b.*\bcoverage\b|\b(?:raise|push|bring|get|increase|improve)\b[^,.;]*\bcoverage\b/i

/** Nothing that anybody sees may change: then every check must hold, whatever the sentence calls the work. */
const UNCHANGED =
  /\b(?:no|without (?:any )?|zero) ?(?:functional|behaviou?r(?:al)?|api|visible|user-facing|observable) changes?\b|\bnothing (?:may|should|must|can|is allowed to) (?:change|break)\b|\bwithout anything (?:changing|breaking)\b|\b(?:everything|all)(?: that works(?: today| now)?| else)? (?:(?:has|have|needs?) to |must |should )?(?:keeps? (?:on )?|still )work(?:s|ing)?\b|\bno regressions?\b|\bnothing else (?:may|must|should|is) |\bnothing (?:\w+ )?(?:regress\w*|broke|breaks)\b|\b(?:the )?rest (?:has|have|must|should|needs?)\b|\ball (?:of )?(?:the |our |existing |other )*checks (?:have to|must|should|need to|still|intact)\b|\beverything else (?:untouched|unchanged|unaffected|as (?:it )?is|the same)\b|\b(?:behaviou?r|output|public api|baselines?)\b[^,.;]{0,20}\b(?:same|identical|unchanged|not change)\b/i

const ADDING: Readonly<Record<string, boolean>> = { coverage: true, 'implement-feature': true }

const isReport = (read: PartReading | null): boolean => read?.reading.class === 'bug-fix'

/** Whether a part of a task says by itself what must be done. */
export const isConcrete = (part: string): boolean => (readPart(part)?.sureness ?? 'guess') !== 'guess'

/** "fix tests, lint, and types": a part with nothing but a check continues the list. */
function withLaterItems(first: TaskReading, parts: readonly string[], at: number): TaskReading {
  const items: Purpose[] = []
  for (const part of parts.slice(at + 1)) {
    const phrases = checksSpokenOf(part)
    const rest = phrases.reduce((text, { phrase }) => text.replace(phrase, ' '), part)
    if (phrases.length === 0 || !isFunctionWords(rest)) break
    items.push(...purposesOf(phrases))
  }
  const isCheck = first.class === PURPOSE_CLASS[first.wants[0] ?? 'test'] && first.class !== 'coverage'
  return items.length === 0 || !isCheck ? first : { ...first, wants: [...new Set([...first.wants, ...items])] }
}

function readPart(part: string): PartReading | null {
  const said = withoutConditions(part)
  // "after the upgrade half of the packages have type errors, fix them": the condition is all there is.
  const text = isFunctionWords(said.replace(REPAIR, '')) ? part : said
  const checks = checksSpokenOf(text)
  return (
    byOrder(text, checks) ??
    byCheck(text, checks) ??
    byTool(text) ??
    byTestName(text) ??
    byTrouble(text, checks) ??
    byStatement(text)
  )
}

const STRUCTURAL =
  /^(?:an? )?(refactor\w*|extract\w*|renam\w+|restructur\w+|reorgani[sz]\w+|split\w*|inlin\w+|simplif\w+|mov(?:e|ing)|merg(?:e|ing)|dedup\w*|de-?duplicat\w+|consolidat\w+|decoupl\w+|untangl\w+|modulari[sz]\w+|rewrit\w+|rework\w*|break (?=.*\bup\b|.*\binto\b)|separat\w+|unify|flatten|abstract|encapsulat\w+|turn (?=.*\binto\b)|pull (?=.*\bout\b)|swap|factor out)\b/i
const MIGRATING =
  /^(migrat\w+|upgrad\w+|bump\w*|port|convert\w*|replac\w+|switch\w*|deprecat\w+|moderni[sz]\w+|adopt|use(?=\b.*\b(?:instead of|in place of|rather than)\b)|pin|downgrade|vendor|unvendor)\b/i
/** These also speak of documents and of trouble: "update the README", "remove the lint warnings". */
const CHANGING =
  /^(updat\w+|drop|remov\w+|delet\w+|reduc\w+|cut|clean(?: up)?|clear(?: up)?|tidy(?: up)?|eliminat\w+|sort)\b/i
const PERFORMANCE =
  /^(speed up|optimi[sz]\w+|lower|shrink|minimi[sz]\w+|accelerat\w+|parallel\w+|cache|profile|trim|slim|polish|tune|improve|enhance)\b|^(?:make|get)\b.*\b(?:faster|quicker|lighter|smaller|leaner|(?:more )?(?:efficient|performant)|as (?:fast|small|quick))\b/i
const WRITING =
  /^(add(?:s|ed|ing)?|writ(?:e|ing)|creat\w+|extend|increas\w+|generat\w+|complet\w+|put|need|want|(?:we|i) need|provide|introduc\w+|enabl\w+|turn on)\b/i
const IMPLEMENTING =
  /^(implement\w*|add(?:s|ed|ing)?|support\w*|creat\w+|introduc\w+|build|develop|writ(?:e|ing)|provid(?:e|es|ing)|feature|expos\w+|enabl\w+|allow\w*|design|wire|integrat(?:e|ing)|teach|let|new(?=.*\b(?:that|which|to|for)\b)|extend|offer|accept|reject|emit|return)\b/i
const DOCUMENTING = /^(document|explain|describe)\b/i
const RAISING =
  /^(?:increas\w+|improv\w+|rais\w+|bring|get|boost|extend|grow|bump|push|lift|reach|need|want|measur\w+|produce)\b/i
const WISH_DONE =
  /^(?:(?:i|we)(?:'d| would)? (?:like|want|need|love)|need|want)\b.*?\b(split|broken (?:up|down|into)|renamed|moved|extracted|removed|deleted|replaced|converted|migrated|rewritten|merged|refactored|dropped|upgraded)\b/i
const DOCUMENT =
  /(?:^|[\s`])[\w./-]+\.(?:mdx?|rst|adoc)\b|\b(?:to|in|into) (?:the |our )?(?:readme|changelog|contributing)\b/i
const NEW_TESTS = /\b(?:tests?|specs?|testcases?)\b(?! (?:to |must |should )?(?:pass|be green|work))/i

/** A slip in a document is no matter of code. */
const TYPING_SLIPS =
  /\b(?:links?|typos?|spelling|grammar)\b[^;]*(?:\b(?:docs?|documentation|readme|changelog)\b|\.(?:mdx?|rst|adoc)\b)/i

/** What the verb in front asks for. */
function byOrder(text: string, checks: readonly CheckPhrase[]): PartReading | null {
  if (isStatement(text)) return null
  const wished = WISH_DONE.exec(text)
  if (wished) return sure(gate(wished[0], { breadth: 'tests-and-build' }))
  const structural = STRUCTURAL.exec(text) ?? MIGRATING.exec(text)
  if (structural && /\b(?:to|into|in) typescript\b(?! v?\d)/i.test(text))
    return likely(reading(['types'], structural[0]))
  if (structural && RAISING.test(text) && checks.some(isCoverage)) return sure(reading(['coverage'], text))
  if (structural)
    return sure(gate(structural[0], { breadth: STRUCTURAL.test(text) ? 'tests-and-build' : 'everything' }))
  return changing(text, checks) ?? faster(text, checks) ?? writing(text, checks)
}

const isCoverage = ({ purpose }: CheckPhrase): boolean => purpose === 'coverage'
const isTrouble = ({ phrase, purpose }: CheckPhrase): boolean =>
  purpose === 'lint' ||
  purpose === 'format' ||
  purpose === 'docs' ||
  new RegExp(`\\b(?:${TROUBLE})\\b`, 'i').test(phrase)

/** "update rubocop to 1.85": a tool that is replaced, not one that complains. */
const TO_VERSION =
  /^(?:updat\w+|go|raise|set)\b[^,;]*? to (?:v|version )?\d[\w.]*(?! ?(?:%|percent|errors|warnings))(?=\s|$)/i

const POINTS_BACK = new RegExp(
  `^\\w+(?: up)? (?:(?:the|all|those|these|its|of|remaining|new|last) )+(?:${TROUBLE})\\b`,
  'i',
)

function changing(text: string, checks: readonly CheckPhrase[]): PartReading | null {
  const version = TO_VERSION.exec(text)
  if (version) return sure(gate(version[0]))
  const verb = CHANGING.exec(text)
  if (verb === null || isFunctionWords(text.slice(verb[0].length))) return null
  // "PHPStan level 10: clear the errors in src": whose errors, another part says.
  if (checks.length === 0 && POINTS_BACK.test(text)) return null
  const certain = checks.filter(({ weak }) => !weak)
  const trouble = (certain.length > 0 ? certain : checks).filter(isTrouble)
  if (trouble.length === 0 && checks.some(isTrouble)) return byCheck(text, checks)
  if (trouble.length > 0) return sure(reading(purposesOf(trouble), phraseOf(trouble)))
  if (/^updat/i.test(text) && DOCUMENT.test(text)) return sure(reading(['docs'], verb[0]))
  return sure(gate(verb[0], { unusual: /^(?:reduc|cut)/i.test(verb[0]) }))
}

function faster(text: string, checks: readonly CheckPhrase[]): PartReading | null {
  const found = PERFORMANCE.exec(text)
  if (found === null) return null
  const measured = checks.filter(
    one => isCoverage(one) || (isTrouble(one) && one.purpose !== 'docs') || one.purpose === 'types',
  )
  if (/^(?:improve|enhance)/i.test(text) && checks.some(({ purpose }) => purpose === 'docs'))
    return sure(reading(['docs'], text))
  return sure(
    measured.length > 0 ? reading(purposesOf(measured), phraseOf(measured)) : gate(found[0], { unusual: true }),
  )
}

/** "add tests", "write docstrings", "add a flag": new text, new tests, or a feature. */
function writing(text: string, checks: readonly CheckPhrase[]): PartReading | null {
  const documents = DOCUMENTING.exec(text) ?? TYPING_SLIPS.exec(text)
  if (documents) return sure(reading(['docs'], documents[0]))
  if (/^(?:re)?format\b(?! (?:option|string|specifier|flag))|^lint (?:the|all|every|our|everything)\b/i.test(text))
    return sure(reading([/^lint/i.test(text) ? 'lint' : 'format'], text))
  if (BUILD_ALL.test(text)) return sure(reading(['build'], text))
  const covered = /\bcover\b.*\b(?:with|in|by) (?:\w+ )?(?:tests?|specs?)\b|^cover\b.*\btests?\b/i.exec(text)
  if (covered) return sure(reading(['coverage'], covered[0]))
  if (RAISING.test(text) && checks.some(isCoverage)) return sure(reading(['coverage'], text))
  const writes = WRITING.exec(text)
  if (writes && checks.some(({ purpose }) => purpose === 'docs')) return sure(reading(['docs'], text))
  if (writes && DOCUMENT.test(text) && !/\btests?\b/i.test(text)) return sure(reading(['docs'], text))
  const tests = checks.find(
    ({ purpose, phrase }) => (purpose === 'test' && NEW_TESTS.test(phrase)) || purpose === 'coverage',
  )
  if (writes && tests && !/^(?:.*\b)?(?:pass|green)\b/i.test(text.slice(tests.end)))
    return sure(reading(['coverage'], text.slice(0, tests.end)))
  if (writes && checks.some(({ purpose }) => purpose === 'types')) return sure(reading(['types'], text))
  const found = IMPLEMENTING.exec(text)
  if (
    found === null ||
    (/^let$/i.test(found[0]) && checks.length > 0) ||
    (/^build$/i.test(found[0]) && !/^build (?:a|an|the new|support)\b/i.test(text))
  )
    return null
  return sure(feature(found[0]))
}

/** "build the project" asks that the present code builds; "build the login page" is a feature. */
const BUILD_ALL =
  /^(?:re)?build(?: (?:it|everything|(?:the|this|our) (?:whole )?(?:project|package|code|app|application|library|crate|module|solution|workspace|repo|repository|binary)))?\W*$/i

const NO_TESTS =
  /\b(?:no|few|not enough|missing|lacks?|without) (?:unit |integration |real |automated )?tests?(?: (?:for|in|of|at|here|yet|around)\b|$)/i

/** A check that fails, complains, or must pass. */
function byCheck(text: string, checks: readonly CheckPhrase[]): PartReading | null {
  if (NO_TESTS.test(text)) return sure(reading(['coverage'], text))
  const named = checks.filter(({ purpose }) => purpose !== 'ci')
  const certain = named.some(({ weak }) => !weak) ? named.filter(({ weak }) => !weak) : named
  const found = certain.length === 0 ? null : reading(purposesOf(together(certain, text)), phraseOf(certain))
  if (found !== null) return certain.every(({ weak }) => weak) ? likely(found) : sure(found)
  return checks.length > 0 ? likely(gate(phraseOf(checks))) : null
}

/** Checks that are joined by "and" are all meant. Of others the first is, or the one that says most. */
function together(checks: readonly CheckPhrase[], text: string): readonly CheckPhrase[] {
  const [first, ...rest] = checks
  if (first === undefined) return []
  const joined = [first]
  for (const next of rest) {
    const between = text.slice(joined.at(-1)?.end, next.start)
    if (!/^\s*(?:,|&|\+|\/|\band\b|\bor\b)/i.test(between) || !isFunctionWords(between.replace(/[,&+/]/g, ' '))) break
    joined.push(next)
  }
  if (joined.length > 1) return joined
  return [
    checks.find(({ purpose }) => purpose === 'coverage') ??
      (first.purpose === 'lint' && !/^spell/i.test(first.phrase)
        ? undefined
        : checks.find(({ purpose }) => purpose === 'docs')) ??
      (hasVerdict(first, text) ? undefined : checks.find(({ purpose }) => purpose === 'types')) ??
      first,
  ]
}

function purposesOf(checks: readonly CheckPhrase[]): Purpose[] {
  const purposes = [...new Set(checks.flatMap(({ purpose }) => (purpose === 'ci' ? [] : [purpose])))]
  return purposes.includes('lint') ? purposes.filter(purpose => purpose !== 'format') : purposes
}

const phraseOf = (checks: readonly CheckPhrase[]): string => checks.map(({ phrase }) => phrase).join(', ')

/** "perlcritic finds problems": a program that reports problems is a linter, whatever its name. */
const REPORTS = new RegExp(
  `^([a-z][\\w-]*)(?:(?:,| and) [a-z][\\w-]*)* (?:now |still |again |has )*(?:(?:(?:is|are) \\w+ing|finds?|found|reports?|report\\w*|shows?|prints?|lists?|gives?|has|have|flags?) (?:\\d+ |some |many |new |several |a few |the |still )*(?:${TROUBLE})\\b|(?:is |are )?(?:complains?|complaining|nags?|nagging|whines?|whining|moans?|moaning|warns?|warning|barks?)\\b)`,
  'i',
)
/** They complain of defects, not of style. */
const PEOPLE =
  /^(?:customers?|users?|people|ppl|folks|clients?|reviewers?|maintainers?|someone|everyone|everybody|colleagues?|team|teams|support|readers?|students?|boss|manager|ops|qa)$/i
function byTool(text: string): PartReading | null {
  const spoken = toolInFront(text)
  if (spoken !== null) return likely(reading([spoken.purpose], spoken.phrase))
  const found = REPORTS.exec(text)
  return found === null || isFunctionWords(found[1] ?? '') || PEOPLE.test(found[1] ?? '')
    ? null
    : likely(reading(['lint'], found[0]))
}

/** "UserServiceTest is red", "spec/user_spec.rb fails": the name of a test, and what is wrong with it. */
const TEST_NAME =
  /(?:^|\s)(?:\S*(?:[a-z\d]Tests?|[a-z\d]IT|[a-z\d]Specs?|[Tt]est[_.A-Z]\w+|[_./-](?:tests?|spec|specs)\b)\S*|tests?\/\S+|specs?\/\S+)(?: and \S+)?(?: for \w+)? (?:is |are |now |still |always )*(?:fail\w*|red|broken?|breaks?|flaky|flakes?|not pass\w*|does not pass)\b/
function byTestName(text: string): PartReading | null {
  const found = TEST_NAME.exec(text)
  return found === null ? null : sure(reading(['test'], found[0]))
}

const NO_TROUBLE = new RegExp(`\\b(?:no|zero|0)(?: more| remaining)? (?:${TROUBLE})\\b`, 'i')

/** "until no errors", "validate the project and fix what is wrong": trouble of any check. */
function byTrouble(text: string, checks: readonly CheckPhrase[]): PartReading | null {
  const found =
    NO_TROUBLE.exec(text) ??
    /^(?:run|iterate|loop|go|keep \w+|work|continue|fix)\b.*\buntil\b.*\b(?:green|pass(?:es|ing)?)\b/i.exec(text)
  if (found !== null)
    return checks.length === 0 && /until/i.test(found[0]) ? sure(reading(['test'], found[0])) : likely(gate(found[0]))
  const findings =
    /^(?:fix|resolve|clear|clean up|address|solve|get rid of)\b[^,;]*\b(?:findings|violations|offen[sc]es|lints|nits)\b/i.exec(
      text,
    )
  if (findings !== null && checks.length === 0) return likely(reading(['lint'], findings[0]))
  const validated = /^(?:validate|check|verify|run (?:all|the) checks)\b/i.exec(text)
  const job = validated ?? RED_JOB.exec(text)
  return job === null ? null : likely(gate(job[0], { unusual: true }))
}

/** A job whose name says nothing about what it checks. */
const RED_JOB =
  /\b(?:jobs?|workflows?|steps?|stages?|actions?)\b(?: \w+){0,3}? (?:is|are|was|fails?|failed|failing|red|broken?|keeps)\b/i
