import { lstat, mkdir, open, readFile, readlink, rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import { isWithin } from '../../system/is-within.ts'

/** The files of a clean copy. */
export interface Files {
  /** Where this process finds them. */
  readonly view: string
  /** Where commands in the copy see them, and where absolute links in the copy point. */
  readonly path: string
}

interface LocateOptions {
  /** Creates missing parent folders. */
  readonly makeParents?: boolean
  /** Follows a link at the end of the path too. */
  readonly followLast?: boolean
}

const MOST_LINKS = 40

/** Writes a file, replacing one of that name; a link is replaced, not followed. */
export async function writeFileIn(
  files: Files,
  path: string,
  bytes: Uint8Array,
  mode: number,
): Promise<Result<null, string>> {
  const place = await locate(files, path, { makeParents: true })
  if (!place.ok) return place
  return attempt(path, async () => {
    if ((await lstat(place.value).catch(() => null))?.isDirectory()) throw new Error('it is a folder')
    await rm(place.value, { force: true })
    const handle = await open(place.value, 'wx', mode)
    try {
      await handle.writeFile(bytes)
      await handle.chmod(mode)
    } finally {
      await handle.close()
    }
  })
}

export async function removeIn(files: Files, path: string): Promise<Result<null, string>> {
  const place = await locate(files, path, {})
  if (!place.ok) return place
  return attempt(path, () => rm(place.value, { recursive: true, force: true }))
}

/** Null when the copy has no such file; the target of a link that leads out of it does not count. */
export async function readFileIn(files: Files, path: string): Promise<Uint8Array | null> {
  const place = await locate(files, path, { followLast: true })
  if (!place.ok || !(await lstat(place.value).catch(() => null))?.isFile()) return null
  return readFile(place.value).catch(() => null)
}

/**
 * Resolves a path of the tree step by step. Links are followed here, and only inside the copy, because the system would follow
 * an absolute one into the user's tree.
 */
async function locate(
  files: Files,
  path: string,
  { makeParents, followLast }: LocateOptions,
): Promise<Result<string, string>> {
  let rest = path.split('/')
  if (isAbsolute(path) || path.includes('\0') || rest.some(part => part === '' || part === '.' || part === '..'))
    return fail(`${path} is not a path inside the tree`)
  let reached: string[] = []
  for (let links = 0; rest.length > 0; ) {
    const [part = '', ...others] = rest
    rest = others
    if (part === '..') {
      if (reached.pop() === undefined) return fail(`${path} leads out of the tree`)
      continue
    }
    const next = [...reached, part]
    const place = join(files.view, ...next)
    if (rest.length === 0 && !followLast) return ok(place)
    const stat = await lstat(place).catch(() => null)
    if (stat?.isSymbolicLink()) {
      const target = await readlink(place)
      if (++links > MOST_LINKS || (isAbsolute(target) && !isWithin(target, files.path)))
        return fail(`${path} leads out of the tree`)
      if (isAbsolute(target)) reached = []
      rest = [...split(isAbsolute(target) ? target.slice(files.path.length) : target), ...rest]
      continue
    }
    if (rest.length > 0 && stat && !stat.isDirectory()) return fail(`${path}: ${next.join('/')} is not a folder`)
    if (!stat && makeParents) await mkdir(place).catch(() => {})
    reached = next
  }
  return ok(join(files.view, ...reached))
}

const split = (path: string): string[] => path.split('/').filter(part => part !== '' && part !== '.')

async function attempt(path: string, work: () => Promise<void>): Promise<Result<null, string>> {
  try {
    await work()
    return ok(null)
  } catch (error) {
    return fail(`${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
