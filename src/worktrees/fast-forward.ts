import { realpathSync } from 'node:fs'
import type { Environment } from '../host/shell.ts'
import { fail, ok, type Result } from '../std/result.ts'
import { type Git, gitIn } from './git.ts'

export interface FastForward {
  readonly origin: string
  /** The branch, as `refs/heads/main`. */
  readonly ref: string
  readonly from: string
  readonly to: string
  readonly env: Environment
}

/** Moves a branch on if it still is where it was, and the files with it where it is checked out; else says why not. */
export async function fastForward({ origin, ref, from, to, env }: FastForward): Promise<Result<null, string>> {
  const git = gitIn(origin, env)
  const now = await git('rev-parse', '-q', '--verify', ref)
  if (!now.ok || now.value !== from) return fail(`${shortRef(ref)} has moved on since`)
  const where = await checkedOutIn(git, ref)
  if (where === null) {
    // Old value and new in one: whoever moved it meanwhile wins.
    const moved = await git('update-ref', '-m', 'agent-loop merge', ref, to, from)
    return moved.ok ? ok(null) : fail(`${shortRef(ref)} could not be moved: ${moved.error}`)
  }
  if (realpathSync(where) !== realpathSync(origin)) return fail(`${shortRef(ref)} is checked out in ${where}`)
  const changes = await git('status', '--porcelain', '--untracked-files=no')
  if (!changes.ok || changes.value !== '') return fail(`${origin} has uncommitted changes`)
  const merged = await git('merge', '-q', '--ff-only', to)
  return merged.ok ? ok(null) : fail(`git would not: ${merged.error}`)
}

async function checkedOutIn(git: Git, ref: string): Promise<string | null> {
  const listed = await git('worktree', 'list', '--porcelain')
  const blocks = (listed.ok ? listed.value : '').split('\n\n').map(block => block.split('\n'))
  const block = blocks.find(lines => lines.includes(`branch ${ref}`))
  return block?.[0]?.replace(/^worktree /, '') ?? null
}

export const shortRef = (ref: string): string => ref.replace(/^refs\/heads\//, '')
