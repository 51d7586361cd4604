import type { LoopTrouble } from './reasons.ts'
import type { LoopState } from './state.ts'

/** Looks for trouble after every turn and before the check. It can end a loop, but not as verified. */
export interface Sensor {
  readonly name: string
  sense(state: LoopState, signal: AbortSignal): LoopTrouble | null | Promise<LoopTrouble | null>
}

/** The first trouble that a sensor reports. A sensor that throws counts as trouble. */
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
    return { kind: 'gate_broken', error: `the sensor ${sensor.name} failed: ${what}` }
  }
}
