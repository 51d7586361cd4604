import type { Agent } from '../agents/agent.ts'
import type { Clock } from '../host/clock.ts'
import type { LoopEvent, TurnFacts } from './events.ts'
import { isoTime } from './iso-time.ts'
import { nextPrompt } from './prompt.ts'
import type { LoopState } from './state.ts'

export interface TurnPorts {
  readonly agent: Agent
  readonly clock: Clock
  /** What "done" means, in the words of the check. */
  readonly done: string
  readonly newFence: () => string
  /** Puts the prompt where the agent can read it, outside the tree; resolves to its path. */
  readonly keepPrompt: (iteration: number, prompt: string) => Promise<string>
  /** Changes when the tree does. */
  readonly fingerprint: () => Promise<string>
  readonly emit: (event: LoopEvent) => void
}

export const turnStart = ({ spec, iteration }: LoopState, clock: Clock): LoopEvent => ({
  kind: 'turn-start',
  loop: spec.id,
  at: isoTime(clock),
  iteration: iteration + 1,
})

/** Has the agent work for one turn. The time that is left for the loop also ends the turn in flight. */
export async function takeTurn(state: LoopState, ports: TurnPorts, signal: AbortSignal): Promise<LoopEvent> {
  const { spec, iteration } = state
  const prompt = nextPrompt(state, ports.done, ports.newFence())
  const promptFile = await ports.keepPrompt(iteration, prompt)
  const before = await ports.fingerprint()
  const turn = await ports.agent.turn({
    loop: spec.id,
    iteration,
    prompt,
    promptFile,
    workspace: spec.workspace,
    timeoutMs: Math.min(spec.limits.turnMs, spec.limits.totalMs - state.spentMs),
    signal,
    onText: text => ports.emit({ kind: 'turn-text', loop: spec.id, at: isoTime(ports.clock), iteration, text }),
  })
  return turnEnd(state, ports.clock, {
    ended: turn.ended,
    claims_done: turn.ended === 'claims-done',
    exit_code: turn.exitCode,
    error: turn.error,
    answer: turn.answer,
    tree_changed: (await ports.fingerprint()) !== before,
    duration_ms: turn.durationMs,
  })
}

/** The end of a turn that was in flight when the loop's own process died. What it left in the tree will be checked. */
export const lostTurn = (state: LoopState, clock: Clock): LoopEvent =>
  turnEnd(state, clock, {
    ended: 'lost',
    claims_done: false,
    exit_code: null,
    error: 'the loop was interrupted during this turn',
    answer: '',
    tree_changed: true,
    duration_ms: 0,
  })

const turnEnd = ({ spec, iteration }: LoopState, clock: Clock, facts: TurnFacts): LoopEvent => ({
  kind: 'turn-end',
  loop: spec.id,
  at: isoTime(clock),
  iteration,
  ...facts,
})
