import { provable } from '../../check/completion/provable.ts'
import { commandsOf } from '../../criteria/criterion.ts'
import { apply } from '../../loop/apply.ts'
import type { CheckFacts, EventOf, LoopEvent } from '../../loop/events.ts'
import { type LoopSpec, type LoopState, newLoop } from '../../loop/state.ts'
import type { Finding } from '../../proof/finding.ts'
import { countsOf, type ViewCounts } from './words.ts'

export type Doing = 'baseline' | 'agent' | 'checking' | 'proving' | 'waiting' | 'between' | 'stopping'

/** What a moving picture of a loop is drawn from: the loop's own state, and what its events say beyond it. */
export interface ViewState {
  readonly state: LoopState
  readonly doing: Doing
  /** When that began, on the clock of whoever watches. */
  readonly since: number
  /** The end of what the agent said in this turn. */
  readonly said: string
  readonly check: CheckFacts | null
  readonly baseline: ViewCounts | null
  /** How many failed, one number a check; null where that is not known. */
  readonly failing: readonly (number | null)[]
  readonly findings: readonly Finding[]
}

export const firstViewState = (spec: LoopSpec, now: number): ViewState => ({
  state: newLoop(spec),
  doing: 'baseline',
  since: now,
  said: '',
  check: null,
  baseline: null,
  failing: [],
  findings: [],
})

/** Enough for the lines that are shown, little enough to be joined to with every chunk. */
const SAID_KEPT = 8_000

export function nextViewState(scene: ViewState, event: LoopEvent, now: number): ViewState {
  if (event.kind === 'turn-text') return { ...scene, said: (scene.said + event.text).slice(-SAID_KEPT) }
  const known = { ...scene, state: apply(scene.state, event) }
  const seen = (doing: Doing): ViewState => ({
    ...known,
    doing: scene.doing === 'stopping' ? 'stopping' : doing,
    since: now,
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
      return known
    case 'loop-resume':
      return seen('between')
    case 'finding':
      return { ...known, findings: [...scene.findings, event.finding] }
    case 'waiver':
      return known
    case 'wait':
      return seen('waiting')
    case 'loop-end':
      return seen('between')
  }
}

const checked = (scene: ViewState, event: EventOf<'check-end'> | EventOf<'baseline-end'>): ViewState => ({
  ...scene,
  check: event,
  failing: [...scene.failing, failingIn(event)],
})

/** A red check that names nothing does not say how much is missing. */
function failingIn({ evidence, verdict }: CheckFacts): number | null {
  const count = evidence.reduce((sum, { failing_count }) => sum + failing_count, 0)
  return count > 0 || verdict === 'verified' || evidence.some(({ tests }) => tests !== null) ? count : null
}

/** What is run to find out. */
export function checkCommand({ check, done }: LoopSpec): string {
  const criterion = provable(check)
  return criterion === null ? done : commandsOf(criterion).join(' && ') || done
}
