import { LOST_RACE } from '../../loop/abort-reasons.ts'
import type { LoopState } from '../../loop/state.ts'

/** One loop of a race. */
export interface Lane {
  /** Aborts when the person does, and when another loop has won. */
  readonly signal: AbortSignal
  /** Reports a verified result. The first one wins, and the loops of the others are stopped. */
  readonly verified: () => void
  readonly hasWon: () => boolean
}

export interface RaceResult {
  readonly id: string
  /** Null when the loop could not start. */
  readonly state: LoopState | null
  readonly error: unknown
}

interface RaceEnd {
  readonly winner: string | null
  readonly results: readonly RaceResult[]
}

/**
 * Runs loops side by side until one of them is verified; resolves when the processes of all are gone. Only a verified result wins, so an
 * agent that claims to be done, or whose result the proof refuses, stops nobody.
 */
export async function race(
  ids: readonly string[],
  start: (id: string, lane: Lane) => Promise<LoopState>,
  signal: AbortSignal,
): Promise<RaceEnd> {
  let winner: string | null = null
  const lanes = new Map(ids.map(id => [id, new AbortController()]))
  const verified = (id: string): void => {
    if (winner !== null) return
    winner = id
    for (const [other, lane] of lanes) if (other !== id) lane.abort(LOST_RACE)
  }
  const results = await Promise.all(
    [...lanes].map(async ([id, lane]): Promise<RaceResult> => {
      try {
        const state = await start(id, {
          signal: AbortSignal.any([signal, lane.signal]),
          verified: () => verified(id),
          hasWon: () => winner === id,
        })
        return { id, state, error: null }
      } catch (error) {
        return { id, state: null, error }
      }
    }),
  )
  return { winner, results }
}
