import { chmodSync, lstatSync, readdirSync, readFileSync, rmdirSync, rmSync, utimesSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import picomatch from 'picomatch'
import * as z from 'zod/mini'
import { clearWay } from '../../proof/seal/restore-protected.ts'
import { walkTree } from '../../proof/seal/state/walk.ts'
import { heldOutIn } from '../../store/layout.ts'
import { sha256 } from '../../system/blobs.ts'
import { shortDigest } from '../../system/digest.ts'
import type { Disk } from '../../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../../system/durable.ts'
import { lstatOrNull } from '../../system/file-stat.ts'
import { gitIn } from '../../system/git.ts'
import { readRegular } from '../../system/read-regular.ts'
import type { Environment } from '../../system/shell.ts'

const heldSchema = z.strictObject({
  loop: z.string(),
  files: z.array(z.strictObject({ path: z.string(), digest: z.string(), mode: z.int(), mtimeMs: z.number() })),
})

/** The held-out files of a loop, with their bytes in the private store. */
export type HeldFiles = z.infer<typeof heldSchema>

interface HeldPlace {
  readonly disk: Disk
  readonly home: string
  readonly tree: string
  readonly env: Environment
}

/** By tree and not by loop: the next holder of the tree puts them back, also when the loop is never resumed. */
const folderOf = ({ home, tree }: HeldPlace): string => join(heldOutIn(home), shortDigest(tree))
const listFile = (place: HeldPlace): string => join(folderOf(place), 'files.json')
const bytesFile = (place: HeldPlace, digest: string): string => join(folderOf(place), digest)
/** Exists while the files are not in the tree. */
const markFile = (place: HeldPlace): string => join(folderOf(place), 'hidden')

/** Regular files of the tree that the globs name. */
export function matchingFiles(tree: string, ours: string, globs: readonly string[]): readonly string[] {
  const plain = globs.map(glob => glob.replace(/^\.\//, '').replace(/\/$/, ''))
  const fits = picomatch([...plain, ...plain.map(glob => `${glob}/**`)], { dot: true })
  return walkTree(tree, ours).files.filter(
    path => fits(path) && !path.startsWith('.git/') && lstatSync(join(tree, path)).isFile(),
  )
}

/** The held-out files of this loop: those of its start. Their bytes are durable when it resolves. */
export async function keepHeldFiles(place: HeldPlace, loop: string, find: () => readonly string[]): Promise<HeldFiles> {
  const known = await readHeld(place)
  if (known?.loop === loop) return known
  const { disk, tree } = place
  await makeDirectoryDurably(disk, folderOf(place))
  const files: HeldFiles['files'] = []
  for (const path of find()) {
    const [bytes, stat] = [readFileSync(join(tree, path)), lstatSync(join(tree, path))]
    const digest = sha256(bytes)
    await writeDurably(disk, bytesFile(place, digest), bytes)
    files.push({ path, digest, mode: stat.mode & 0o7777, mtimeMs: stat.mtimeMs })
  }
  const held = { loop, files }
  await writeDurably(disk, listFile(place), JSON.stringify(held))
  return held
}

async function readHeld(place: HeldPlace): Promise<HeldFiles | null> {
  const text = await place.disk.read(listFile(place))
  return text === null ? null : heldSchema.parse(JSON.parse(text))
}

/** Takes the files out of the tree. From the first removal on, the mark is durable. */
export async function hideHeldFiles(place: HeldPlace, { files }: HeldFiles): Promise<void> {
  const { disk, tree } = place
  await writeDurably(disk, markFile(place), '')
  await markInIndex(place, files, '--skip-worktree')
  for (const { path } of files) rmSync(join(tree, path), { force: true })
  for (const folder of new Set(files.map(({ path }) => dirname(path)))) removeEmpty(tree, folder)
}

/**
 * Puts the files back if they are not in the tree; what was written in their place is replaced. Resolves to the paths where that was
 * something else.
 */
export async function restoreHeldFiles(place: HeldPlace): Promise<readonly string[]> {
  const { disk, tree } = place
  if (!(await disk.exists(markFile(place)))) return []
  const held = await readHeld(place)
  if (held === null) throw new Error(`the list of held-out tests is missing from ${folderOf(place)}`)
  const replaced: string[] = []
  for (const { path, digest, mode, mtimeMs } of held.files) {
    const bytes = await disk.readBytes(bytesFile(place, digest))
    if (bytes === null || sha256(bytes) !== digest) throw new Error(`the held-out test ${path} is damaged`)
    const full = join(tree, path)
    const there = readRegular(full)
    if (there === null ? lstatOrNull(full) !== null : sha256(there) !== digest) replaced.push(path)
    clearWay(tree, path)
    await writeDurably(disk, full, bytes)
    chmodSync(full, mode)
    utimesSync(full, mtimeMs / 1000, mtimeMs / 1000)
  }
  await markInIndex(place, held.files, '--no-skip-worktree')
  await disk.remove(markFile(place))
  return replaced
}

const PATHS_AT_ONCE = 200

/** While a file is held out, git does not report it as deleted, and a commit of the agent keeps it. */
async function markInIndex(
  { tree, env }: HeldPlace,
  files: HeldFiles['files'],
  how: '--skip-worktree' | '--no-skip-worktree',
): Promise<void> {
  if (lstatOrNull(join(tree, '.git')) === null) return
  const git = gitIn(tree, env, { GIT_LITERAL_PATHSPECS: '1' })
  for (let from = 0; from < files.length; from += PATHS_AT_ONCE) {
    const paths = files.slice(from, from + PATHS_AT_ONCE).map(({ path }) => path)
    const listed = await git('ls-files', '-z', '--', ...paths)
    const tracked = listed.ok ? listed.value.split('\0').filter(Boolean) : []
    if (tracked.length > 0) await git('update-index', how, '--', ...tracked)
  }
}

/** The names of folders that had only held-out files would tell what they are about. */
function removeEmpty(tree: string, folder: string): void {
  for (let path = folder; path !== '.' && relative(tree, join(tree, path)) !== ''; path = dirname(path)) {
    try {
      if (readdirSync(join(tree, path)).length > 0) return
      rmdirSync(join(tree, path))
    } catch {
      return
    }
  }
}
