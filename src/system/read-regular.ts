import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/**
 * The bytes of a regular file; null when there is none. Does not wait for the other end of a pipe, which an agent may have put in the
 * place of a file.
 */
export function readRegular(path: string): Buffer | null {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      return fstatSync(file).isFile() ? readFileSync(file) : null
    } finally {
      closeSync(file)
    }
  } catch {
    return null
  }
}
