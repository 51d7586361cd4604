import * as z from 'zod/mini'
import { EXIT, type ExitCode } from '../std/exit-codes.ts'
import { unreachable } from '../std/unreachable.ts'
import { INTERRUPT, LOST_RACE } from './abort-reasons.ts'

export const LIMITS = ['iterations', 'time', 'tokens', 'cost', 'cost_per_day', 'idle_turns'] as const

/** Why a loop ended, with what there is to say about it. */
export const outcomeSchema = z.discriminatedUnion('kind', [
  z.readonly(z.strictObject({ kind: z.literal('verified'), because: z.enum(['criterion_holds', 'already_green']) })),
  /** The agent's claim ends the loop, as configured; nothing was checked. */
  z.readonly(z.strictObject({ kind: z.literal('claimed') })),
  z.readonly(
    z.strictObject({
      kind: z.literal('limit_reached'),
      limit: z.enum(LIMITS),
      allowed: z.string(),
      /** What the last check found: `not_yet`, `unproven`, `flaky`, `nothing_done`. */
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
  /** `interrupted`: by a signal to our process, such as Ctrl-C. Such a loop can be resumed; one that `abort` ended cannot. `lostRace`: another agent was verified first. */
  z.readonly(
    z.strictObject({
      kind: z.literal('aborted'),
      interrupted: z.optional(z.literal(true)),
      lostRace: z.optional(z.literal(true)),
    }),
  ),
])

export type Outcome = z.infer<typeof outcomeSchema>

export function abortedBy({ reason }: AbortSignal): Outcome {
  if (reason === LOST_RACE) return { kind: 'aborted', lostRace: true }
  return reason === INTERRUPT ? { kind: 'aborted', interrupted: true } : { kind: 'aborted' }
}

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
      // The agent is not stuck here: a person must first say what counts as done.
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
        ? 'the check passed before the first turn'
        : 'the check passes after the last turn'
    case 'claimed':
      return 'the agent claims that the work is done; nothing was checked, as configured'
    case 'limit_reached':
      return `${limitWords[outcome.limit](outcome.allowed)}, and ${verdictSentence(outcome.verdict)}`
    case 'stuck':
      return outcome.how === 'repeating'
        ? `no progress for ${outcome.turns} turns: the same checks still fail`
        : `no progress for ${outcome.turns} turns: the work goes back and forth between earlier states`
    case 'blocked':
    case 'tampered':
      return outcome.says
    case 'gate_broken':
    case 'agent_failed':
      return outcome.error
    case 'paused':
      return outcome.because
    case 'aborted':
      if (outcome.lostRace) return 'another agent of the race was verified first'
      return outcome.interrupted ? 'interrupted' : 'stopped on request'
    default:
      return unreachable(outcome)
  }
}

const limitWords: Readonly<Record<(typeof LIMITS)[number], (allowed: string) => string>> = {
  iterations: allowed => `turn limit reached (${allowed})`,
  time: allowed => `time limit reached (${allowed})`,
  tokens: allowed => `token limit reached (${allowed}), or the agent stopped reporting tokens`,
  idle_turns: allowed => `${allowed} turns in a row changed nothing`,
  cost_per_day: allowed => `daily cost limit reached: ${allowed}`,
  cost: allowed => `cost limit reached (${allowed}), or the agent stopped reporting cost`,
}

export function verdictSentence(verdict: string): string {
  if (verdict === 'unproven') return 'the check passes, but the proof does not hold'
  if (verdict === 'nothing_done')
    return 'nothing was done: no file changed, and the check passes as it did before the first turn'
  if (verdict === 'flaky') return 'the check is flaky: it passes only sometimes'
  return 'the check still fails'
}
