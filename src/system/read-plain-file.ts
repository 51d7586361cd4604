import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fail, ok, type Result } from '../std/result.ts'
import { isWithin } from './is-within.ts'

const LIMIT = 2_000_000

/**
 * The text of a file that an agent wrote and that may be a trap: an endless pipe, a link that leads out, more than memory holds.
 * The error completes "the file …".
 */
export async function readPlainFile(root: string, path: string): Promise<Result<string, string>> {
  const asked = resolve(root, path)
  // A path outside the project may be named explicitly; a link in the project may not lead there.
  const home = isWithin(asked, resolve(root)) ? root : dirname(asked)
  try {
    const real = await realpath(asked)
    if (!isWithin(real, await realpath(home))) return fail('is a link that leads out of the project')
    const handle = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    try {
      return await textOf(handle)
    } finally {
      await handle.close()
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return fail(code === 'ENOENT' || code === 'ENOTDIR' ? 'is missing' : `cannot be read (${code})`)
  }
}

async function textOf(handle: FileHandle): Promise<Result<string, string>> {
  if (!(await handle.stat()).isFile()) return fail('is not a regular file')
  // One byte more than the limit detects a file that is too large, also one that grows while it is read.
  const bytes = Buffer.alloc(LIMIT + 1)
  let length = 0
  for (let read = -1; read !== 0 && length < bytes.length; length += read)
    read = (await handle.read(bytes, length, bytes.length - length)).bytesRead
  if (length > LIMIT) return fail(`is larger than ${LIMIT / 1e6} MB`)
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length)))
  } catch {
    return fail('is not UTF-8 text')
  }
}
