import * as z from 'zod/mini'
import { EXIT, type ExitCode } from '../std/exit-codes.ts'
import { unreachable } from '../std/unreachable.ts'

export const LIMITS = ['iterations', 'time', 'tokens', 'cost'] as const

/** Why a loop ended, with what there is to say about it. */
export const outcomeSchema = z.discriminatedUnion('kind', [
  z.readonly(z.strictObject({ kind: z.literal('verified'), because: z.enum(['criterion_holds', 'already_green']) })),
  /** The agent's word was enough, by choice; nothing was checked. */
  z.readonly(z.strictObject({ kind: z.literal('claimed') })),
  z.readonly(
    z.strictObject({
      kind: z.literal('limit_reached'),
      limit: z.enum(LIMITS),
      allowed: z.string(),
      /** What the last check found: `not_yet`, `unproven`, `flaky`. */
      verdict: z.string(),
    }),
  ),
  z.readonly(z.strictObject({ kind: z.literal('stuck'), how: z.enum(['repeating', 'oscillating']), turns: z.int() })),
  z.readonly(
    z.strictObject({
      kind: z.literal('blocked'),
      because: z.enum(['agent', 'needs_waiver', 'red_baseline']),
      says: z.string(),
    }),
  ),
  z.readonly(z.strictObject({ kind: z.literal('tampered'), says: z.string() })),
  z.readonly(z.strictObject({ kind: z.literal('gate_broken'), error: z.string() })),
  z.readonly(z.strictObject({ kind: z.literal('agent_failed'), error: z.string() })),
  z.readonly(z.strictObject({ kind: z.literal('paused'), because: z.string() })),
  z.readonly(z.strictObject({ kind: z.literal('aborted') })),
])

export type Outcome = z.infer<typeof outcomeSchema>

export function exitCodeOf(outcome: Outcome): ExitCode {
  switch (outcome.kind) {
    case 'verified':
    case 'claimed':
      return EXIT.verified
    case 'limit_reached':
      return EXIT.limit
    case 'stuck':
      return EXIT.stuck
    case 'blocked':
      // Here it is not the agent that is stuck: a person must first say what counts.
      return outcome.because === 'red_baseline' ? EXIT.noCriterion : EXIT.stuck
    case 'tampered':
      return EXIT.tampered
    case 'gate_broken':
      return EXIT.gateBroken
    case 'agent_failed':
      return EXIT.agentUnusable
    case 'paused':
      return EXIT.paused
    case 'aborted':
      return EXIT.aborted
    default:
      return unreachable(outcome)
  }
}

/** For programs that branch on more than the status. */
export function reasonOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'verified':
    case 'blocked':
      return outcome.because
    case 'limit_reached':
      return outcome.verdict
    case 'stuck':
      return outcome.how
    default:
      return outcome.kind
  }
}

/** One sentence for people; programs read the kind. */
export function describeOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'verified':
      return outcome.because === 'already_green'
        ? 'the criterion held before the first turn'
        : 'the criterion holds after the last turn'
    case 'claimed':
      return 'the agent says that it is done; its word was chosen to be enough, and nothing was checked'
    case 'limit_reached':
      return `${limitWords[outcome.limit](outcome.allowed)} and ${verdictWords(outcome.verdict)}`
    case 'stuck':
      return outcome.how === 'repeating'
        ? `${outcome.turns} turns left the same things missing`
        : `${outcome.turns} turns went back and forth between states that had been there before`
    case 'blocked':
    case 'tampered':
      return outcome.says
    case 'gate_broken':
    case 'agent_failed':
      return outcome.error
    case 'paused':
      return outcome.because
    case 'aborted':
      return 'stopped on request'
    default:
      return unreachable(outcome)
  }
}

const limitWords: Readonly<Record<(typeof LIMITS)[number], (allowed: string) => string>> = {
  iterations: allowed => `${allowed} ${allowed === '1' ? 'turn was' : 'turns were'} taken`,
  time: allowed => `the time of ${allowed} is used up`,
  tokens: allowed => `the ${allowed} tokens are used up`,
  cost: allowed => `the ${allowed} are spent, or it is no longer known what was`,
}

function verdictWords(verdict: string): string {
  if (verdict === 'unproven') return 'the criterion holds, but nothing shows that it was earned'
  if (verdict === 'flaky') return 'the criterion holds only now and then'
  return 'the criterion does not hold'
}
