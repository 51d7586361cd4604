/** What pytest prints of one failure, below its name between underscores. */
export interface PytestBlock {
  readonly heading: string
  readonly details: string[]
}

/** What may stand above the block of a test. */
export const headings = (title: string, errorFile: string | null): string[] =>
  errorFile === null
    ? [title]
    : [title, `ERROR at setup of ${title}`, `ERROR at teardown of ${title}`, `ERROR collecting ${errorFile}`]

/** In their order, since one heading may stand above several. */
export function byHeading(blocks: readonly PytestBlock[]): Map<string, PytestBlock[]> {
  const found = new Map<string, PytestBlock[]>()
  for (const block of blocks) {
    const known = found.get(block.heading)
    if (known) known.push(block)
    else found.set(block.heading, [block])
  }
  return found
}

/** The lines pytest marks with E say what went wrong; places come before and after them. */
export function wanted(details: readonly string[]): string[] {
  const errors = details.filter(line => /^E\s/.test(line)).map(line => line.replace(/^E {1,3}/, ''))
  const places = details.filter(line => /^\S+\.py:\d+: |^ {2}File "/.test(line))
  if (errors.length === 0) return details.filter(line => line.trim() !== '' && !line.startsWith('    '))
  // Of a syntax error the offending line comes first and its name last.
  const named = errors.findIndex(line => /^[\w.]*(?:Error|Exception|Exit|Interrupt|Failed)\b/.test(line))
  const first = named > 0 && /^\s*(?:File "|\^)/.test(errors[0] ?? '') ? errors.splice(named, 1) : []
  return [...first, ...errors, ...places.reverse()]
}
