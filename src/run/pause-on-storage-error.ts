import { apply, fold } from '../loop/apply.ts'
import type { LoopEvent } from '../loop/events.ts'
import { isoTime } from '../loop/iso-time.ts'
import { loopEnd } from '../loop/loop-end.ts'
import type { LoopState } from '../loop/state.ts'
import { isUsageError } from '../std/usage-error.ts'
import type { SavedLoop } from '../store/store.ts'
import { systemClock } from '../system/clock.ts'
import type { DiskReserve } from './disk-reserve.ts'
import type { LoopControl } from './steer/control.ts'

/** Pauses the loop instead of starting a turn that could not be saved. */
export const pausingWithoutSpace = (control: LoopControl, reserve: DiskReserve): LoopControl => ({
  ...control,
  async heard(state) {
    const trouble = await reserve.trouble()
    return trouble === null ? await control.heard(state) : { hints: [], pause: trouble }
  },
})

interface SavingLoop {
  readonly loop: SavedLoop
  readonly reserve: DiskReserve
  readonly emit: (event: LoopEvent) => void
}

/**
 * A disk that cannot save a step is no fault of the agent or the check: the loop pauses, with everything that was saved. The pause
 * is saved where that is still possible; otherwise the loop is found interrupted, which can be resumed the same way.
 */
export async function pausedOnStorageError(error: unknown, { loop, reserve, emit }: SavingLoop): Promise<LoopState> {
  if (!isUsageError(error) || error.code !== 'storage') throw error
  await reserve.free()
  const saved = await loop.history().catch(() => [])
  const state = fold(saved) ?? loop.state
  if (state.outcome) return state
  const end = loopEnd(state, { kind: 'paused', because: error.message }, isoTime(systemClock))
  const paused = apply(state, end)
  // A turn in progress is recognized as lost only while its start is the last event.
  if (state.phase !== 'in-turn') await loop.save([end], paused).catch(() => {})
  emit(end)
  return paused
}
