/** Where lines are printed. */
interface Page {
  readonly terminal: boolean
  readonly columns: () => number
}

/** A command to type next, or the one that is proposed: broken into two lines, it could not be copied. */
const COMMAND = /(?:^|: | {2,})(?:agent-loop|git) |^Verification: /

/** Lines for people, broken between words where the terminal is narrower. Lines with a command stay whole. */
export async function foldLines(lines: readonly string[], { terminal, columns }: Page): Promise<readonly string[]> {
  if (!terminal) return lines
  const width = columns()
  const isLong = (line: string): boolean => line.length >= width
  if (!lines.some(isLong)) return lines
  // The code that measures text is loaded only where it is needed, because `status` is fast.
  const { folded, withCommandBelow } = await import('./width.ts')
  const fold = (line: string): string => (COMMAND.test(line) ? withCommandBelow(line, width) : folded(line, width))
  return lines.map(line => (isLong(line) ? fold(line).replaceAll('\r\n', '\n') : line))
}
