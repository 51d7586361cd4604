import { lstat, mkdir, open, readFile, readlink, rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import { isWithin } from '../../system/is-within.ts'

/** The files of a room. */
export interface Files {
  /** Where this process finds them. */
  readonly view: string
  /** Where commands of the room see them: what an absolute link in the room is about. */
  readonly path: string
}

interface LocateOptions {
  /** Makes the folders that are missing on the way. */
  readonly make?: boolean
  /** Whether a link at the end of the way is followed too. */
  readonly toTheEnd?: boolean
}

const MOST_LINKS = 40

/** Replaces whatever has that name; a link is replaced, not followed. */
export async function writeFileIn(
  files: Files,
  path: string,
  bytes: Uint8Array,
  mode: number,
): Promise<Result<null, string>> {
  const place = await locate(files, path, { make: true })
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

/** Null when there is no such file in the room; what a link shows from outside of it is not in the room. */
export async function readFileIn(files: Files, path: string): Promise<Uint8Array | null> {
  const place = await locate(files, path, { toTheEnd: true })
  if (!place.ok || !(await lstat(place.value).catch(() => null))?.isFile()) return null
  return readFile(place.value).catch(() => null)
}

/**
 * Where a path of the tree is, step by step: links on the way are followed by us and only inside the room, because the
 * system would follow an absolute one into the user's tree.
 */
async function locate(files: Files, path: string, { make, toTheEnd }: LocateOptions): Promise<Result<string, string>> {
  let rest = path.split('/')
  if (isAbsolute(path) || path.includes('\0') || rest.some(part => part === '' || part === '.' || part === '..'))
    return fail(`${path} is no path inside the tree`)
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
    if (rest.length === 0 && !toTheEnd) return ok(place)
    const stat = await lstat(place).catch(() => null)
    if (stat?.isSymbolicLink()) {
      const target = await readlink(place)
      if (++links > MOST_LINKS || (isAbsolute(target) && !isWithin(target, files.path)))
        return fail(`${path} leads out of the tree`)
      if (isAbsolute(target)) reached = []
      rest = [...split(isAbsolute(target) ? target.slice(files.path.length) : target), ...rest]
      continue
    }
    if (rest.length > 0 && stat && !stat.isDirectory()) return fail(`${path}: ${next.join('/')} is no folder`)
    if (!stat && make) await mkdir(place).catch(() => {})
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
