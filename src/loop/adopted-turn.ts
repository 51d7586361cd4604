import type { TurnEnd } from '../agents/agent.ts'
import { nextPrompt } from './prompt.ts'
import type { LoopState } from './state.ts'
import { type Hands, type TurnPorts, treeBefore, turnEnd } from './take-turn.ts'

/** How a turn ended that another assistant took by itself. */
export interface StoppedTurn {
  readonly agent: string
  /** Which one it was; told twice, it is still one. */
  readonly iteration: number
  readonly ended: Extract<TurnEnd, 'claims-done' | 'asks'>
  /** The last of what it said; empty when its host does not tell. */
  readonly answer: string
}

/**
 * The hands of an assistant that we do not start: a turn begins when it is given the prompt, and ends when its host says so. Without
 * a turn that was told to have ended, one that is under way stays so.
 */
export function adoptedHands(ports: TurnPorts, told: StoppedTurn | null): Hands {
  let stopped = told
  return {
    async take(state) {
      const recalled = await ports.recall(state)
      await ports.keepPrompt(
        state.iteration,
        nextPrompt(state, { done: ports.done, fence: ports.newFence(), recalled }),
      )
      return null
    },
    async found(state) {
      if (stopped === null) return null
      const { agent, ended, answer } = stopped
      stopped = null
      const tree = await ports.keepTree(state.iteration)
      const facts = {
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
      }
      return [turnEnd(state, ports.clock, facts)]
    },
  }
}

/** A person may leave a session overnight in the middle of a turn; more than a turn may take is not the loop's time. */
const durationOf = ({ lastActive, spec }: LoopState, now: number): number =>
  Math.min(Math.max(0, now - Date.parse(lastActive)), spec.limits.turnMs)
