import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { fail, ok, type Result } from '../std/result.ts'

const LIMIT = 2_000_000

/**
 * The text of a file that somebody else wrote and might have laid out as a trap: a pipe that never ends, a link to elsewhere,
 * more than memory holds. The error completes "the file …".
 */
export async function readPlainFile(root: string, path: string): Promise<Result<string, string>> {
  const asked = resolve(root, path)
  // Who names a path outside means that place; a link that leads there was not named by anybody.
  const home = isWithin(resolve(root), asked) ? root : dirname(asked)
  try {
    const real = await realpath(asked)
    if (!isWithin(await realpath(home), real)) return fail('is a link that leads out of the project')
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
  if (!(await handle.stat()).isFile()) return fail('is no plain file')
  // One byte more than the limit tells a file that is too large, also one that grows while it is being read.
  const bytes = Buffer.alloc(LIMIT + 1)
  let length = 0
  for (let read = -1; read !== 0 && length < bytes.length; length += read)
    read = (await handle.read(bytes, length, bytes.length - length)).bytesRead
  if (length > LIMIT) return fail(`is larger than ${LIMIT / 1e6} MB`)
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length)))
  } catch {
    return fail('is no UTF-8 text')
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith('../') && !way.startsWith('/')
}
