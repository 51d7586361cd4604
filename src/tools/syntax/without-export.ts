/** A declaration without what makes it visible elsewhere. */
export const withoutExport = (line: string): string =>
  line.replace(/^(\s*)(?:export\s+(?:default\s+)?|pub(?:\([^)]*\))?\s+)/, '$1')

/** A definition without its closing words and brackets, because these may also belong to the enclosing class or module. */
export function withoutClosing(code: string): string {
  const words = code.split(/\s/)
  return words.slice(0, words.findLastIndex(word => !/^(?:end|[)\]};]*)$/.test(word)) + 1).join(' ')
}
