import type { LoopEvent } from './events.ts'
import type { Limits, LoopState, Phase } from './state.ts'

/** A loop that is resumed: what it spent stays spent, and only its limits are new. */
export function resumed(state: LoopState, limits: Limits): LoopState {
  const next = continued({ ...state, spec: { ...state.spec, limits } })
  // A waiver may be all that was missing: the tree is checked as it is, before another turn is paid for.
  const isDue = next.waivedSinceCheck && next.turn !== null && next.iteration > 0
  if (!isDue || (next.phase !== 'ready' && next.phase !== 'waiting')) return next
  const { turn } = next
  const last = turn?.ended === 'rate-limited' ? { ...turn, iteration: next.iteration, ended: 'lost' as const } : turn
  return { ...next, phase: 'closing', waitUntil: null, turn: last }
}

function continued(state: LoopState): LoopState {
  if (state.phase !== 'ended') return state
  // A turn that met a rate limit did not happen: its number is given again.
  const happened = state.turn?.ended !== 'rate-limited' || state.turn.iteration !== state.iteration
  return {
    ...state,
    phase: phaseOf(state, happened),
    iteration: happened ? state.iteration : state.iteration - 1,
    waitUntil: null,
    outcome: null,
    turn: state.turn?.ended === 'aborted' ? { ...state.turn, ended: 'lost' } : state.turn,
  }
}

function phaseOf({ baseline, checks, iteration, outcome }: LoopState, happened: boolean): Phase {
  if (baseline === null) return 'opening'
  // After a person's decision, the check may pass without another turn.
  if (outcome?.kind === 'tampered' || (outcome?.kind === 'blocked' && outcome.because === 'needs_waiver'))
    return 'closing'
  return happened && (checks.at(-1)?.iteration ?? 0) < iteration ? 'closing' : 'ready'
}

/** After Ctrl-C a loop counts as aborted, but people know that they only interrupted it. */
function stoppedHow({ outcome }: LoopState): string {
  return outcome === null || (outcome.kind === 'aborted' && outcome.interrupted) ? 'interrupted' : outcome.kind
}

export const loopResume = (state: LoopState, limits: Limits, at: string): LoopEvent => ({
  kind: 'loop-resume',
  loop: state.spec.id,
  at,
  iteration: state.iteration,
  from: stoppedHow(state),
  limits,
})
