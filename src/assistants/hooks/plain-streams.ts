import { readSync, writeSync } from 'node:fs'

/*
 * Standard input and output without the streams of Node: to make those is a fifth of what a stop costs. Where there is nothing to read
 * yet, the streams take over.
 */

const PIECE = 64 * 1024
const LOOK_MS = 5

/** All that there is to read. */
export async function readInput(): Promise<string> {
  const pieces: Buffer[] = []
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE)
      const size = readSync(0, piece)
      if (size === 0) break
      pieces.push(piece.subarray(0, size))
    }
  } catch (error) {
    if (!hasCode(error, 'EOF')) {
      if (!hasCode(error, 'EAGAIN')) throw error
      for await (const piece of process.stdin) pieces.push(piece)
    }
  }
  // Cursor on some systems begins with a byte order mark.
  return Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
}

export const writeOutput = (line: string): void => write(1, line)

export const writeError = (line: string): void => write(2, line)

function write(file: 1 | 2, line: string): void {
  let rest = Buffer.from(`${line}\n`)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(file, rest))
    } catch (error) {
      // Whoever read this may have left; that is no trouble of ours.
      if (!hasCode(error, 'EAGAIN')) return
      // A pipe that is full and does not make us wait: all of it is to be there when we leave.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS)
    }
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
