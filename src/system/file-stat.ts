import { type BigIntStats, lstatSync, statSync } from 'node:fs'

/**
 * What stands at a path, links not followed; null when nothing can be seen there. Node's own quiet way still throws when a
 * folder on the way has become a file, which is one of the ways in which a file can be gone.
 */
export const lstatOrNull = (path: string): BigIntStats | null => orNull(() => lstatSync(path, { bigint: true }))

/** The same for what a link leads to. */
export const statOrNull = (path: string): BigIntStats | null => orNull(() => statSync(path, { bigint: true }))

function orNull(look: () => BigIntStats): BigIntStats | null {
  try {
    return look()
  } catch {
    return null
  }
}
