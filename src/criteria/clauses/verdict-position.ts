import { unquoted } from '../sentence/prose.ts'
import { awaitsWord } from '../shell/argument-position.ts'
import { awaitsText } from '../shell/command-likeness.ts'
import { type Judged, verdictsAtEnd } from './verdict-words.ts'

/*
 * "npm test passes" is a sentence, and `cargo test errors` is a command: the last word alone does not tell. So a word is
 * taken off the end of an unquoted command only if a verb stands there that agrees with one command ("passes", "is
 * green", "must pass", "exits 0"), and if what is left waits for no further word. All else is run as it was written.
 */
const ADVERBS = String.raw`(?:(?:still|now|always|again|also|currently|finally)\s+)*`
const PREDICATES = [
  'passes|passed|succeeds|succeeded|completes|finishes|works|compiles|builds|runs|fails|exits|exited|returns|returned|ends|terminates|quits|stops|executes|loads|starts|goes|comes',
  'has|gives|yields|reports|shows|produces|prints|finds|raises|throws|emits|outputs|indicates|signals|results in',
  'is|are|was|were|stays|remains|becomes|turns|looks|gets|keeps',
  'should|must|will|shall|needs to|has to|have to|ought to|can|continues to|to',
  String.raw`does not|doesn't|do not|don't|never|no longer|not|cannot|won't|didn't|did not|errors out`,
  String.raw`without|with (?:no|0|zero|a|an|exit|code|status|return)`,
  String.raw`(?:exit|return)(?: (?:code|status|value))*(?: (?:is|of|equals))?[ =:]+(?:\d|zero)|rc\b|'s exit|,|:|and its`,
].join('|')
const SAID_OF_ONE = new RegExp(String.raw`^${ADVERBS}(?:${PREDICATES})(?:[\s=:]|$|\d)`, 'i')
/** One of these words in a sentence about a command is a verdict, but a test, a target, or a file may have that name too. */
const DENIES = /^(?:failed|failing|fail)\b/i

/** The verdicts at the end of a clause that may be about a command. */
export const commandVerdicts = (clause: string): readonly Judged[] => [
  ...verdictsAtEnd(clause).filter(judged => standsAfterCommand(clause, judged)),
  ...marked(clause),
]

const MARK =
  /^(.*[^\s=-])\s*(?:\s(?:→|⇒|⟶|=>|->|—|–|-)|:)\s+(?:(?:exit(?:s|ed)?(?: (?:with|code|status))* )?(\d{1,3})|(\p{L}.*))$/isu
const QUOTED_AND_WORD = /^(`+)(?!`)(.+)(?<!`)\1\s+(ok|okay|green|clean|passing|passed|success(?:ful)?|✓|✔|✅)$/isu
const ADJECTIVE = /^(?:ok|okay|green|clean|passing|passed|pass|passes|success(?:ful)?)$/i

/** "npm test → 0", "npm test — passes", "`npm test` ok": a sign, or a quotation, shows where the command ends. */
function marked(clause: string): readonly Judged[] {
  const passes = { kind: 'passes', withoutWarnings: false } as const
  const word = QUOTED_AND_WORD.exec(clause)
  if (word) return [{ subject: `${word[1]}${word[2]}${word[1]}`, verdict: passes, ofProcess: false, plural: false }]
  const [, subject = '', code, said = ''] = MARK.exec(clause) ?? []
  if (subject === '' || (!unquoted(subject) && awaitsWord(subject, 'if_known'))) return []
  if (code !== undefined)
    return Number(code) > 255
      ? []
      : [{ subject, verdict: { kind: 'exits', code: Number(code) }, ofProcess: true, plural: false }]
  if (ADJECTIVE.test(said)) return [{ subject, verdict: passes, ofProcess: false, plural: false }]
  return verdictsAtEnd(`${FENCED} ${said}`)
    .filter(judged => judged.subject === FENCED)
    .map(judged => ({ ...judged, subject }))
}

/** Represents a command whose end is known. */
const FENCED = '`x`'

function standsAfterCommand(clause: string, { subject, verdict }: Judged): boolean {
  if (unquoted(subject)) return true
  const words = clause.slice(clause.indexOf(subject) + subject.length).trim()
  if (!SAID_OF_ONE.test(words) && !/^\(/.test(words)) return false
  if (DENIES.test(words) || awaitsText(subject)) return false
  return !awaitsWord(subject, verdict.kind === 'fails' ? 'unless_known' : 'if_known')
}
