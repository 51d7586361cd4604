import { constants } from 'node:fs'
import { mkdir, open, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { readPlainFile } from '../../system/read-plain-file.ts'
import { belongsToGit, pathInside } from './path-inside.ts'

const LONGEST = 60_000
const MOST_NAMES = 1_000

/** Returns the text of a file, or only some of its lines, or the names in a folder. */
export async function readIn(
  root: string,
  {
    path,
    from = 1,
    lines,
  }: { readonly path: string; readonly from?: number | undefined; readonly lines?: number | undefined },
): Promise<string> {
  const place = await placeOf(root, path)
  if ((await stat(place).catch(() => null))?.isDirectory()) return await namesIn(place)
  const text = await textOf(root, place, path)
  const all = text.split('\n')
  const asked = all.slice(from - 1, lines === undefined ? undefined : from - 1 + lines).join('\n')
  return asked.length <= LONGEST
    ? asked
    : `${asked.slice(0, LONGEST)}\n[truncated: the file has ${all.length} lines, read some of them]`
}

async function namesIn(place: string): Promise<string> {
  const entries = await readdir(place, { withFileTypes: true })
  const names = entries.map(entry => `${entry.name}${entry.isDirectory() ? '/' : ''}`).sort()
  const more = names.length > MOST_NAMES ? [`[${names.length - MOST_NAMES} more]`] : []
  return [...names.slice(0, MOST_NAMES), ...more].join('\n')
}

/** Replaces a text that occurs exactly once. Refuses when it is missing or occurs twice. */
export async function editIn(
  root: string,
  { path, find, replace }: { readonly path: string; readonly find: string; readonly replace: string },
): Promise<string> {
  const text = await textOf(root, await placeOf(root, path), path)
  const times = text.split(find).length - 1
  if (times !== 1)
    throw new Error(times === 0 ? `${path} does not contain that text` : `${path} contains that text ${times} times`)
  return await writeIn(root, { path, text: text.replace(find, () => replace) })
}

export async function writeIn(
  root: string,
  { path, text }: { readonly path: string; readonly text: string },
): Promise<string> {
  const place = await placeOf(root, path)
  if (belongsToGit(await realpath(root), place)) throw new Error(`${path} belongs to git and cannot be written`)
  await mkdir(dirname(place), { recursive: true })
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants
  const file = await open(place, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o666)
  try {
    if (!(await file.stat()).isFile()) throw new Error(`${path} is not a regular file`)
    await file.writeFile(text)
  } finally {
    await file.close()
  }
  return `wrote ${path}`
}

async function placeOf(root: string, path: string): Promise<string> {
  const place = await pathInside(root, path)
  if (place.ok) return place.value
  throw new Error(`${path} ${place.error}`)
}

async function textOf(root: string, place: string, path: string): Promise<string> {
  const home = await realpath(root)
  const text = await readPlainFile(home, relative(home, place))
  if (text.ok) return text.value
  throw new Error(`${path} ${text.error}`)
}
