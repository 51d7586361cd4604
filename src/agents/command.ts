import { formatDuration } from '../std/duration.ts'
import { unreachable } from '../std/unreachable.ts'
import type { CommandResult } from '../system/shell.ts'
import { type Agent, type AgentPorts, type Turn, type TurnRequest, UNKNOWN_USAGE } from './agent.ts'
import { lastWords } from './answer.ts'
import { asksSomething } from './question.ts'

/** Any program that reads a prompt from standard input or a file and exits when it is finished. */
export function commandAgent(command: string, { shell, env, nonce }: AgentPorts): Agent {
  return {
    name: command,
    tells: { tokens: false, usd: false },
    async turn(request) {
      const result = await shell.run({
        command: command.replaceAll('{prompt_file}', shellQuote(request.promptFile)),
        cwd: request.workspace,
        env: { ...env, ...request.variables },
        nonce,
        stdin: request.prompt,
        timeoutMs: request.timeoutMs,
        signal: request.signal,
        onOutput: request.onText,
      })
      return toTurn(result, request)
    },
  }
}

const CANNOT_BE_RUN = [126, 127]
/** EX_TEMPFAIL of sysexits: a wrapper returns it when its agent must be called again later. */
const TRY_LATER = 75

function toTurn(result: CommandResult, request: TurnRequest): Turn {
  const facts = {
    ...UNKNOWN_USAGE,
    answer: lastWords(result.output),
    durationMs: result.durationMs,
    exitCode: null,
  }
  if (request.signal.aborted) return { ...facts, ended: 'aborted', error: 'stopped' }
  switch (result.kind) {
    case 'exited':
      return { ...facts, ...byExitCode(result.exitCode, result.output), exitCode: result.exitCode }
    case 'timed-out':
      return { ...facts, ended: 'failed', error: `took longer than ${formatDuration(result.afterMs)}` }
    case 'killed':
      return { ...facts, ended: 'failed', error: `killed by ${result.signal}` }
    case 'not-started':
      return { ...facts, ended: 'unusable', error: result.because }
    case 'aborted':
      return { ...facts, ended: 'aborted', error: 'stopped' }
    default:
      return unreachable(result)
  }
}

// A program cannot say "not yet": exiting with 0 is its claim, and the check decides.
function byExitCode(exitCode: number, output: string): Pick<Turn, 'ended' | 'error'> {
  if (exitCode === 0) return { ended: asksSomething(output) ? 'asks' : 'claims-done', error: null }
  if (exitCode === TRY_LATER) return { ended: 'rate-limited', error: `exit code ${TRY_LATER}: retry later` }
  if (!CANNOT_BE_RUN.includes(exitCode)) return { ended: 'failed', error: `exit code ${exitCode}` }
  const said = output.trim().split('\n').at(-1)
  return { ended: 'unusable', error: said || `exit code ${exitCode}` }
}

const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
