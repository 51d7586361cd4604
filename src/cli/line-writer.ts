import { plain } from '../tools/reading/plain.ts'

const LONGEST_LINE = 4_000

/** Text of others as it comes, told a line at a time and without what would move a terminal's cursor. */
export function lineWriter(out: (line: string) => void): { write(text: string): void; end(): void } {
  let pending = ''
  return {
    write(text) {
      const lines = (pending + text).split('\n')
      pending = lines.pop() ?? ''
      // A line that never ends is shown in pieces; to collect it would cost more with every chunk.
      if (pending.length > LONGEST_LINE) lines.push(pending)
      if (pending.length > LONGEST_LINE) pending = ''
      for (const line of lines) out(plain(line))
    },
    end() {
      if (pending !== '') out(plain(pending))
      pending = ''
    },
  }
}
