/** The utterance with spelling variants in their usual form. */
export const normalized = (text: string): string => respelled(restated(text))

/** Marks of a list or a headline before the words of a line. */
const LINE_MARK =
  /^[^\S\n]*(?:[-*+•]\s+(?:\[[ xX]?\]\s*)?|\d{1,2}[.)]\s+|#{1,6}\s+)(?=\/?(?:ralph|al|agent-loop|loop|keep|iterate|fix until)\b)/gim
const EMPHASIS = /^([^\S\n]*)\*\*([^*\n]{1,60}?)\*\*/gm
/** "Don't stop before X" means "continue until X". */
const NOT_BEFORE =
  /\b((?:do not|don't|never)\s+(?:stop|quit|give up|rest|finish|end|come back|return)(?:\s+\w+ing)?)\s+(?:before|unless)\s+/gi
const AND_NOT = /(,|\b(?:and|but))\s+not (?=\w+\s+(?:until|till)\b)/gi
/** "Fix the tests. Until they pass." */
const FRAGMENT = /(?<=[\w\uE001)])[.!]\s+(?=(?:until|till)\s(?!then\b)[^,.;\n]+[.!]?\s*$)/gi

/** Without list marks, and with "until" for words of the same meaning. */
const restated = (text: string): string =>
  text
    .replace(LINE_MARK, '')
    .replace(EMPHASIS, '$1$2')
    .replace(/(?<=^|[\s,])(?:u+m+|u+h+|e+r+m*|hm+)(?:,\s*|\s+)/gi, '')
    .replace(AND_NOT, "$1 don't ")
    .replace(NOT_BEFORE, '$1 until ')
    .replace(FRAGMENT, ' ')
    .trim()

const SHORT: readonly (readonly [RegExp, string])[] = [
  [/\b([Dd])ont\b/g, "$1on't"],
  [/\b(?:pls|plz)\b/gi, 'please'],
  [/(?<=\b(?:can|could|would|will|want|need)\s)u\b/gi, 'you'],
  [/\s[:;]-?[()DP/|]+(?=\s|$)/g, '.'],
]
const FIRST_WORDS = ['ralph', 'keep', 'iterate', 'loop']

/** Writes the few words by which a loop is asked for as they are spelled; the words of the work are left as they are. */
const respelled = (text: string): string =>
  SHORT.reduce((rest, [slip, word]) => rest.replace(slip, word), text)
    .replace(/(?<=^|[.,;!]\s+|\b(?:please|you)\s+)[a-z]{3,9}(?=\s)/gi, word => FIRST_WORDS.reduce(slipped, word))
    .replace(/(?<=^|\s)u[ntil]{3,5}(?=\s)/gi, word => (word === 'util' ? word : slipped(word, 'until')))
    .replace(/(?<=^ralph\s+)[a-z]{3,5}(?=:)/i, word => slipped(word, 'this'))

const slipped = (word: string, meant: string): string => (isSlipOf(word.toLowerCase(), meant) ? meant : word)

/** One letter was lost, doubled or changed places with the next. Another letter makes another word. */
function isSlipOf(word: string, meant: string): boolean {
  for (let at = 0; at < meant.length; at++) {
    const [before, letter, after] = [meant.slice(0, at), meant.charAt(at), meant.slice(at + 1)]
    if (word === before + after || word === before + letter + letter + after) return true
    if (word === before + after.charAt(0) + letter + after.slice(1)) return word !== meant
  }
  return false
}
