import { createHash } from 'node:crypto'

export const FIRST_LINK = '0'.repeat(64)

/** What the next line of a journal carries of this one. */
export const linkOf = (line: string): string => createHash('sha256').update(line).digest('hex')

/** The number of the first line that does not follow the one before; null when all do. Reads no event, so it is fast. */
export function firstBrokenLine(text: string): number | null {
  let link = FIRST_LINK
  const lines = text.split('\n')
  for (const [index, line] of lines.slice(0, -1).entries()) {
    if (!follows(line, index, link)) return index + 1
    link = linkOf(line)
  }
  return lines.at(-1) === '' && lines.length > 1 ? null : lines.length
}

function follows(line: string, seq: number, link: string): boolean {
  try {
    const value = JSON.parse(line) as { readonly seq?: unknown; readonly prev?: unknown } | null
    return value?.seq === seq && value.prev === link
  } catch {
    return false
  }
}
