import { plural } from '../../tools/reading/totals.ts'

/** How the part of a learning begins that is raw output. */
export const OUTPUT_FOLLOWS = 'Output:'

/** The lines around raw output in a prompt. */
const MARK = /^‹\S+›$/

/**
 * A learning in at most `limit` lines for people. Of raw output the last lines are shown, where a program says why it failed; of
 * anything else the first.
 */
export function shortened(lines: readonly string[], limit: number): readonly string[] {
  if (lines.length <= limit) return lines
  const at = lines.findIndex(line => line.trim().startsWith(OUTPUT_FOLLOWS))
  if (at === -1) return [...lines.slice(0, limit - 1), `…and ${plural(lines.length - limit + 1, 'more line')}`]
  const head = lines.slice(0, Math.min(at, limit - 2))
  const left = limit - head.length - 1
  const output = lines.slice(at + 1).filter(line => !MARK.test(line.trim()))
  return [...head, 'Last lines of its output:', ...output.slice(-left)]
}
