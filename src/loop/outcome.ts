import * as z from 'zod/mini'
import { EXIT, type ExitCode } from '../std/exit-codes.ts'
import { unreachable } from '../std/unreachable.ts'

/** Why a loop ended, with what there is to say about it. */
export const outcomeSchema = z.discriminatedUnion('kind', [
  z.readonly(z.strictObject({ kind: z.literal('verified'), because: z.enum(['criterion_holds', 'already_green']) })),
  z.readonly(
    z.strictObject({ kind: z.literal('limit_reached'), limit: z.enum(['iterations', 'time']), allowed: z.string() }),
  ),
  z.readonly(z.strictObject({ kind: z.literal('gate_broken'), error: z.string() })),
  z.readonly(z.strictObject({ kind: z.literal('agent_failed'), error: z.string() })),
  z.readonly(z.strictObject({ kind: z.literal('aborted') })),
])

export type Outcome = z.infer<typeof outcomeSchema>

export function exitCodeOf(outcome: Outcome): ExitCode {
  switch (outcome.kind) {
    case 'verified':
      return EXIT.verified
    case 'limit_reached':
      return EXIT.limit
    case 'gate_broken':
      return EXIT.gateBroken
    case 'agent_failed':
      return EXIT.agentUnusable
    case 'aborted':
      return EXIT.aborted
    default:
      return unreachable(outcome)
  }
}

/** One sentence for people; programs read the kind. */
export function describeOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'verified':
      return outcome.because === 'already_green'
        ? 'the criterion held before the first turn'
        : 'the criterion holds after the last turn'
    case 'limit_reached':
      return outcome.limit === 'iterations'
        ? `${outcome.allowed} turns were taken and the criterion does not hold`
        : `the time of ${outcome.allowed} is used up and the criterion does not hold`
    case 'gate_broken':
      return outcome.error
    case 'agent_failed':
      return outcome.error
    case 'aborted':
      return 'stopped on request'
    default:
      return unreachable(outcome)
  }
}
