/** The candidate that a typo most likely meant, or null when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const ranked = candidates
    .map(candidate => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance)
  const best = ranked[0]
  return best && best.distance <= Math.max(word.length < 4 ? 1 : 2, Math.floor(word.length / 3)) ? best.candidate : null
}

/** Two letters that changed places are one slip. */
function editDistance(a: string, b: string): number {
  let before: readonly number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const swap = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      const turned = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j]
      const places = turned ? (before[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, places))
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}
