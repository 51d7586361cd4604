import { unreachable } from '../std/unreachable.ts'
import type { Baseline } from '../verify/verification.ts'
import { testsRun } from './earned.ts'
import type { CheckFacts, EventOf, LoopEvent } from './events.ts'
import { CHECKS_REMEMBERED, type LoopState, newLoop } from './state.ts'

/** A loop's state after one more event. Reading a journal and living through it give the same state. */
export function apply(state: LoopState, event: LoopEvent): LoopState {
  return { ...step(state, event), lastActive: event.at }
}

/** The state that a journal adds up to; null when it does not begin with the loop's start. */
export function fold(events: readonly LoopEvent[]): LoopState | null {
  const [first, ...rest] = events
  return first?.kind === 'loop-start' ? rest.reduce(apply, newLoop(first.spec)) : null
}

function step(state: LoopState, event: LoopEvent): LoopState {
  switch (event.kind) {
    case 'loop-start':
      return newLoop(event.spec)
    case 'baseline-end':
      // The baseline's time is ours: it does not count against what the loop may spend.
      return { ...afterCheck(state, event), baseline: baselineOf(event), startedGreen: event.verdict === 'verified' }
    case 'turn-start':
      return { ...state, phase: 'in-turn', iteration: event.iteration }
    case 'turn-text':
      return state
    case 'turn-end':
      return afterTurn(state, event)
    case 'check-end':
      return { ...afterCheck(state, event), spentMs: state.spentMs + event.duration_ms }
    case 'loop-end':
      return { ...state, phase: 'ended', outcome: event.outcome }
    default:
      return unreachable(event)
  }
}

const baselineOf = ({ evidence }: CheckFacts): Baseline => ({
  failing: evidence.flatMap(({ failing }) => failing),
  measured: evidence.find(({ measured }) => measured !== null)?.measured ?? null,
  ran: testsRun(evidence),
  closed: evidence.find(({ closed }) => closed !== null)?.closed ?? null,
})

function afterCheck(state: LoopState, { verdict, missing, evidence }: CheckFacts): LoopState {
  const summary = { iteration: state.iteration, verdict, missing, turnEnded: state.turn?.ended ?? null }
  const failing = {
    ids: evidence.flatMap(({ failing }) => failing).slice(0, FAILING_SHOWN),
    count: evidence.reduce((sum, { failing_count }) => sum + failing_count, 0),
  }
  return { ...state, phase: 'ready', missing, failing, checks: [...state.checks, summary].slice(-CHECKS_REMEMBERED) }
}

const FAILING_SHOWN = 20

function afterTurn(state: LoopState, event: EventOf<'turn-end'>): LoopState {
  const badly = event.ended === 'failed' || event.ended === 'unusable'
  return {
    ...state,
    phase: 'closing',
    spentMs: state.spentMs + event.duration_ms,
    touched: state.touched || event.tree_changed,
    idleFailures: badly && !event.tree_changed ? state.idleFailures + 1 : 0,
    turn: {
      iteration: event.iteration,
      ended: event.ended,
      answer: event.answer,
      exitCode: event.exit_code,
      error: event.error,
      treeChanged: event.tree_changed,
    },
  }
}
