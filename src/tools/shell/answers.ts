import { invocationsIn } from './invocation.ts'

/** Whether a command answers with a number that it prints: `… | wc -l`, `grep -c`, `jq .total`, `node -p`. */
export function countsSomething(line: string): boolean {
  const invocations = invocationsIn(line)
  return invocations.some(({ program, args }) => {
    if (program === 'wc' || program === 'nproc' || program === 'bc' || program === 'expr') return true
    if (/^(?:[efz]?grep|rg|ag|ack|uniq)$/.test(program)) return args.some(arg => /^-[a-zA-Z]*c$|^--count/.test(arg))
    if (program === 'jq' || program === 'yq') return !args.some(arg => /^-[a-z]*e|^--exit-status$/.test(arg))
    if (program === 'git') return args.includes('--count')
    return program === 'node' && args.some(arg => /^(?:-p|-pe|--print)$/.test(arg))
  })
}

const SERVER = /^(?:curl|wget|http|https|xh|httpie|ab|hey)$/

/** Whether a command speaks with a server whose answer has a status of its own. */
export const asksServer = (line: string): boolean => invocationsIn(line).some(({ program }) => SERVER.test(program))
