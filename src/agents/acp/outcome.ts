import { formatDuration } from '../../std/duration.ts'
import type { CommandResult } from '../../system/shell.ts'
import type { Turn } from '../agent.ts'
import { isObject, numberAt, objectAt, textAt } from '../json.ts'
import { asksSomething } from '../question.ts'
import type { AgentReport } from '../report.ts'
import { type AgentTrouble, errorReport, troubleOf } from '../trouble.ts'
import { endOf, inTrouble } from '../turn-end.ts'

/** How a turn over the protocol ended: an answer, an error instead of one, or a program that exited. */
export type AcpOutcome =
  | { readonly kind: 'answered'; readonly stopReason: string }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'over'; readonly result: CommandResult }
  | { readonly kind: 'stopped' }

interface AcpCircumstances {
  readonly told: AgentReport
  readonly stray: string
  readonly aborted: boolean
  /** The time limit of the turn, when it was reached. */
  readonly late: number | null
}

type End = Pick<Turn, 'ended' | 'error' | 'retryAfterMs'>

export function outcomeEnd(outcome: AcpOutcome, { told, stray, aborted, late }: AcpCircumstances): End {
  if (aborted) return { ended: 'aborted', error: 'stopped', retryAfterMs: null }
  if (late !== null) return failed(`took longer than ${formatDuration(late)}`)
  switch (outcome.kind) {
    case 'answered':
      return byStopReason(outcome.stopReason, told)
    case 'refused':
      return inTrouble(errorOf(outcome.error))
    case 'over':
      return died(outcome.result, told, stray)
    case 'stopped':
      return { ended: 'aborted', error: 'stopped', retryAfterMs: null }
  }
}

const failed = (error: string): End => ({ ended: 'failed', error, retryAfterMs: null })

function byStopReason(reason: string, { answer }: AgentReport): End {
  if (reason === 'end_turn') {
    return { ended: asksSomething(answer) ? 'asks' : 'claims-done', error: null, retryAfterMs: null }
  }
  if (reason === 'refusal') return failed('the model refused to continue')
  if (reason === 'cancelled') return failed('the agent canceled its own turn')
  // Out of tokens or requests for one turn: the work continues in the next turn.
  return { ended: 'wants-more', error: null, retryAfterMs: null }
}

/** A program that exits before it answers has not finished its turn, whatever its exit code. */
function died(result: CommandResult, told: AgentReport, stray: string): End {
  const end = endOf({ result, told, stray, aborted: false, reports: true })
  if (result.kind !== 'exited' || end.ended === 'unusable') return end
  const last = stray.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
  return failed(`it exited during the turn, exit code ${result.exitCode}${last === '' ? '' : `: ${last}`}`)
}

/** Error codes of the protocol itself. */
const AUTHENTICATION_REQUIRED = -32_000

export function errorOf(error: unknown): AgentTrouble {
  const given = error instanceof Error ? { ...error, message: error.message } : error
  if (numberAt(given, 'code') === AUTHENTICATION_REQUIRED)
    return { kind: 'refused', says: textAt(given, 'message') ?? 'it requires a login', retryAfterMs: null }
  const data = isObject(given) ? given['data'] : undefined
  const more =
    typeof data === 'string'
      ? data
      : (textAt(data, 'details') ?? textAt(data, 'message') ?? textAt(objectAt(data, 'error'), 'message'))
  const report = errorReport(given)
  return troubleOf({
    ...report,
    message: [report.message, more].filter(Boolean).join(': '),
    status: numberAt(data, 'statusCode') ?? numberAt(data, 'status') ?? numberAt(data, 'code') ?? report.status ?? null,
    code:
      textAt(data, 'errorKind') ??
      textAt(data, 'codexErrorInfo') ??
      textAt(data, 'code') ??
      textAt(data, 'type') ??
      report.code ??
      null,
  })
}
