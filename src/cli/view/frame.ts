import type { Size } from './region.ts'
import { clip } from './width.ts'

/** The lines that fit on the terminal: all of them, else the brief ones, else the beginning of those. */
export function frameOf(
  { lines, brief }: { readonly lines: readonly string[]; readonly brief: readonly string[] },
  { columns, rows }: Size,
): readonly string[] {
  // The cursor needs the last row.
  const most = Math.max(1, rows - 1)
  const chosen = lines.length <= most ? lines : brief
  const kept = chosen.length <= most ? chosen : chosen.slice(0, most - 1)
  const rest = chosen.length - kept.length
  return [...kept, ...(rest > 0 ? [`… and ${rest} more`] : [])].map(line => clip(line, columns))
}
