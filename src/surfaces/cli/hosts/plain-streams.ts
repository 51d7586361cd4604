import { readSync, writeSync } from 'node:fs'

/*
 * Standard input and output without the streams of Node: to make those is a fifth of what a stop costs. Where the other side does not
 * wait for us, or we would have to wait for it, the streams take over.
 */

const PIECE = 64 * 1024

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
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(file, rest))
  } catch (error) {
    // Whoever read this may have left; that is no trouble of ours.
    if (hasCode(error, 'EAGAIN')) (file === 1 ? process.stdout : process.stderr).on('error', () => {}).write(rest)
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
