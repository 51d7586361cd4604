import type { LoopEvent } from './events.ts'
import type { Limits, LoopState, Phase } from './state.ts'

/** A loop that is resumed: what it spent stays spent, and only its limits are new. */
export function resumed(state: LoopState, limits: Limits): LoopState {
  const spec = { ...state.spec, limits }
  if (state.phase !== 'ended') return { ...state, spec }
  // A turn that met a rate limit did not happen: its number is given again.
  const happened = state.turn?.ended !== 'rate-limited' || state.turn.iteration !== state.iteration
  return {
    ...state,
    spec,
    phase: phaseOf(state, happened),
    iteration: happened ? state.iteration : state.iteration - 1,
    waitUntil: null,
    outcome: null,
  }
}

function phaseOf({ baseline, checks, iteration, outcome }: LoopState, happened: boolean): Phase {
  if (baseline === null) return 'opening'
  // After a person's decision, the check may pass without another turn.
  if (outcome?.kind === 'tampered' || (outcome?.kind === 'blocked' && outcome.because === 'needs_waiver'))
    return 'closing'
  return happened && (checks.at(-1)?.iteration ?? 0) < iteration ? 'closing' : 'ready'
}

export const loopResume = (state: LoopState, limits: Limits, at: string): LoopEvent => ({
  kind: 'loop-resume',
  loop: state.spec.id,
  at,
  iteration: state.iteration,
  from: state.outcome?.kind ?? 'interrupted',
  limits,
})
