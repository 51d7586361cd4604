import { answerOf } from './answer-of.ts'
import { withData } from './check-data.ts'
import type { CheckSnapshot, CompletionCheck } from './completion-check.ts'
import { inWords } from './in-words.ts'
import { type CheckPorts, thisMachine } from './ports.ts'

export interface CommandCheckOptions {
  /** A line for the shell, run in the workspace. */
  readonly command: string
  readonly timeoutMs?: number | undefined
  /** What "done" means to it, for the agent. */
  readonly description?: string | undefined
}

export const describeCommandCheck = ({ command, description }: CommandCheckOptions): string =>
  description ?? `\`${command}\` prints null, which means that the work is complete`

/**
 * A check in any language: it reads the snapshot as one JSON document, and prints one JSON value, null when complete or the
 * reason. Anything else is an error.
 *
 * @example
 * ```ts
 * import { commandCheck } from 'agent-loop'
 *
 * const check = commandCheck({ command: 'python3 check.py', description: 'the totals in report.csv add up' })
 * console.log(check.description()) // the totals in report.csv add up
 * ```
 */
export function commandCheck(options: CommandCheckOptions, own?: CheckPorts): CompletionCheck {
  const ports = own ?? thisMachine()
  const { command, timeoutMs = ports.timeoutMs } = options
  const check: CompletionCheck = {
    description: () => describeCommandCheck(options),
    async check(snapshot, signal) {
      try {
        const question = { command, timeoutMs, snapshot, signal, stdin: `${JSON.stringify(documentOf(snapshot))}\n` }
        const { exitCode, output, complaint } = await answerOf(question, ports)
        if (exitCode !== 0) throw new Error(`exit code ${exitCode}${complaint ? `: ${complaint}` : ''}`)
        return reasonIn(output)
      } catch (error) {
        throw new Error(`${command}: ${error instanceof Error ? error.message : String(error)}`)
      }
    },
  }
  const { description } = options
  const data = { kind: 'command', command, description, timeout_ms: options.timeoutMs } as const
  return withData(check, own === undefined ? data : null)
}

/** The snapshot for programs; the names are a contract. */
const documentOf = ({ workspace, task, iteration, answer, claimsDone, toolResults, baseline }: CheckSnapshot) => ({
  workspace,
  task,
  iteration,
  answer,
  claims_done: claimsDone,
  tool_results: toolResults,
  baseline,
})

function reasonIn(output: string): string | null {
  const value = valueIn(output)
  if (value === null) return null
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new Error(`the answer must be null or a reason, not ${inWords(output)}`)
}

function valueIn(output: string): unknown {
  try {
    return JSON.parse(output)
  } catch {
    throw new Error(`the answer is not one JSON value: ${inWords(output) || 'nothing was printed'}`)
  }
}
