import { uptime } from 'node:os'

/** Time as two questions: what the calendar says (for people), and how long something took (never jumps). */
export interface Clock {
  /** Milliseconds since 1970; may jump. */
  now(): number
  /** Milliseconds since some fixed instant; only ever grows. */
  elapsed(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
}

/** Seconds since the machine began, for instants that several processes compare. */
export const secondsSinceBoot = (): number => uptime()
