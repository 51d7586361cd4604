import { apply } from './apply.ts'
import { type ClosePorts, closeTurn } from './close-turn.ts'
import { loopEnd } from './end.ts'
import type { LoopEvent } from './events.ts'
import { type HeardHints, hintEvents } from './heard.ts'
import { isoTime } from './iso-time.ts'
import { type OpenPorts, openLoop } from './open.ts'
import type { LoopState } from './state.ts'
import { type Hands, ourHands, type TurnPorts, turnStart } from './take-turn.ts'

export interface LoopPorts extends OpenPorts, ClosePorts, TurnPorts {
  /**
   * Must be durable before it resolves: nothing is shown, and no next step taken, that could be forgotten. Where nobody is shown
   * anything between two turns, because an assistant takes them, it is so once the next turn has begun.
   * Resolves to the events as they were saved: an end then names its receipt, which was saved before it.
   */
  readonly save: (events: readonly LoopEvent[], state: LoopState) => Promise<readonly LoopEvent[]>
  /** What a person has accepted since the turn began. */
  readonly waived: (state: LoopState) => Promise<readonly LoopEvent[]>
  /** What people asked of the loop since the last turn. */
  readonly heard: (state: LoopState) => Promise<HeardHints>
  /** Waits for that moment, or for somebody who wants something of the loop. */
  readonly waitUntil: (moment: string, signal: AbortSignal) => Promise<void>
  /** Told after every turn that was closed; what goes wrong in it is its own affair. */
  readonly afterTurn: (state: LoopState) => Promise<void>
}

/**
 * Drives a loop from wherever it stands to its end, or to a turn that is in the hands of somebody else; a state read back from
 * disk goes on as if nothing had happened.
 */
export async function runLoop(
  start: LoopState,
  ports: LoopPorts,
  signal: AbortSignal,
  hands: Hands = ourHands(ports),
): Promise<LoopState> {
  let [state, ours] = [start, false]
  const commit = async (...events: readonly LoopEvent[]): Promise<LoopState> => {
    const next = events.reduce(apply, state)
    const saved = await ports.save(events, next)
    state = next
    saved.forEach(ports.emit)
    return state
  }
  while (state.phase !== 'ended') {
    switch (state.phase) {
      case 'opening':
        await commit(...(await openLoop(state, ports, signal)))
        break
      case 'ready':
      case 'waiting':
        ours = (await commit(...(await beginTurn(state, ports, signal)))).phase === 'in-turn'
        break
      case 'in-turn': {
        const ended = await hands(state, ours, signal)
        if (ended === null) return state
        await commit(ended)
        break
      }
      case 'closing': {
        const waived = await ports.waived(state)
        if (waived.length > 0) await commit(...waived)
        await commit(...(await closeTurn(state, ports, signal)))
        await ports.afterTurn(state)
        break
      }
    }
  }
  return state
}

/** Up to the moment at which the agent begins; or the end, if somebody does not want another turn. */
async function beginTurn(state: LoopState, ports: LoopPorts, signal: AbortSignal): Promise<LoopEvent[]> {
  if (state.waitUntil !== null) await ports.waitUntil(state.waitUntil, signal)
  const at = isoTime(ports.clock)
  if (signal.aborted) return [loopEnd(state, { kind: 'aborted' }, at)]
  const { hints, pause } = await ports.heard(state)
  const told = hintEvents(state, hints, at)
  return [
    ...told,
    pause === null ? turnStart(state, ports.clock) : loopEnd(state, { kind: 'paused', because: pause }, at),
  ]
}
