/** Marks of a list or a headline before the words of a line. */
const LINE_MARK =
  /^[^\S\n]*(?:[-*+•]\s+(?:\[[ xX]?\]\s*)?|\d{1,2}[.)]\s+|#{1,6}\s+)(?=\/?(?:ralph|al|agent-loop|loop|keep|iterate|fix until)\b)/gim
const EMPHASIS = /^([^\S\n]*)\*\*([^*\n]{1,60}?)\*\*/gm

const HESITATION = /(?<=^|[\s,])(?:u+m+|u+h+|e+r+m*|hm+|ehm|you know(?=,))(?:,\s*|\s+|(?=[.!?]|$))/gi
/** "like" before an amount or an order fills a pause; behind a verb it compares. */
const LIKE =
  /(?<=\b(?:after|for|just|maybe|so|and|of|max|most|can you|could you)\s+)(?:,\s*)?like,?\s+(?=\d|an?\b|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b|twenty\b|thirty\b|keep\b|loop\b|iterate\b|fix\b|run\b|try\b|retry\b)/gi

const LEAVING = String.raw`(?:stop|quit|give up|rest|finish|end|come back|return|let up|leave)`
/** Who must not stop before something goes on until it. */
const NOT_BEFORE = new RegExp(
  String.raw`\b((?:do not|don't|never)\s+(?:you )?(?:ever )?${LEAVING}(?:\s+\w+ing)?)\s+(?:before|unless)\s+`,
  'gi',
)
const AND_NOT = new RegExp(String.raw`(,|\b(?:and|but))\s+not (${LEAVING})(?=\s+(?:until|till|before)\b)`, 'gi')
/** "Fix the tests. Until they pass." */
const FRAGMENT = /(?<=[\w\uE001)])[.!]\s+(?=(?:until|till)\s(?!then\b)[^,.;\n]+[.!]?\s*$)/gi

const AS_LONG_AS = /(?<=^|[\s,])(?:for )?(?:as long as|while|so long as)\s+([^,;.!?\n]+)/gi
const PERSISTS =
  /(?:^|[\s,.;:])(?:loop|iterate|repeat|retry|keep (?:on )?\w+ing|keep at it|go on|continue)(?:\s+(?!while\b)[\w./'-]+){0,6}\s*,?\s*$/i

/**
 * What was said, in the words in which a loop is written down: without the marks of a list and the sounds of thinking,
 * and with an "until" where somebody said the same in another way.
 */
export function spoken(text: string): string {
  return text
    .replace(LINE_MARK, '')
    .replace(EMPHASIS, '$1$2')
    .replace(HESITATION, '')
    .replace(LIKE, '')
    .replace(AND_NOT, "$1 don't $2")
    .replace(NOT_BEFORE, '$1 until ')
    .replace(FRAGMENT, ' ')
    .replace(AS_LONG_AS, (whole, trouble: string, at: number, all: string) => {
      const end = PERSISTS.test(all.slice(0, at)) ? endOf(trouble) : null
      return end === null ? whole : `until ${end}`
    })
    .trim()
}

/** The end of a trouble: "there are failing tests" ends with none, "the tests fail" with passing ones. */
function endOf(trouble: string): string | null {
  const there = /^(?:there (?:are|is)|we have|you (?:see|find))(?: still)?(?: any| some| an?)?\s+(.+)$/i.exec(
    trouble.trim(),
  )?.[1]
  if (there !== undefined) return `there are no ${there}`
  const [, thing, one] =
    /^(.+?)(?: still)?\s+(?:(?:fail(s)?)|(?:is|are)(?: still)? (?:failing|red|broken))$/i.exec(trouble.trim()) ?? []
  if (thing === undefined) return null
  return `${thing} ${one !== undefined || /\bis\b/i.test(trouble) ? 'passes' : 'pass'}`
}
