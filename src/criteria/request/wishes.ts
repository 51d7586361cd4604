import { isMannerOf, withoutJoint } from './external.ts'
import { isOrder } from './verbs.ts'

/** How the work should be done, said along with it: by which agent, and in a worktree of its own. */
interface SaidWishes {
  readonly text: string
  readonly agent: string | null
  readonly worktree: boolean
}

const END = String.raw`(?=\s*(?:$|[,;.!?)]|(?:and|but|until|till|then|at most|up to|in|please)\b))`
const WORKTREE = new RegExp(
  String.raw`(?<![\w-])(?:in|inside|using|with|use) (?:an?|its own|another|own|the loop's own)(?: (?:new|own|separate|fresh|dedicated|isolated|git))* work-?tree${END}`,
  'gi',
)

const agentPattern = (names: readonly string[]): RegExp =>
  new RegExp(
    String.raw`(?<![\w-])(?:use|using|with|via|let)(?: the)? (${names.join('|')})(?: (?:code|cli|agent))?(?: (?:for|do|to do) (?:it|this|that))?${END}`,
    'gi',
  )

/** Takes these words out of a sentence. In doubt they belong to the work. */
export function takeWishes(said: string, agents: readonly string[]): SaidWishes {
  const named = fronted(said, agents) ?? taken(said, agentPattern(agents))
  const tree = taken(named.text, WORKTREE)
  return { text: tree.text, agent: named.match?.[1]?.toLowerCase() ?? null, worktree: tree.match !== null }
}

/** "use codex to fix the tests", "let claude fix them": an order to an agent must follow. */
function fronted(said: string, agents: readonly string[]): Taken | null {
  const pattern = new RegExp(
    String.raw`^(?:please )?(?:use|have|let|ask|get|tell)(?: the)? (${agents.join('|')})(?: (?:code|cli|agent))? (?:to )?`,
    'i',
  )
  const match = pattern.exec(said)
  const text = match === null ? '' : said.slice(match[0].length)
  return match !== null && isOrder(text) ? { text, match } : null
}

interface Taken {
  readonly text: string
  readonly match: RegExpMatchArray | null
}

/** An order of its own: "fix it and use codex". */
const ORDER = /^(?:use|let)\b/i
const AFTER_ORDER = /(?:^|[,;.!?]|\s(?:and|then|but|please))\s*$/i
/** "fix the tests until they pass using codex" is said of the loop. */
const BOUNDED = /\b(?:until|till)\b/i

function taken(text: string, pattern: RegExp): Taken {
  for (const match of [...text.matchAll(pattern)].reverse()) {
    const before = text.slice(0, match.index)
    const fits = ORDER.test(match[0]) ? AFTER_ORDER.test(before) : BOUNDED.test(before) || isMannerOf(before, match[0])
    const rest = text.slice(match.index + match[0].length)
    if (fits) return { text: `${withoutJoint(before)}${rest}`.trim(), match }
  }
  return { text, match: null }
}
