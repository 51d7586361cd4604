import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import { gitIn } from '../../system/git.ts'
import type { Environment } from '../../system/shell.ts'
import { oneAtATime } from './one-at-a-time.ts'

interface FastForward {
  readonly origin: string
  /** The branch, as `refs/heads/main`. */
  readonly ref: string
  readonly from: string
  readonly to: string
  readonly env: Environment
}

/** Moves a branch forward if it still is at `from`, and the files with it where it is checked out; else says why not. */
export async function fastForward(wanted: FastForward): Promise<Result<null, string>> {
  const { origin, ref, from, to, env } = wanted
  const git = gitIn(origin, env)
  const trouble = (await obstacle(wanted)) ?? (await inTheWayOf(wanted))
  if (trouble !== null) return fail(trouble)
  const where = await checkedOutIn(wanted)
  if (!where.ok) return where
  if (where.value === null) {
    // Compare and swap: if the branch was moved in the meantime, this fails.
    const moved = await git('update-ref', '-m', 'agent-loop merge', ref, to, from)
    return moved.ok ? ok(null) : fail(`${shortRef(ref)} could not be moved: ${moved.error}`)
  }
  const merged = await git('merge', '-q', '--ff-only', to)
  return merged.ok ? ok(null) : fail(`git refused: ${merged.error}`)
}

/** Why the branch cannot be moved forward now; null when it can. */
export async function obstacle({ origin, ref, from, env }: Omit<FastForward, 'to'>): Promise<string | null> {
  const git = gitIn(origin, env)
  const now = await git('rev-parse', '-q', '--verify', ref)
  if (!now.ok || now.value !== from) return `${shortRef(ref)} has new commits`
  const where = await checkedOutIn({ origin, ref, env })
  if (!where.ok) return where.error
  if (where.value === null) return null
  if (realpathSync(where.value) !== realpathSync(origin)) return `${shortRef(ref)} is checked out in ${where.value}`
  return null
}

/** Uncommitted changes of files that `to` changes as well. Others stay as they are, as with `git merge`. */
async function changedInTheWay({ origin, ref, from, to, env }: FastForward): Promise<string | null> {
  const git = gitIn(origin, env)
  // A look into nested repositories would start the filters that those configure.
  const quiet = ['--name-only', '--no-renames', '--ignore-submodules=dirty', '-z']
  const [dirty, staged, work] = await Promise.all([
    git('diff', ...quiet),
    git('diff', '--cached', ...quiet),
    git('diff', ...quiet, from, to),
  ])
  if (!dirty.ok || !staged.ok || !work.ok) return `git cannot compare ${origin} with ${shortRef(ref)}`
  const touched = new Set(namesIn(work.value))
  const names = [...new Set([...namesIn(staged.value), ...namesIn(dirty.value)])].filter(name => touched.has(name))
  if (names.length === 0) return null
  const shown = names.length > NAMED ? [...names.slice(0, NAMED), `${names.length - NAMED} more`] : names
  return `${origin} has uncommitted changes in ${shown.join(', ')}; commit or stash them`
}

const NAMED = 5

const namesIn = (listed: string): readonly string[] => listed.split('\0').filter(name => name !== '')

/** Files of the person that `to` would overwrite. git refuses those, but only after everything else is done. */
export async function inTheWayOf(wanted: FastForward): Promise<string | null> {
  const where = await checkedOutIn(wanted)
  if (!where.ok) return where.error
  return where.value === null ? null : ((await changedInTheWay(wanted)) ?? (await untrackedInTheWay(wanted)))
}

async function untrackedInTheWay({ origin, from, to, env }: FastForward): Promise<string | null> {
  const git = gitIn(origin, env)
  const added = await git('diff', '--name-only', '--no-renames', '--diff-filter=A', '-z', from, to)
  const there = (added.ok ? added.value : '').split('\0').filter(path => path !== '' && existsSync(join(origin, path)))
  return there.length === 0 ? null : `${origin} has untracked files that the work also adds: ${there.join(', ')}`
}

type Branch = Pick<FastForward, 'origin' | 'ref' | 'env'>

/** The working tree in which the branch is checked out; null when it is in none. */
async function checkedOutIn({ origin, ref, env }: Branch): Promise<Result<string | null, string>> {
  const listed = await oneAtATime(origin, () => gitIn(origin, env)('worktree', 'list', '--porcelain'))
  // Where it is unknown, a branch could move away under files that stay as they are.
  if (!listed.ok) return fail(`git cannot tell where ${shortRef(ref)} is checked out: ${listed.error}`)
  const blocks = listed.value.split('\n\n').map(block => block.split('\n'))
  const block = blocks.find(lines => lines.includes(`branch ${ref}`))
  return ok(block?.[0]?.replace(/^worktree /, '') ?? null)
}

export const shortRef = (ref: string): string => ref.replace(/^refs\/heads\//, '')
