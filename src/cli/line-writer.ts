import { plain } from '../tools/reading/plain.ts'

const LONGEST_LINE = 4_000

/** Collects untrusted text into lines, without characters that move the cursor. */
export function lineWriter(out: (line: string) => void): { write(text: string): void; end(): void } {
  let pending = ''
  return {
    write(text) {
      const lines = (pending + text).split('\n')
      pending = lines.pop() ?? ''
      // An endless line is shown in pieces, because collecting it would cost more with every chunk.
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
