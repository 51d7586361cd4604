import { uptime } from 'node:os'

/** Calendar time (for people) and elapsed time (never jumps). */
export interface Clock {
  /** Milliseconds since 1970; may jump. */
  now(): number
  /** Milliseconds since some fixed instant; never decreases. */
  elapsed(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
}

/** Seconds since boot, for times that several processes compare. */
export const secondsSinceBoot = (): number => uptime()
