import type { Clock } from '../system/clock.ts'

export const isoTime = (clock: Clock): string => new Date(clock.now()).toISOString()
