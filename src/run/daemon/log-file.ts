import { copyFileSync, statSync, truncateSync } from 'node:fs'

const MAX_BYTES = 1024 * 1024

/**
 * Keeps the log of daemons small: a full log becomes the one old log. It is copied and emptied, not renamed, because the supervisor and
 * every later daemon append to the same open file.
 */
export function rotateLog(path: string): void {
  try {
    if (statSync(path).size < MAX_BYTES) return
    copyFileSync(path, `${path}.1`)
    truncateSync(path)
  } catch {
    // Not there, or no space for a copy: no reason not to run loops.
  }
}
