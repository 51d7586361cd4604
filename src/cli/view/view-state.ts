import { provable } from '../../check/completion/provable.ts'
import { commandsOf } from '../../criteria/criterion.ts'
import { apply } from '../../loop/apply.ts'
import type { CheckFacts, EventOf, LoopEvent } from '../../loop/events.ts'
import { type LoopSpec, type LoopState, newLoop } from '../../loop/state.ts'
import type { Finding } from '../../proof/finding.ts'
import type { ProvingStep } from '../../proof/proving-step.ts'
import { countsOf, type ViewCounts } from './words.ts'

export type Doing = 'baseline' | 'agent' | 'checking' | 'proving' | 'waiting' | 'between' | 'stopping'

/** Everything that the live region shows: the loop's own state, and data from its events. */
export interface ViewState {
  readonly state: LoopState
  readonly doing: Doing
  /** When that began, in milliseconds of `performance.now()`. */
  readonly since: number
  /** The step of the proof that runs, and when it began; null outside a proof and before its first step. */
  readonly step: { readonly name: ProvingStep; readonly since: number } | null
  /** The end of the agent's text in this turn. */
  readonly said: string
  readonly check: CheckFacts | null
  readonly baseline: ViewCounts | null
  /** The number of failures per check; null where unknown. */
  readonly failing: readonly (number | null)[]
  readonly findings: readonly Finding[]
  /** The time left that was shown last. It never rises, although a step's own measure may be a little less than ours. */
  readonly leftMs: number
}

export const firstViewState = (spec: LoopSpec, now: number): ViewState => ({
  state: newLoop(spec),
  doing: 'baseline',
  since: now,
  step: null,
  said: '',
  check: null,
  baseline: null,
  failing: [],
  findings: [],
  leftMs: spec.limits.totalMs,
})

/** Enough for the lines that are shown, and cheap to append to. */
const SAID_KEPT = 8_000

/** How much of the loop's time is left. */
export function timeLeft({ state, doing, since, leftMs }: ViewState, now: number): number {
  const running = doing === 'agent' || doing === 'checking' || doing === 'proving' ? now - since : 0
  return Math.min(leftMs, Math.max(0, state.spec.limits.totalMs - state.spent.ms - running))
}

export function nextViewState(view: ViewState, event: LoopEvent, now: number): ViewState {
  if (event.kind === 'turn-text') return { ...view, said: (view.said + event.text).slice(-SAID_KEPT) }
  const known = { ...view, state: apply(view.state, event), leftMs: timeLeft(view, now) }
  const seen = (doing: Doing): ViewState => ({
    ...known,
    doing: view.doing === 'stopping' ? 'stopping' : doing,
    since: now,
    step: null,
  })
  switch (event.kind) {
    case 'loop-start':
      return firstViewState(event.spec, now)
    case 'baseline-end':
      return { ...checked(seen('between'), event), baseline: countsOf(event.evidence) }
    case 'turn-start':
      return { ...seen('agent'), said: '', findings: [] }
    case 'turn-end':
      return { ...seen('checking'), said: '' }
    case 'check-end':
      return checked(seen('between'), event)
    case 'hint':
    case 'loop-move':
      return known
    case 'loop-resume':
      return { ...seen('between'), leftMs: event.limits.totalMs }
    case 'finding':
      return { ...known, findings: [...view.findings, event.finding] }
    case 'waiver':
      return known
    case 'wait':
      return seen('waiting')
    case 'loop-end':
      return seen('between')
  }
}

/** The view during this step of a proof. */
export const provingStep = (view: ViewState, name: ProvingStep | null, now: number): ViewState => ({
  ...view,
  step: name === null ? null : { name, since: now },
})

const checked = (view: ViewState, event: EventOf<'check-end'> | EventOf<'baseline-end'>): ViewState => ({
  ...view,
  check: event,
  failing: [...view.failing, failingIn(event)],
})

/** A failing check without counts does not say how much is missing. */
function failingIn({ evidence, verdict }: CheckFacts): number | null {
  const count = evidence.reduce((sum, { failing_count }) => sum + failing_count, 0)
  return count > 0 || verdict === 'verified' || evidence.some(({ tests }) => tests !== null) ? count : null
}

/** The command of the check. */
export function checkCommand({ check, done }: LoopSpec): string {
  const criterion = provable(check)
  return criterion === null ? done : commandsOf(criterion).join(' && ') || done
}
