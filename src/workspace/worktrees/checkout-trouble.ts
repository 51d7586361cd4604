import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Git, gitIn, userGit } from '../../system/git.ts'
import type { Environment } from '../../system/shell.ts'

interface Checkout {
  /** The person's tree. */
  readonly tree: string
  /** The new working tree, and the commit that is checked out in it. */
  readonly path: string
  readonly commit: string
  readonly env: Environment
}

const NAMED = 4

const named = (paths: readonly string[]): string =>
  [...paths.slice(0, NAMED), ...(paths.length > NAMED ? [`and ${paths.length - NAMED} more`] : [])].join(', ')

/**
 * Why a checkout does not have the files of its commit; null when it has. Git leaves out files of a sparse checkout, and trusts the
 * names of its objects, which are plain files: who writes both chooses the tests of the next loop. A person who uses a sparse checkout
 * misses the same files.
 */
export const checkoutTrouble = (checkout: Checkout): Promise<string | null> =>
  troubleOf(checkout).catch(
    (error: unknown) => `git cannot compare it: ${error instanceof Error ? error.message : String(error)}`,
  )

async function troubleOf(checkout: Checkout): Promise<string | null> {
  const { tree, path, env } = checkout
  const left = (await listed(gitIn(path, env), 'ls-files', '-t')).filter(isLeftOut).map(nameOf)
  const there = left.length === 0 ? [] : await listed(gitIn(tree, env), 'ls-files', '-t')
  const present = new Set(there.filter(line => !isLeftOut(line)).map(nameOf))
  const hidden = left.filter(name => present.has(name))
  if (hidden.length > 0)
    return `a sparse checkout leaves out files that ${tree} has: ${named(hidden)}. Compare git sparse-checkout list with git config --show-origin core.sparseCheckout`
  const { forged, missing, linked } = await differences(checkout, new Set(left))
  if (linked.length > 0)
    return `the commit has submodules, which git does not check out in a worktree: ${named(linked)}`
  if (forged.length > 0) return `objects of the repository are damaged or forged: ${named(forged)}. See git fsck`
  return missing.length > 0 ? `files of the commit are missing in the checkout: ${named(missing)}` : null
}

const isLeftOut = (line: string): boolean => line.startsWith('S ')
const nameOf = (line: string): string => line.slice(2)

async function listed(git: Git, ...args: readonly string[]): Promise<readonly string[]> {
  const printed = await git(...args, '-z')
  if (!printed.ok) throw new Error(printed.error)
  return printed.value.split('\0').filter(line => line !== '')
}

/** Compared by content, through an index of our own: the one of the checkout has the times of whatever was written. */
async function differences({ path, commit, env }: Checkout, left: ReadonlySet<string>) {
  const index = join(tmpdir(), `agent-loop-index-${process.pid}-${randomBytes(4).toString('hex')}`)
  const git = gitIn(path, env, { GIT_INDEX_FILE: index })
  try {
    const entries = (await listed(git, 'ls-tree', '-r', '-d', '--full-tree', commit)).map(line => line.split(/[ \t]/))
    const folders = entries.map(([, , id]) => id)
    const linked = entries.flatMap(([, type, , ...path]) => (type === 'commit' ? [path.join(' ')] : []))
    const root = await git('rev-parse', `${commit}^{tree}`)
    const read = await git('read-tree', commit)
    if (!root.ok || !read.ok) return { forged: [commit], missing: [], linked }
    const changed = (await listed(git, 'diff', '--raw', '--no-abbrev', '--no-renames', '--ignore-submodules=all')).join(
      '\0',
    )
    const files = [...changed.matchAll(/:\d+ \d+ ([0-9a-f]+) [0-9a-f]+ ([A-Z])\0([^\0]+)/g)]
    const missing = files.flatMap(([, , how, name = '']) => (how === 'D' && !left.has(name) ? [name] : []))
    const blobs = files.flatMap(([, id = '', how]) => (how === 'D' ? [] : [id]))
    const ids = [commit, root.value, ...folders, ...blobs].filter(id => id !== undefined)
    return { forged: linked.length > 0 ? [] : await forgedAmong([...new Set(ids)], path, env), missing, linked }
  } finally {
    await rm(index, { force: true })
  }
}

/** The objects whose content does not have their name. */
async function forgedAmong(ids: readonly string[], path: string, env: Environment): Promise<readonly string[]> {
  const printed = await userGit(path, env, ['cat-file', '--batch'], { stdin: `${ids.join('\n')}\n` })
  if (!printed.ok) return ids
  const found: string[] = []
  let at = 0
  for (const id of ids) {
    const end = printed.value.indexOf('\n', at)
    const [, type, size] = printed.value.toString('utf8', at, end).split(' ')
    const bytes = Number(size)
    if (end === -1 || !Number.isInteger(bytes)) return [...found, id]
    const content = printed.value.subarray(end + 1, end + 1 + bytes)
    if (digestOf(`${type} ${bytes}\0`, content, id.length) !== id) found.push(id)
    at = end + 2 + bytes
  }
  return found
}

const digestOf = (head: string, content: Buffer, letters: number): string =>
  createHash(letters === 64 ? 'sha256' : 'sha1')
    .update(head)
    .update(content)
    .digest('hex')
