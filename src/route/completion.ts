import { parseCriterion } from '../criteria/parse.ts'
import type { CommandBook } from '../criteria/reading.ts'

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

/** Whether a condition could be found true or false by a machine: yes, no ("until it is good"), or not as it is said. */
export function measurable(condition: string): 'yes' | 'no' | 'unread' {
  const parsed = parseCriterion(condition, ANY_PROJECT)
  if (parsed.ok) return 'yes'
  return parsed.error.kind === 'vague' || parsed.error.kind === 'self_referential' || parsed.error.kind === 'empty'
    ? 'no'
    : 'unread'
}

const MARK =
  /(?:^|[,;.]\s*|\s+-\s+|\n\s*|\s+(?:and|where|with)\s+)(?:(?:it(?:'s| is)|you(?:'re| are)|we(?:'re| are)|this is|that is|consider it|call it|count it as|the (?:loop|task|work|job) is) )?(?:(?:done|finished|complete|stop|success|ready|end|fixed)(?: (?:is|means|it))? (?:when|once|as soon as|if)|(?:done|success|finished) means(?: that)?|completion(?: criteri(?:on|a)| condition| check)?\s*[:=]|(?:verify|check|prove)(?: it| that| this)? with|the (?:criterion|gate|check) is:?)\s+(.+?)(?=[.!?](?:\s|$)|\n|$)/i

export interface WithoutCompletion {
  readonly text: string
  readonly completion: string | null
}

/** "Done when X", "completion: X": what was said to be the end, and the text without it. */
export function takeCompletion(text: string): WithoutCompletion {
  const match = MARK.exec(text)
  const [whole = '', condition = ''] = match ?? []
  if (match === null) return { text, completion: null }
  return {
    text: `${text.slice(0, match.index)}${text.slice(match.index + whole.length)}`.trim(),
    completion: tidiedCondition(condition),
  }
}

/** "…, thanks": said to the person, not about the work. */
export const withoutThanks = (text: string): string =>
  text.replace(
    /(?:[.,;!\s-]*[.,;!-]\s*(?:many )?(?:thanks|thank you|thx|ty|cheers|please|ok|okay)(?: (?:so much|a lot|a bunch|in advance|mate|man|you))?[.!]*)+\s*$/i,
    '',
  )

const AIM =
  /(?:,?\s+so (?:that )?(?:i|we) (?:can|could|may|don't|do not)\b|,?\s+(?:because|since|while) (?:i|we|i'm|we're)\b|,?\s+if (?:you can|possible|that's possible)\b).*$/i

export const tidiedCondition = (condition: string): string =>
  condition
    .trim()
    .replace(/^(?:that|when)\s+/i, '')
    .replace(AIM, '')
    .replace(/(?:[\s,;]+(?:please|thanks|thank you|thx|ok|okay|again|instead|for me))+$/i, '')
    .replace(/(?:[\s,;:]|(?<![./])[.!?]|(?<=^[^(]*)\))+$/, '')
    .trim()
