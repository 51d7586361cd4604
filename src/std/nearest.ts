/** The candidate that a typo most likely meant, or null when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const ranked = candidates
    .map(candidate => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= Math.max(2, Math.floor(word.length / 3)) ? best.candidate : null
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, left] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, right] of [...b].entries()) {
      const swap = (row[j] ?? 0) + (left === right ? 0 : 1)
      next.push(Math.min(swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
