import { type BigIntStats, lstatSync, statSync } from 'node:fs'

/**
 * What stands at a path, links not followed; null when nothing can be seen there. Node's own quiet way still throws when a
 * folder on the way has become a file, which is one of the ways in which a file can be gone.
 */
export const lookAt = (path: string): BigIntStats | null => seen(() => lstatSync(path, { bigint: true }))

/** The same for what a link leads to. */
export const lookThrough = (path: string): BigIntStats | null => seen(() => statSync(path, { bigint: true }))

function seen(look: () => BigIntStats): BigIntStats | null {
  try {
    return look()
  } catch {
    return null
  }
}
