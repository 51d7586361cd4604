const hints = new WeakMap<RegExp, readonly string[]>()

/**
 * `pattern.test(text)`, without compiling patterns that cannot match: at least one of the words in a pattern's source
 * must stand in the text. Our tables hold hundreds of patterns, a run uses a few, and compiling is most of its time.
 * A pattern that can match by single letters alone must not be given to it.
 */
export const matches = (pattern: RegExp, text: string): boolean => mayMatch(pattern, text) && pattern.test(text)

export function mayMatch(pattern: RegExp, text: string): boolean {
  const words = hints.get(pattern) ?? wordsIn(pattern)
  if (words.length === 0) return true
  const searched = pattern.ignoreCase ? text.toLowerCase() : text
  return words.some(word => searched.includes(word))
}

function wordsIn(pattern: RegExp): readonly string[] {
  const literal = pattern.source
    .replace(/\(\?<?[!=][^()]*\)/g, ' ')
    .replace(/\\./g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
  const found = [...literal.matchAll(/([A-Za-z][A-Za-z0-9]*)(\?|\*|\{)?/g)].map(([, word = '', optional]) =>
    optional === undefined ? word : word.slice(0, -1),
  )
  const long = [...new Set(found.map(word => (pattern.ignoreCase ? word.toLowerCase() : word)))].filter(
    word => word.length > 1,
  )
  hints.set(pattern, long)
  return long
}
