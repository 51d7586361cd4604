import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

const PIECE = 256 * 1024

/**
 * Reads what was added to a file since the last call, at most one piece; empty when nothing was, or when there is no such file yet.
 * With `last`, the first call begins that many bytes before the end.
 */
export function tailFile(path: string, last: number | null = null): { next(): Promise<Buffer> } {
  let at: number | null = null
  return {
    async next() {
      const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null)
      if (handle === null) return Buffer.alloc(0)
      try {
        at ??= last === null ? 0 : Math.max(0, (await handle.stat()).size - last)
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(PIECE), 0, PIECE, at)
        at += bytesRead
        return buffer.subarray(0, bytesRead)
      } finally {
        await handle.close()
      }
    },
  }
}
