// Apart from the schema of outcomes: every start of the program listens for signals, and only loops need schemas.

/** The reason of a signal that aborts because our process was interrupted. */
export const INTERRUPT = new DOMException('interrupted', 'AbortError')

/** The reason of a signal that aborts because another loop of the race was verified. */
export const LOST_RACE = new DOMException('lost the race', 'AbortError')
