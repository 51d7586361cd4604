import { copyFileSync, statSync, truncateSync } from 'node:fs'

/** Weeks of work, and nothing that anybody's disk would miss. */
const LARGEST = 1024 * 1024

/**
 * Keeps the log of daemons small: what is there becomes the one old log, and it begins anew. It is copied and emptied, for the watcher
 * and every daemon after this one write at the end of the very same file.
 */
export function boundLog(path: string): void {
  try {
    if (statSync(path).size < LARGEST) return
    copyFileSync(path, `${path}.1`)
    truncateSync(path)
  } catch {
    // Not there, or no room for a copy: no reason not to run loops.
  }
}
