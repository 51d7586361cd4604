import type { Clock } from '../host/clock.ts'

export const isoTime = (clock: Clock): string => new Date(clock.now()).toISOString()
