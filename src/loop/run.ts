import { apply } from './apply.ts'
import { type ClosePorts, closeTurn } from './close-turn.ts'
import type { LoopEvent } from './events.ts'
import { isoTime } from './iso-time.ts'
import { loopEnd } from './loop-end.ts'
import { type OpenPorts, openLoop } from './open-loop.ts'
import { abortedBy } from './outcome.ts'
import { hintEvents, type PendingRequests } from './pending-requests.ts'
import { outOfDailyMoney } from './reasons.ts'
import type { LoopState } from './state.ts'
import { ownTurns, type TakeTurn, type TurnPorts, turnStart } from './take-turn.ts'

export interface LoopPorts extends OpenPorts, ClosePorts, TurnPorts {
  /**
   * Must be durable before it resolves: no event is shown, and no next step is taken, before it is saved. When an assistant takes
   * the turns, nothing is shown between two turns, so it is enough that the events are durable once the next turn has begun.
   * Resolves to the events as saved: an end names its receipt, which is saved before it.
   */
  readonly save: (events: readonly LoopEvent[], state: LoopState) => Promise<readonly LoopEvent[]>
  /** What people asked of the loop since the last turn. */
  readonly heard: (state: LoopState) => Promise<PendingRequests>
  /** Waits for that moment, or until a person asks something of the loop. */
  readonly waitUntil: (moment: string, signal: AbortSignal) => Promise<void>
  /** Called after every closed turn. It handles its own errors. */
  readonly afterTurn: (state: LoopState) => Promise<void>
}

/**
 * Drives a loop from its current phase to its end, or to a turn that an assistant takes. A state that is read back from disk
 * resumes the same way.
 */
export async function runLoop(
  start: LoopState,
  ports: LoopPorts,
  signal: AbortSignal,
  takeTurn: TakeTurn = ownTurns(ports),
): Promise<LoopState> {
  let [state, ours] = [start, false]
  const commit = async (...found: readonly LoopEvent[]): Promise<LoopState> => {
    const events = ports.clean(found)
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
        const ended = await takeTurn(state, ours, signal)
        if (ended === null) return state
        await commit(ended)
        break
      }
      case 'closing': {
        await commit(...(await closeTurn(state, ports, signal)))
        await ports.afterTurn(state)
        break
      }
    }
  }
  return state
}

/** Starts the next turn, or ends the loop when a person asked for that. */
async function beginTurn(state: LoopState, ports: LoopPorts, signal: AbortSignal): Promise<LoopEvent[]> {
  if (state.waitUntil !== null) await ports.waitUntil(state.waitUntil, signal)
  const at = isoTime(ports.clock)
  if (signal.aborted) return [loopEnd(state, abortedBy(signal), at)]
  const { hints, pause } = await ports.heard(state)
  const told = hintEvents(state, hints, at)
  if (pause !== null) return [...told, loopEnd(state, { kind: 'paused', because: pause }, at)]
  // Other loops may have spent the rest of the day's limit since the last check.
  const tooMuch = outOfDailyMoney(state, await ports.spentToday())
  return [...told, tooMuch === null ? turnStart(state, ports.clock) : loopEnd(state, tooMuch, at)]
}
