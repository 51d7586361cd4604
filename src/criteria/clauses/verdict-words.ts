import { spokenNames } from '../../tools/commands/tool-names.ts'

/** The result that a person expects of a command or of a check known by its name. */
export type VerdictPhrase =
  | { readonly kind: 'passes'; readonly withoutWarnings: boolean }
  | { readonly kind: 'fails' }
  | { readonly kind: 'exits'; readonly code: number }

export interface Judged {
  /** The words before the verdict. */
  readonly subject: string
  readonly verdict: VerdictPhrase
  /** "exits 0" is said of processes only; "passes" of anything. */
  readonly ofProcess: boolean
  /** "pass", as in "a and b pass", is plural. */
  readonly plural: boolean
}

// Nouns such as "errors" occur in so many verdicts that patterns with all of them would be huge. They are replaced
// by one sign, at their full length, before the patterns look: positions stay those of the original.
const TROUBLE_SIGN = '\uE010'
const WARNING_SIGN = '\uE012'
const REST = '\uE011'
const KIND = String.raw`(?:(?:test|lint|linter|linting|type|compile|compiler|compilation|build|typescript|ts|style|syntax|runtime|format(?:ting)?|${spokenNames('lint')}|${spokenNames('types')}) )?`
const NOUN = String.raw`(?:errors?|failures?|failing tests?|failed tests?|issues?|problems?|violations?|complaints?|crash(?:es)?|offenses?|diagnostics|findings|exceptions?|vulnerabilit(?:y|ies)|warnings?)`
const TROUBLES = new RegExp(
  String.raw`(?<![\w-])${KIND}${NOUN}(?:,? (?:or|and|nor)(?: (?:any|no|0|zero))? ${KIND}${NOUN}|, (?:0|no|zero) ${NOUN})*(?![\w-]| out\b)`,
  'gi',
)

const signed = (text: string): string =>
  text.replace(
    TROUBLES,
    found => (/warning/i.test(found) ? WARNING_SIGN : TROUBLE_SIGN) + REST.repeat(found.length - 1),
  )

const MODAL = String.raw`(?:all|both|still|now|always|again|also|each|currently|then|just|finally|should|must|will|shall|needs? to|has to|have to|ought to|(?:is|are) (?:expected|supposed|required) to|can|continues? to|to)`
const COPULA = String.raw`(?:is|are|be|being|been|was|were|stays?|remains?|becomes?|turns?|goes|go|comes?(?: back| out| up)?|looks?|gets?|keeps?|reports?|returns?|finishes)`
const NONE = String.raw`(?:0|zero|no)`
const TROUBLE = String.raw`[${TROUBLE_SIGN}${WARNING_SIGN}]${REST}*`
const SMOOTHLY = String.raw`(?:successfully|cleanly|locally|again|now|too|as well|fine|ok|okay|well|green|clean|through|normally|correctly|properly|gracefully|completely|entirely|100%|(?:with|,? and has|,? and reports?|in)? ?${NONE}(?: any)? ${TROUBLE}|without(?: any| a single)? ${TROUBLE}|without (?:crashing|failing|failure|error|complaint|trouble|throwing)|with (?:a )?(?:exit |return )?(?:code|status)(?: of)? (?:0|zero))`

const PASS = [
  String.raw`(?:pass(?:es|ed|ing)?|succeeds?|succeed(?:ed|ing)|completes|finishes|works|compiles|builds|runs|work|compile|run)(?:,? ${SMOOTHLY})*`,
  String.raw`${COPULA} (?:all |fully |completely |100% |totally )?(?:green|clean|passing|successful|success|ok|okay|error[- ]free|free of ${TROUBLE}|passed|happy)(?: ${SMOOTHLY})*`,
  String.raw`(?:completes?|finishes|finish|executes?|ends?|build|loads?|starts?|exits?|terminates?|goes|go)(?: ${SMOOTHLY})+`,
  String.raw`(?:does not|doesn't|do not|don't|never|no longer|not|cannot|won't|didn't|did not)(?: ever| any)?(?: longer)? (?:fail|fails|break|breaks|throw|throws|complain|complains|error|error out|${TROUBLE})(?: out)?(?: any ?more)?`,
  String.raw`(?:returns?|reports?|indicates?|yields?|signals?|exits? with|ends? (?:with|in)|results? in) (?:a )?success(?:fully)?`,
  String.raw`(?:has|have|having|reports?|shows?|gives?|yields?|produces?|prints?|finds?|raises?|with|throws?|emits?|outputs?|returns?) ${NONE}(?: any)? ${TROUBLE}`,
  String.raw`without (?:any )?${TROUBLE}`,
].join('|')

const FAIL = [
  String.raw`fails?|fail(?:ed|ing)|errors? out`,
  String.raw`${COPULA} (?:red|failing|broken)`,
  String.raw`(?:does not|doesn't|do not|don't|no longer|never|not) (?:pass|passes|succeed|succeeds)`,
  String.raw`(?:exits?|returns?|ends?|terminates?|finishes)(?: with)?(?: an?| the)?(?: exit| return)?(?: code| status)?(?: of| other than| that is)? ?(?:non-?zero|not zero|not 0|!= ?0|<> ?0|${TROUBLE})(?: (?:exit )?(?:code|status))?`,
].join('|')

const CODE = String.raw`(?:(?:exits?|returns?|ends?|terminates?|finishes|finish|quits?|stops?|completes?|exited|returned|comes back|(?:runs|passes|succeeds|fails),? (?:with|and))(?: always)?(?:,? (?:with|and|code|status|a|an|the|of|exit|exits|return|value|is|equal to|equals|=|==|:|rc))*|(?:has|have|gives?|yields?|with|'s|and|and its|its)?,? ?(?:an? |the )?(?:exit|return|status)(?:[- ]?(?:code|status|value))?(?: (?:of|is|equals|==?|=|:|must be|should be|be))*|rc(?: is)?|exit code)(?: ?(?:=|==|:) ?| )(\d{1,3}|zero)`

const judged = (verdict: string): RegExp =>
  new RegExp(String.raw`^([\s\S]*?[^\s,]),?(?:\s+${MODAL})*\s+(?:${verdict})$`, 'i')

const CODE_AT_END = new RegExp(
  String.raw`^([\s\S]*?[^\s,]),?(?:\s+${MODAL})*(?:\s+|(?='s))${CODE}(?:\s+\((?:success|ok)\)|(?: (?:or|and) (?:success|no ${TROUBLE})))?$`,
  'i',
)
const PASS_AT_END = judged(PASS)
const FAIL_AT_END = judged(FAIL)
const PARENTHESISED =
  /\s*\((?:(?:with\s+)?(?:exit(?:s|ing)?|rc|returns?)(?:\s+with)?(?:\s+(?:code|status))?\s*[=:]?\s*(?:0|zero)|success|all (?:of them|green)|no errors?|0 failures?|must pass|required)\)$/i

/** Every way to read the end of a clause as a verdict, the longest verdict first. */
export function verdictsAtEnd(clause: string): readonly Judged[] {
  const text = clause
    .replace(PARENTHESISED, ' (exit 0)')
    .replace(/ \(exit 0\)$/, '')
    .trim()
  const found: Judged[] = []
  if (text !== clause && text !== '') found.push(...verdictsAtEnd(text), judgedAs(text, passes(clause)))
  const signs = signed(text)
  const code = CODE_AT_END.exec(signs)
  if (code?.[1] && code[2]) {
    const exits: VerdictPhrase = { kind: 'exits', code: code[2].toLowerCase() === 'zero' ? 0 : Number(code[2]) }
    found.push({
      subject: withoutModal(text.slice(0, code[1].length)),
      verdict: exits,
      ofProcess: true,
      plural: /\b(?:exit|return|end)(?: |$)/i.test(text.slice(code[1].length)),
    })
  }
  const fail = FAIL_AT_END.exec(signs)
  if (fail?.[1]) found.push(judgedAs(text, { kind: 'fails' }, text.slice(0, fail[1].length)))
  const pass = PASS_AT_END.exec(signs)
  if (pass?.[1]) found.push(judgedAs(text, passes(text.slice(pass[1].length)), text.slice(0, pass[1].length)))
  // "exits 0 with no warnings": two verdicts about one subject.
  for (const { subject, verdict } of [...found]) {
    if (verdict.kind !== 'passes' || !verdict.withoutWarnings) continue
    const inner = verdictsAtEnd(subject).find(
      each => each.verdict.kind === 'passes' || (each.verdict.kind === 'exits' && each.verdict.code === 0),
    )
    if (inner) found.push({ ...inner, verdict })
  }
  return found
    .filter(({ verdict }) => verdict.kind !== 'exits' || verdict.code <= 255)
    .sort((a, b) => a.subject.length - b.subject.length)
}

const passes = (words: string): VerdictPhrase => ({ kind: 'passes', withoutWarnings: /\bwarnings?\b/i.test(words) })

function judgedAs(text: string, verdict: VerdictPhrase, subject = text): Judged {
  const said = text.slice(subject.length)
  const plural = /\b(?:pass|succeed|are|fail|exit|run|complete|finish|work|all|both|have)\b/i.test(said)
  return { subject: withoutModal(subject), verdict, ofProcess: /\b(?:exits?|returns?|non-?zero)\b/i.test(said), plural }
}

const withoutModal = (subject: string): string =>
  subject
    .replace(/(?:\s+(?:should|must|will|shall|still|now|always|both|needs? to|has to|have to|then))+$/i, '')
    .replace(/\s*:$|\s+(?:→|⇒|⟶|=>|->|—|–|-)$/, '')
    .trim()
