/** One pattern for many: it finds what any of them finds. Without patterns it finds nothing. */
export function anyOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.length === 0 ? '$^' : patterns.map(cased).join('|'))
}

// Patterns that ignore case are few and short, so letters are doubled instead of testing them on their own.
function cased({ source, ignoreCase }: RegExp): string {
  const both = (letter: string): string => `[${letter.toLowerCase()}${letter.toUpperCase()}]`
  return `(?:${ignoreCase ? source.replace(/(?<!\\)[a-z]/gi, both) : source})`
}
