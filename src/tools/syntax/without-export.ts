/** A declaration without what makes it visible elsewhere. */
export const withoutExport = (line: string): string =>
  line.replace(/^(\s*)(?:export\s+(?:default\s+)?|pub(?:\([^)]*\))?\s+)/, '$1')
