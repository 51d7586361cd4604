import type { SavedSnapshots } from './saved-snapshots.ts'

/** The first and the last snapshot of a loop; null when there are none. */
export async function wholeRange(
  saved: SavedSnapshots,
): Promise<{ readonly from: string; readonly to: string } | null> {
  const kept = await saved.iterations().catch(() => [])
  const [first, last] = [kept[0], kept.at(-1)]
  if (first === undefined || last === undefined) return null
  const [from, to] = [await saved.idOf(first), await saved.idOf(last)]
  return from === null || to === null ? null : { from, to }
}
