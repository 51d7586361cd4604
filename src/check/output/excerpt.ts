import { plain } from '../../tools/reading/plain.ts'

const TROUBLE =
  /\b(?:errors?|fail(?:ed|ure|s|ing)?|fatal|panic|exception|traceback|abort(?:ed)?|denied|refused|cannot|can't|could not|couldn't|undefined|unable|not found|no such|missing|invalid|unexpected|timed? ?out|killed|segmentation|assert\w*)\b|^\s*(?:E |✖|✗|×|\^)/i
const LINE_LENGTH = 300

/** The parts of an output that a person would look at: its beginning, its end, and the lines around reported problems. */
export function excerpt(output: string, limit: number): string[] {
  const lines = plain(output)
    .split('\n')
    .map(line => (line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)}…` : line.trimEnd()))
  while (lines.at(-1) === '') lines.pop()
  if (lines.length <= limit) return lines
  const kept = new Set<number>()
  const keep = (from: number, to: number): void => {
    for (let at = Math.max(0, from); at <= Math.min(lines.length - 1, to) && kept.size < limit - 4; at++) kept.add(at)
  }
  keep(0, 1)
  keep(lines.length - Math.ceil(limit / 3), lines.length - 1)
  for (const [at, line] of lines.entries()) {
    if (kept.size >= limit - 4) break
    if (TROUBLE.test(line)) keep(at - 1, at + 2)
  }
  return joined(
    lines,
    [...kept].sort((a, b) => a - b),
    limit,
  )
}

function joined(lines: readonly string[], kept: readonly number[], limit: number): string[] {
  const shown: string[] = []
  let last = -1
  for (const at of kept) {
    if (at > last + 1) shown.push(`[… ${at - last - 1} lines left out …]`)
    shown.push(lines[at] ?? '')
    last = at
  }
  // Every gap costs a line too; lines that do not fit are removed from the middle.
  const over = shown.length - limit
  if (over > 0) shown.splice(Math.floor(shown.length / 2) - over, over + 1, '[… more left out …]')
  return shown
}
