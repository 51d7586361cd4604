import type { Syntax } from './syntax.ts'

// Two pieces of text that are joined where they stand.
const JOINED = /(["'`])([^"'`\\\n$]*)\1(\s*[+.]\s*)(["'`])([^"'`\\\n$]*)\4/g
const MOST_ROUNDS = 8

/** The same with joined pieces of text written as one, and all else where it was: a name is a name however it is spelled. */
export function folded(syntax: Syntax): Syntax {
  let { code, spoken } = syntax
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const [before, known] = [spoken, code]
    spoken = before.replace(JOINED, (whole, quote, first, between, _, second, at: number) => {
      if (known[at] !== quote || known[at + whole.length - 1] === ' ') return whole
      const breaks = between.replace(/[^\n]/g, '')
      return `${quote}${first}${second}${quote}`.padEnd(whole.length - breaks.length) + breaks
    })
    if (spoken === before) break
    code = recoded(before, spoken, known)
  }
  return spoken === syntax.spoken ? syntax : { ...syntax, code, spoken }
}

/** Where the text is another than before, it is text and not code. */
function recoded(before: string, now: string, code: string): string {
  let out = ''
  for (let at = 0; at < now.length; at++) out += now[at] === before[at] || now[at] === '\n' ? code[at] : ' '
  return out
}
