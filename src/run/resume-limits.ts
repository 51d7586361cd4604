import type { Outcome } from '../loop/outcome.ts'
import { resumed } from '../loop/resume.ts'
import type { Limits, LoopState } from '../loop/state.ts'
import { higherLimitFlags } from './higher-limits.ts'
import { runProblem } from './problems.ts'

/** The limits that a loop resumes with. Throws for a loop that cannot be resumed, with what to do instead. */
export function limitsToResume(state: LoopState, wanted: Partial<Limits>): Limits {
  const { id } = state.spec
  const limits = { ...state.spec.limits, ...wanted }
  if (state.outcome === null) return limits
  const over = whyOver(state.outcome, state.waivedSinceCheck)
  if (over !== null) throw runProblem(over, { id })
  // The last turn was checked. Without a higher limit there would be no next one.
  const next = resumed(state, limits)
  const flags = next.phase === 'ready' ? higherLimitFlags(next, limits) : []
  if (flags.length === 0) return limits
  throw runProblem('limits-used-up', { id, flags })
}

/** The problem of a loop that ended like this and cannot be resumed; null when it can. */
export function whyOver(outcome: Outcome, waived: boolean): OverProblem | null {
  switch (outcome.kind) {
    case 'paused':
    case 'limit_reached':
      return null
    case 'blocked':
      return outcome.because === 'red_baseline' ? 'failing-at-start' : null
    case 'verified':
      return 'already-verified'
    case 'claimed':
      return 'already-claimed'
    case 'tampered':
      return waived ? null : 'tampered'
    case 'gate_broken':
      return 'check-broken'
    case 'agent_failed':
      return 'agent-failed'
    case 'stuck':
      return waived ? null : 'stuck'
    case 'aborted':
      return outcome.interrupted ? null : 'aborted'
  }
}

type OverProblem =
  | 'failing-at-start'
  | 'already-verified'
  | 'already-claimed'
  | 'tampered'
  | 'check-broken'
  | 'agent-failed'
  | 'aborted'
  | 'stuck'
