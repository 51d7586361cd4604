const SHORT: readonly (readonly [RegExp, string])[] = [
  [/\b([Dd])ont\b/g, "$1on't"],
  [/\b(?:pls|plz|plss)\b/gi, 'please'],
  [/\bw\/o\b/gi, 'without'],
  [/(?<=\b(?:can|could|would|will)\s)u\b|\bu(?=\s+(?:to|can|could|please|should|must)\b)/gi, 'you'],
  [/(?<=\bralph\s)dis\b/gi, 'this'],
]

/** Words that are spelled like a slip and are none. */
const WORDS_OF_THEIR_OWN = /^(?:util|tying|gong|untie|hanging)$/i

/** Writes the few words by which a loop is asked for as they are spelled; the words of the work are left as they are. */
export function respelled(text: string): string {
  const plain = SHORT.reduce((rest, [slip, word]) => rest.replace(slip, word), text)
  return plain
    .replace(/\s[:;]-?[()DP/|]+(?=\s|$)/g, '.')
    .replace(/\bk[ep]{2,4}(?=\s+(?:on\s+)?[a-z]{2,}(?:ing|ign|ng)\b)/gi, 'keep')
    .replace(/\b(?:ke+p+e?)(?=\s+(?:on\s+)?[a-z]{4,}\b)/gi, word => slipped(word, 'keep'))
    .replace(/^r[alph]{3,5}(?=\s+(?:this|it|[this]{3,5}:)|:)/i, word => slipped(word, 'ralph'))
    .replace(/(?<=^ralph\s+)[this]{3,5}(?=:)/i, word => slipped(word, 'this'))
    .replace(/(?<=\bkeep\s+(?:on\s+)?)[a-z]{4,9}\b/gi, word =>
      ['fixing', 'trying', 'going', 'iterating', 'looping', 'working', 'running'].reduce(slipped, word),
    )
    .replace(/\b(?:u[ntil]{3,5}|ntil)(?=\s+\S)/gi, word => slipped(word, 'until'))
    .replace(/^(?:i[terat]{5,7}|lo{1,3}p{1,2}o?)(?=\s+(?:until|on)\b)/gi, word =>
      ['iterate', 'loop'].reduce(slipped, word),
    )
}

function slipped(word: string, meant: string): string {
  return !WORDS_OF_THEIR_OWN.test(word) && isSlipOf(word.toLowerCase(), meant) ? meant : word
}

/** One letter was lost, doubled or changed places with the next. Another letter makes another word. */
function isSlipOf(word: string, meant: string): boolean {
  for (let at = 0; at < meant.length; at++) {
    const [before, letter, after] = [meant.slice(0, at), meant.charAt(at), meant.slice(at + 1)]
    if (word === before + after || word === before + letter + letter + after) return true
    if (word === before + after.charAt(0) + letter + after.slice(1)) return true
  }
  return false
}
