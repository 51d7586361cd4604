import { test } from 'vitest'

/** `npm run test:long` plays every variant of a scenario. `npm test` plays a fixed part of them that shows every promise. */
const LONG = process.env['LONG'] === '1'

/** Of variants that show the same promise, as many as this run plays: the first ones, or all in the long form. */
export const sampled = <T>(variants: readonly T[], count = 2): readonly T[] =>
  LONG ? variants : variants.slice(0, count)

/** A variant of a scenario that stands beside it: for the long form alone. */
export const variant = test.runIf(LONG)
