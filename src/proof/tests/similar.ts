/** Similarity of two texts from 0 to 1, by their lines. Ignores order and blank lines. */
export function similarity(a: string, b: string): number {
  const [left, right] = [lines(a), lines(b)]
  if (left.length === 0 && right.length === 0) return 1
  const counts = new Map<string, number>()
  for (const line of left) counts.set(line, (counts.get(line) ?? 0) + 1)
  let shared = 0
  for (const line of right) {
    const count = counts.get(line) ?? 0
    if (count === 0) continue
    counts.set(line, count - 1)
    shared += 1
  }
  return (2 * shared) / (left.length + right.length)
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
