import type { LoopTrouble } from './reasons.ts'
import type { LoopState } from './state.ts'

/** Looks, after every turn and before the check, for trouble that no check could excuse. It cannot say that the work is done. */
export interface Sensor {
  readonly name: string
  sense(state: LoopState, signal: AbortSignal): LoopTrouble | null | Promise<LoopTrouble | null>
}

/** The first trouble that a sensor sees. One that breaks has seen trouble too: its own. */
export async function firstTrouble(
  sensors: readonly Sensor[],
  state: LoopState,
  signal: AbortSignal,
): Promise<LoopTrouble | null> {
  for (const sensor of sensors) {
    const trouble = await sensed(sensor, state, signal)
    if (trouble) return trouble
  }
  return null
}

async function sensed(sensor: Sensor, state: LoopState, signal: AbortSignal): Promise<LoopTrouble | null> {
  try {
    return await sensor.sense(state, signal)
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error)
    return { kind: 'gate_broken', error: `the sensor ${sensor.name} has no answer: ${what}` }
  }
}
