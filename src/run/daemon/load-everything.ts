import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Loads every part of the built program now. A daemon outlives upgrades: what it would load later, from the same folder, would be
 * of another version or gone.
 */
export function loadEverything([, entry = '']: readonly string[]): void {
  const folder = dirname(entry)
  const load = createRequire(entry)
  for (const name of readdirSync(folder)) if (name.endsWith('.cjs')) load(join(folder, name))
}
