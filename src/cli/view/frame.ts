import type { Size } from './region.ts'
import { clip } from './width.ts'

/** What a terminal shows at once of something that is drawn again and again: all of it, or what is brief, and never more than there is room for. */
export function frameOf(
  { lines, brief }: { readonly lines: readonly string[]; readonly brief: readonly string[] },
  { columns, rows }: Size,
): readonly string[] {
  // The last row is where the cursor stands.
  const room = Math.max(1, rows - 1)
  const chosen = lines.length <= room ? lines : brief
  const kept = chosen.length <= room ? chosen : chosen.slice(0, room - 1)
  const rest = chosen.length - kept.length
  return [...kept, ...(rest > 0 ? [`… and ${rest} more`] : [])].map(line => clip(line, columns))
}
