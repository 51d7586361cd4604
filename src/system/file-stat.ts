import { type BigIntStats, lstatSync, statSync } from 'node:fs'

/**
 * Stats a path without following links; null when that fails. `throwIfNoEntry: false` would still throw when a parent folder has
 * become a file, which is one of the ways in which a file can be gone.
 */
export const lstatOrNull = (path: string): BigIntStats | null => orNull(() => lstatSync(path, { bigint: true }))

/** The same, following links. */
export const statOrNull = (path: string): BigIntStats | null => orNull(() => statSync(path, { bigint: true }))

function orNull(look: () => BigIntStats): BigIntStats | null {
  try {
    return look()
  } catch {
    return null
  }
}
