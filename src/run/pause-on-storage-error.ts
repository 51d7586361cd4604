import { apply, fold } from '../loop/apply.ts'
import type { LoopEvent } from '../loop/events.ts'
import { isoTime } from '../loop/iso-time.ts'
import { loopEnd } from '../loop/loop-end.ts'
import type { LoopState } from '../loop/state.ts'
import { isUsageError } from '../std/usage-error.ts'
import type { SavedLoop } from '../store/store.ts'
import { systemClock } from '../system/clock.ts'
import type { Reserve } from './disk-reserve.ts'
import type { LoopControl } from './steer/control.ts'

/** No turn begins that could not be written down: the loop rests instead, and says why. */
export const withRoom = (control: LoopControl, reserve: Reserve): LoopControl => ({
  ...control,
  async heard(state) {
    const trouble = await reserve.trouble()
    return trouble === null ? await control.heard(state) : { hints: [], pause: trouble }
  },
})

interface Troubled {
  readonly loop: SavedLoop
  readonly reserve: Reserve
  readonly emit: (event: LoopEvent) => void
}

/**
 * A disk that does not take a step of the loop is no fault of agent or gate: the loop rests, with all that was saved. That it does is
 * written down where that is still possible; where not, the next one finds it interrupted, which comes to the same.
 */
export async function restingOnTrouble(error: unknown, { loop, reserve, emit }: Troubled): Promise<LoopState> {
  if (!isUsageError(error) || error.code !== 'storage') throw error
  await reserve.free()
  const saved = await loop.history().catch(() => [])
  const state = fold(saved) ?? loop.state
  if (state.outcome) return state
  const end = loopEnd(state, { kind: 'paused', because: error.message }, isoTime(systemClock))
  const resting = apply(state, end)
  // A turn in flight is known to be lost only while nothing stands behind its beginning.
  if (state.phase !== 'in-turn') await loop.save([end], resting).catch(() => {})
  emit(end)
  return resting
}
