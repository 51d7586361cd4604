import { parseCriterion } from '../parse.ts'
import type { CommandBook } from '../reading.ts'

/** Commands for every role: whether words can be measured at all is asked before anybody knows the project. */
const ANY_PROJECT: CommandBook = {
  test: 'npm test',
  lint: 'npm run lint',
  typecheck: 'npx tsc --noEmit',
  build: 'npm run build',
  coverage: 'npm run coverage',
  format: 'npm run format',
  docs: 'npm run docs',
}

/** Whether a machine can decide a condition: yes, no ("until it is good"), or not in these words. */
export function measurable(condition: string): 'yes' | 'no' | 'unread' {
  const parsed = parseCriterion(condition, ANY_PROJECT)
  if (parsed.ok) return 'yes'
  return parsed.error.kind === 'vague' || parsed.error.kind === 'self_referential' || parsed.error.kind === 'empty'
    ? 'no'
    : 'unread'
}

const MARK =
  /(?:^|[,;.]\s*|\s*\(\s*|\s+-\s+|\n\s*|\s+(?:and|where|with)\s+)(?:(?:it(?:'s| is)|you(?:'re| are)|we(?:'re| are)|this is|that is|consider it|call it|count it as|the (?:loop|task|work|job) is) )?(?:(?:only )?(?:done|finished|complete|stop|success|ready|end|fixed|finish|quit)(?: (?:is|means|it))?(?: only)? (?:when|once|as soon as|if)|done\s*[:=]|(?:done|success|finished) means(?: that)?|(?:completion|acceptance|success|exit|stop(?:ping)?|end|termination)(?: criteri(?:on|a)| conditions?| check| test)?\s*[:=]|(?:the )?(?:definition of done|dod)(?: is(?: that)?:?|\s*[:=])|(?:the )?(?:acceptance|success|exit|stop(?:ping)?|completion) (?:criteri(?:on|a)|condition) (?:is|are)(?: that)?:?|(?:verify|check|prove)(?: it| that| this)? with|the (?:criterion|gate|check) is:?)\s+(.+?)(?=(?<![./])[.!?](?:\s|$)|\n|$)/i

/** "When X, you are done." */
const FRONTED =
  /(?:^|(?<=[.!?]\s|\n))(?:when|once|as soon as|if)\s+((?:[^.!?\n]|\.(?=\S)|(?<=[./])\.)+?),?\s+(?:then )?(?:(?:you|we)(?:'re| are)|(?:it|this|that)(?:'s| is)|the (?:task|work|job|loop) is) (?:done|finished|complete)(?:[.!]\s*|$)/i

interface WithoutCompletion {
  readonly text: string
  readonly completion: string | null
}

/** "Done when X", "completion: X": the stated end, and the text without it. */
export function takeCompletion(text: string): WithoutCompletion {
  const match = FRONTED.exec(text) ?? MARK.exec(text)
  const [whole = '', condition = ''] = match ?? []
  if (match === null) return { text, completion: null }
  return {
    text: `${text.slice(0, match.index)}${text.slice(match.index + whole.length)}`.trim(),
    completion: tidiedCondition(condition),
  }
}

const AIM =
  /(?:,?\s+so (?:that )?(?:i|we) (?:can|could|may|don't|do not)\b|,?\s+(?:because|since|while) (?:i|we|i'm|we're)\b|,?\s+if (?:you can|possible|that's possible)\b).*$/i

export const tidiedCondition = (condition: string): string =>
  condition
    .trim()
    .replace(AIM, '')
    .replace(
      /(?:[\s,;]+(?:please|thanks|thank you|thx|again|instead|for me)|,\s*(?:ok|okay)|(?<!\b(?:prints?|says?|outputs?|returns?|shows?|reports?|contains?|gives?|answers?|responds? with|is|are|an?|with|to))\s+(?:ok|okay))+$/i,
      '',
    )
    .replace(/(?:[\s,;:]|(?<![./])[.!?]|(?<=^[^(]*)\))+$/, '')
    .trim()
