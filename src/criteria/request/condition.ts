import { SPOKEN_NAMES } from '../../tools/commands/tool-names.ts'
import { measurable, tidiedCondition } from './completion.ts'
import { firstWord, isOrder, isRepair, isVerb } from './verbs.ts'
import { LOOP_START, TROUBLED } from './work.ts'

/** An order with an end: "fix the parser until all tests pass". */
export interface Bounded {
  /** The work before the loop: "migrate src/ to ESM, iterate until …". May be empty. */
  readonly before: string
  /** The clause that the condition bounds. */
  readonly clause: string
  readonly condition: string
}

const FRONTED = new RegExp(String.raw`^(?:until|till|'til|til)\s+(.+?)(?:,\s*|\s+)(?=${LOOP_START})(.+)$`, 'is')
const UNTIL = /\s(?:until|till|'til|til)\s+/gi
const JOINT = new RegExp(
  String.raw`(?:^|[,;:]\s*(?:and |then |and then |but |so |please |just |now |simply |instead )*|\s(?:and|then|and then|but)\s+|\s-\s|\s\()(?=${LOOP_START})`,
  'gi',
)

/** Waiting is not work, and repeating it does not help. */
const WAITING =
  /^(?:wait|hold|sleep|stay(?! (?:on|at|with)\b)|pause|block|defer|postpone|delay|leave|rest|ask|remind|stop|cease|keep (?!(?:on )?\w+ing\b|at\b|it (?:up|going))|keep (?:on )?(?:polling|waiting|listening|watching|sleeping|pinging|reading|streaming|playing)\b)/i
/** People and clocks are not a state of the work. */
const NOT_A_STATE =
  /^(?:i\b|you (?!are|'re)|we (?!hit\b|reach\b|have\b|get\b|see\b|are at\b)|he\b|she\b|someone|somebody|tomorrow|tonight|today|monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|midnight|morning|evening|next|v?\d[\d.:]*(?:\s*(?:$|am\b|pm\b|o'clock|utc\b|hours?\b|minutes?\b|days?\b|weeks?\b)|[a-z]*$)|eof\b|end of|the end\b|further|then$|now$|after)/i

/** The longest sentence that is searched; longer text was pasted. */
const LONGEST = 1_500

interface Bounding {
  /** The words are known to be work for a loop. */
  readonly isTask: boolean
}

/** Splits an order at the "until" that bounds it; null when none does. */
export function boundedBy(said: string, { isTask }: Bounding = { isTask: false }): Bounded | null {
  if (said.length > LONGEST) return null
  const fronted = FRONTED.exec(said)
  if (fronted) return accepted({ ...joined(fronted[2] ?? ''), condition: fronted[1] ?? '' }, isTask)
  for (const match of [...said.matchAll(UNTIL)].slice(0, 8)) {
    const found = accepted(
      {
        ...joined(said.slice(0, match.index)),
        condition: said.slice(match.index + match[0].length),
      },
      isTask,
    )
    if (found !== null) return found
  }
  return null
}

/** Separates the clause that loops from the work before it. */
export function joined(text: string): { readonly before: string; readonly clause: string } {
  const joint = [...text.matchAll(JOINT)].at(-1)
  if (joint === undefined || joint.index === 0) return { before: '', clause: text.trim() }
  const before = text.slice(0, joint.index).trim()
  return {
    before:
      WAITING.test(before) || /^(?:(?:stay|remain)\b(?! (?:on|at|with)\b)|do (?:it|this|that|so|not)\b)/i.test(before)
        ? ''
        : before,
    clause: text.slice(joint.index + joint[0].length).trim(),
  }
}

/** Programs go over things too, until one is found. */
const OVER_THINGS = /^(?:iterate|loop|go|repeat) (?:over|through|thru|across)\b/i
const PERSISTING = new RegExp(`^${LOOP_START}`, 'i')

function accepted({ before, clause, condition }: Bounded, isTask: boolean): Bounded | null {
  const state = tidiedCondition(condition)
  if (state === '' || NOT_A_STATE.test(state) || WAITING.test(clause)) return null
  if (/^(?:do not|don't|never)\b/i.test(clause) && !PERSISTING.test(clause)) return null
  if (describes(clause) || builds(before) || OF_A_PROGRAM.test(clause)) return null
  if (OVER_THINGS.test(clause) && !isGoal(state) && !TROUBLED.test(clause)) return null
  if (PERSISTING.test(clause) || /^ralph\b/i.test(clause)) return { before, clause, condition: state }
  // Any other order is a loop only when its end is a state that work like ours can reach.
  return isGoal(state) && (isWork(clause) || isTask) ? { before, clause, condition: state } : null
}

/** What a program repeats, and what it shows or keeps meanwhile. */
const OF_A_PROGRAM =
  /^(?:retry|repeat|poll|resend|reconnect)\s+(?:(?:the|an?|each|every|failed|all|any)\s+)*(?:[\w-]+\s+)?(?:requests?|calls?|fetch(?:es)?|uploads?|downloads?|connections?|quer(?:y|ies)|logins?|handshakes?|jobs?|messages?|e?mails?|payments?|operations?|apis?|https?|rpcs?)\b/i
const WORK =
  /^(?:run|rerun|make|get|add|write|implement|build|create|work|test|tune|adjust|change|go|do|extend|increase|develop|try|apply|introduce|integrate|speed|bring|raise)$/i

const isWork = (clause: string): boolean =>
  isRepair(firstWord(clause)) || WORK.test(firstWord(clause)) || (!isVerb(firstWord(clause)) && isOrder(clause))

/** "convert the script to ESM": here "to" names the result. */
const TURNED =
  /^(?:convert|port|migrate|move|rename|change|switch|translate|rewrite|turn|upgrade|downgrade)\b.*?\sto\s/i

/** The "until" belongs to a program that is written or spoken of: "a script that loops until the port is open". */
function describes(clause: string): boolean {
  const behind = clause.replace(TURNED, '').replace(/^.*\b(?:loop|agent)\s+(?:that|which)\b/i, '')
  return (
    /\b(?:that|which|who|where|when|so it|logic to|code to|function to|script to|button to)\s+(?:[\w'-]+\s+)*[\w'-]+$/i.test(
      behind,
    ) ||
    /^(?:make|have|let|get|teach|change|tell)\s.+\s(?:retry|wait|loop|run|poll|keep|try|block|spin|sleep|hang|repeat|\w+ing)(?:\s+(?:again|trying|going|polling|waiting))?$/i.test(
      clause,
    ) ||
    /\bto (?:retry|wait|loop|poll|keep|repeat|spin|block)(?:\s+\w+)?$/i.test(clause) ||
    builds(clause)
  )
}

/** A program that does something again is the work itself. */
export const builds = (clause: string): boolean =>
  /^(?:write|implement|create|add|document|explain|describe|translate)\b.*\b(?:poll\w*|retry\w*|retries|loops?|wait\w*|backoff|repeat\w*)\b/i.test(
    clause,
  )

const STATE =
  /\b(?:green|clean|pass(?:es|ing|ed)?|succeeds?|success|fixed|happy|work(?:s|ing)?|exits? (?:with )?\d|no (?:more )?\w+|zero \w+|compil\w+|builds?|coverage|done|gone|resolved|nothing|silent|quiet|stable|healthy|none (?:is |are )?(?:left|remains?)|they do|it does)\b/i
const OF_OUR_KIND =
  /\b(?:tests?|suite|specs?|lint\w*|build|ci|pipeline|coverage|types?|typecheck|compil\w+|errors?|warnings?|failures?|green|clean|pass(?:es|ing)?|exits?|none|cargo|gradle|mvn|make|npm)\b|^(?:it|they|everything|all)\b/i
const ofOurKind = (state: string): boolean =>
  OF_OUR_KIND.test(state) || SPOKEN_NAMES.some(([pattern]) => pattern.test(state))

/** Whether a state is one that work on code can reach. */
export const isGoal = (state: string): boolean =>
  measurable(state.replace(/\uE000\d+\uE001/g, 'npm test')) === 'yes' ||
  (STATE.test(state) && ofOurKind(state)) ||
  /(?:\b(?:under|below|above|over|at least|at most|less than|fewer than|more than|smaller than|larger than|faster than)|[<>]=?)\s*\d/i.test(
    state,
  )
