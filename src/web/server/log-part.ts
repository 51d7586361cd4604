import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { LogPart } from '../page-data.ts'

/** Enough for some screens, and little enough to be sent at once, however large the log is. */
const PART = 128 * 1024

/** From an offset on, or the last part before one; the last part of the log when that is null. */
type LogRange = { readonly from: number } | { readonly until: number | null }

/** A part of a log. It begins and ends at the end of a line where there is one. Null when there is no such log. */
export async function logPart(path: string, range: LogRange): Promise<LogPart | null> {
  const handle = await opened(path)
  if (handle === null) return null
  try {
    const { size } = await handle.stat()
    return 'from' in range
      ? onwards(await bytesIn(handle, Math.min(range.from, size), size), size)
      : backwards(
          await bytesIn(handle, Math.max(0, (range.until ?? size) - PART), Math.min(size, range.until ?? size)),
          size,
        )
  } finally {
    await handle.close()
  }
}

/** How large the log is; null when there is none. */
export async function logSize(path: string): Promise<number | null> {
  const handle = await opened(path)
  const size = handle === null ? null : (await handle.stat()).size
  await handle?.close()
  return size
}

/** Neither follows a link nor waits for the other end of a pipe that somebody put there. */
const opened = (path: string): Promise<FileHandle | null> =>
  open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(() => null)

interface ReadBytes {
  readonly at: number
  readonly bytes: Buffer
}

async function bytesIn(handle: FileHandle, begin: number, end: number): Promise<ReadBytes> {
  const length = Math.max(0, Math.min(PART, end - begin))
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, begin)
  return { at: begin, bytes: buffer.subarray(0, bytesRead) }
}

/** An unfinished line is a part of its own: more of it may be written. */
function onwards({ at, bytes }: ReadBytes, size: number): LogPart {
  const end = bytes.lastIndexOf(LINE_END) + 1
  return partOf(at, bytes.subarray(0, end === 0 ? bytes.length : end), size)
}

function backwards({ at, bytes }: ReadBytes, size: number): LogPart {
  const begin = at === 0 ? 0 : bytes.indexOf(LINE_END) + 1
  return begin === bytes.length ? partOf(at, bytes, size) : partOf(at + begin, bytes.subarray(begin), size)
}

const LINE_END = 10

function partOf(from: number, bytes: Buffer, size: number): LogPart {
  const whole = bytes.subarray(0, bytes.length - unfinished(bytes))
  return { from, to: from + whole.length, size, text: whole.toString() }
}

/** How many bytes at the end are the beginning of a character whose rest is not there yet. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 0
    if (length > 0) return length > back ? back : 0
  }
  return 0
}
