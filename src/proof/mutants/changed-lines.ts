/** Numbers of the lines that the text before did not have, as often. Lines that only moved or changed their indentation are not new. */
export function changedLines(before: string, now: string): ReadonlySet<number> {
  const left = new Map<string, number>()
  for (const line of before.split('\n')) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1)
  const changed = new Set<number>()
  for (const [index, line] of now.split('\n').entries()) {
    const count = left.get(line.trim()) ?? 0
    if (count > 0) left.set(line.trim(), count - 1)
    else changed.add(index + 1)
  }
  return changed
}
