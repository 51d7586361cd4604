/** Splits a stream of text into lines. A line that is too long is dropped and never held in memory completely. */
export function lineSplitter(onLine: (line: string) => void): { push(text: string): void; end(): void } {
  let rest = ''
  let skipping = false
  const line = (text: string): void => {
    if (!skipping) onLine(text)
    skipping = false
  }
  return {
    push(text) {
      const parts = text.split('\n')
      const last = parts.pop() ?? ''
      for (const part of parts) {
        line(rest + part)
        rest = ''
      }
      rest += last
      if (rest.length > LONGEST_LINE) {
        rest = ''
        skipping = true
      }
    },
    end() {
      if (rest !== '' || skipping) line(rest)
      rest = ''
    },
  }
}

export const LONGEST_LINE = 4 * 1024 * 1024
