import type { Syntax } from './syntax.ts'

// Two string literals joined by an operator.
const JOINED = /(["'`])([^"'`\\\n$]*)\1(\s*[+.]\s*)(["'`])([^"'`\\\n$]*)\4/g
const MOST_ROUNDS = 8

/** Writes joined string literals as one, and keeps all other positions, so that a split name is still recognized. */
export function folded(syntax: Syntax): Syntax {
  let { code, spoken } = syntax
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const [before, known] = [spoken, code]
    for (const found of before.matchAll(JOINED)) {
      const [whole, quote = '', first = '', between = '', , second = ''] = found
      const to = found.index + whole.length
      if (known[found.index] !== quote || known[to - 1] === ' ') continue
      const breaks = between.replace(/[^\n]/g, '')
      const joined = `${quote}${first}${second}${quote}`.padEnd(whole.length - breaks.length) + breaks
      spoken = spoken.slice(0, found.index) + joined + spoken.slice(to)
    }
    if (spoken === before) break
    code = recoded(before, spoken, known)
  }
  return spoken === syntax.spoken ? syntax : { ...syntax, code, spoken }
}

/** Changed positions are text, not code. */
function recoded(before: string, now: string, code: string): string {
  let out = ''
  for (let at = 0; at < now.length; at++) out += now[at] === before[at] || now[at] === '\n' ? code[at] : ' '
  return out
}
