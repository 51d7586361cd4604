import { formatDuration } from '../std/duration.ts'
import { unreachable } from '../std/unreachable.ts'
import type { CommandResult } from '../system/shell.ts'
import type { Turn } from './agent.ts'
import { asksSomething } from './question.ts'
import type { AgentReport } from './report.ts'
import type { AgentTrouble } from './trouble.ts'

interface TurnEnding {
  readonly result: CommandResult
  readonly told: AgentReport
  /** The end of the output outside the report. */
  readonly stray: string
  readonly aborted: boolean
  /** Whether the program reports how it ends; otherwise only its exit code tells. */
  readonly reports: boolean
}

type End = Pick<Turn, 'ended' | 'error' | 'retryAfterMs'>

const end = (ended: Turn['ended'], error: string | null, retryAfterMs: number | null = null): End => ({
  ended,
  error,
  retryAfterMs,
})

const CANNOT_BE_RUN = [126, 127]

/** How a turn ended, from the process and its report together. A good end needs both. */
export function endOf({ result, told, stray, aborted, reports }: TurnEnding): End {
  if (aborted) return end('aborted', 'stopped')
  switch (result.kind) {
    case 'exited':
      return exited(result.exitCode, { told, stray, reports })
    case 'timed-out':
      // The program may have used its time for retries that cannot succeed.
      return told.trouble !== null && told.trouble.kind !== 'failed'
        ? inTrouble(told.trouble)
        : end('failed', `took longer than ${formatDuration(result.afterMs)}`)
    case 'killed':
      return end('failed', `killed by ${result.signal}`)
    case 'not-started':
      return end('unusable', result.because)
    case 'aborted':
      return end('aborted', 'stopped')
    default:
      return unreachable(result)
  }
}

function exited(exitCode: number, { told, stray, reports }: Pick<TurnEnding, 'told' | 'stray' | 'reports'>): End {
  if (told.trouble !== null) return inTrouble(told.trouble)
  const last = stray.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
  if (CANNOT_BE_RUN.includes(exitCode)) return end('unusable', last || `exit code ${exitCode}`)
  if (exitCode !== 0) return end('failed', `exit code ${exitCode}${last === '' ? '' : `: ${last}`}`)
  if (told.endedWell === false) return end('failed', 'it reports that it failed')
  // A missing report is no claim: another program answered, or an option was not understood.
  if (reports && told.endedWell === null && told.answer === '' && told.tokens === null)
    return end('failed', `it reported nothing${last === '' ? '' : `: ${last}`}`)
  return end(asksSomething(told.answer) ? 'asks' : 'claims-done', null)
}

export function inTrouble({ kind, says, retryAfterMs }: AgentTrouble): End {
  if (kind === 'limited') return end('rate-limited', says, retryAfterMs)
  return kind === 'refused' ? end('unusable', says) : end('failed', says)
}
