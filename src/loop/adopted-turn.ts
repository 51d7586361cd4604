import type { TurnEnd } from '../agents/agent.ts'
import type { LoopEvent } from './events.ts'
import { nextPrompt } from './prompt.ts'
import type { LoopState } from './state.ts'
import { type TakeTurn, type TurnPorts, treeBefore, turnEnd } from './take-turn.ts'

/** How a turn ended that another assistant took by itself. */
export interface StoppedTurn {
  readonly agent: string
  /** The number of the turn: a turn that is reported twice counts once. */
  readonly iteration: number
  readonly ended: Extract<TurnEnd, 'claims-done' | 'asks'>
  /** The last text of the assistant; empty when it does not report that. */
  readonly answer: string
}

/**
 * Takes turns through an assistant that we do not start: a turn begins when its prompt is saved, and ends when the assistant
 * reports it. Until then it stays in progress.
 */
export function adoptedTurns(ports: TurnPorts, told: StoppedTurn | null): TakeTurn {
  let stopped = told
  return async (state, begun) => {
    if (begun) {
      const recalled = await ports.recall(state)
      const prompt = ports.clean(nextPrompt(state, { done: ports.done, fence: ports.newFence(), recalled }))
      await ports.keepPrompt(state.iteration, prompt)
    }
    if (begun || stopped === null) return null
    const ended = await endOf(state, ports, stopped)
    stopped = null
    return ended
  }
}

async function endOf(state: LoopState, ports: TurnPorts, { agent, ended, answer }: StoppedTurn): Promise<LoopEvent> {
  const tree = await ports.keepTree(state.iteration)
  return turnEnd(state, ports.clock, {
    agent,
    ended,
    claims_done: ended === 'claims-done',
    exit_code: null,
    error: null,
    answer,
    tree,
    tree_changed: tree === null || tree !== treeBefore(state),
    duration_ms: durationOf(state, ports.clock.now()),
    session: null,
    usage: null,
    retry_after_ms: null,
    tools: [],
    blocked: await ports.blockedIn(state.iteration),
  })
}

/** A person may leave a session overnight in the middle of a turn; more than a turn may take is not the loop's time. */
const durationOf = ({ lastActive, spec }: LoopState, now: number): number =>
  Math.min(Math.max(0, now - Date.parse(lastActive)), spec.limits.turnMs)
