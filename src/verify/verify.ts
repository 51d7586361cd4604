import { type Criterion, leavesOf } from '../criteria/criterion.ts'
import { toShell } from '../criteria/to-shell.ts'
import type { CommandResult, Environment, Shell } from '../host/shell.ts'
import { formatDuration } from '../std/duration.ts'
import { unreachable } from '../std/unreachable.ts'
import { learn } from './learn.ts'
import type { Verification } from './verification.ts'

export interface VerifyRequest {
  readonly criterion: Criterion
  readonly cwd: string
  readonly env: Environment
  readonly nonce: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  readonly onBytes?: (bytes: Uint8Array) => void
}

/** Runs a criterion once and says whether it holds. Never rejects. */
export async function verify(request: VerifyRequest, shell: Shell): Promise<Verification> {
  const { criterion, ...run } = request
  const line = lineFor(criterion)
  if (line === null) {
    const facts = { criterion, command: '', output: '', durationMs: 0 }
    return {
      ...facts,
      ...unverifiable('cannot_start', 'rules about files and numbers in an output are not supported yet'),
    }
  }
  const result = await shell.run({ ...run, command: line.command })
  const facts = { criterion, command: line.command, output: result.output, durationMs: result.durationMs }
  return { ...facts, ...judge(line, result) }
}

interface Line {
  readonly command: string
  readonly expect: number
}

/** One line for the shell, and how it must end; null for what a shell cannot say. */
function lineFor(criterion: Criterion): Line | null {
  if (criterion.kind === 'exit_code') return criterion
  return leavesOf(criterion).every(({ kind }) => kind === 'exit_code')
    ? { command: toShell(criterion), expect: 0 }
    : null
}

const NOT_FOUND = 127

function judge(criterion: Line, result: CommandResult) {
  switch (result.kind) {
    case 'exited':
      if (result.exitCode === criterion.expect) return { kind: 'passed', exitCode: result.exitCode } as const
      if (result.exitCode === NOT_FOUND) return notFound(criterion, result.output)
      return { kind: 'failed', exitCode: result.exitCode, learnings: learn(result.output) } as const
    case 'killed':
      return {
        kind: 'failed',
        exitCode: null,
        learnings: `killed by ${result.signal}\n${learn(result.output)}`,
      } as const
    case 'timed-out':
      return unverifiable('timeout', `${criterion.command} did not end within ${formatDuration(result.afterMs)}`)
    case 'not-started':
      return unverifiable('cannot_start', `${criterion.command} could not be started: ${result.because}`)
    case 'aborted':
      return unverifiable('aborted', `${criterion.command} was stopped`)
    default:
      return unreachable(result)
  }
}

function notFound(criterion: Line, output: string) {
  const said = output.trim().split('\n').at(-1) ?? ''
  return unverifiable('command_not_found', `${criterion.command} exits 127: ${said || 'command not found'}`)
}

const unverifiable = <E extends string>(error: E, message: string) =>
  ({ kind: 'unverifiable', error, message }) as const
