import { mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import { committer, gitIn } from '../../system/git.ts'
import { newPrograms } from '../../system/git-programs.ts'
import type { Environment } from '../../system/shell.ts'
import { copyIgnoredFiles } from './copy-ignored.ts'
import { dropWorktree } from './drop-worktree.ts'

interface RebaseRequest {
  /** The working tree that has the work; it is not touched. */
  readonly tree: string
  readonly work: string
  /** The commit that the work is based on, and the one that it should be based on. */
  readonly base: string
  readonly tip: string
  /** The programs that git may start; all of them when not given. */
  readonly programs: readonly string[] | undefined
  readonly env: Environment
}

export interface Rebased {
  /** A new working tree, in which the tip is checked out. */
  readonly path: string
  readonly commit: string
  /** Checks out the rebased work in that tree. */
  checkOut(): Promise<Result<string, string>>
  close(): Promise<void>
}

export type RebaseTrouble =
  | { readonly kind: 'conflict'; readonly files: readonly string[] }
  /** Settings with programs that git would start, and may not. */
  | { readonly kind: 'programs'; readonly names: readonly string[] }
  | { readonly kind: 'git'; readonly says: string }

/** Rebases the work onto another commit, in a working tree of its own. If it fails, nothing has changed. */
export async function rebase(request: RebaseRequest): Promise<Result<Rebased, RebaseTrouble>> {
  const { tree, work, tip, env } = request
  const path = join(dirname(tree), `merge-${process.pid}`, basename(tree))
  const close = (): Promise<void> => dropWorktree({ origin: tree, path, branch: null, env })
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const added = await gitIn(tree, env)('worktree', 'add', '-q', '--no-checkout', '--detach', path, work)
  const done = added.ok ? await rebaseIn(path, request) : fail({ kind: 'git', says: added.error } as const)
  if (!done.ok) {
    await close()
    return done
  }
  const git = gitIn(path, env)
  const back = await git('checkout', '-q', '--detach', tip)
  if (!back.ok) {
    await close()
    return fail({ kind: 'git', says: back.error })
  }
  await copyIgnoredFiles(tree, path, path, env)
  return ok({ path, commit: done.value, checkOut: () => git('checkout', '-q', '--detach', done.value), close })
}

async function rebaseIn(path: string, request: RebaseRequest): Promise<Result<string, RebaseTrouble>> {
  const { base, tip, programs, env } = request
  // Asked here, before the first file is written: a setting can apply to this one working tree alone (`includeIf`).
  const names = programs === undefined ? [] : await newPrograms(path, programs, env)
  if (names.length > 0) return fail({ kind: 'programs', names })
  const git = gitIn(path, env)
  const filled = await git('reset', '-q', '--hard')
  if (!filled.ok) return fail({ kind: 'git', says: filled.error })
  const done = await git(...(await committer(git)), 'rebase', '-q', '--onto', tip, base)
  if (!done.ok) {
    const files = await git('diff', '--name-only', '--diff-filter=U', '--ignore-submodules=dirty')
    const conflicts = files.ok ? files.value.split('\n').filter(Boolean) : []
    return fail(conflicts.length > 0 ? { kind: 'conflict', files: conflicts } : { kind: 'git', says: done.error })
  }
  const head = await git('rev-parse', '-q', '--verify', 'HEAD^{commit}')
  return head.ok ? head : fail({ kind: 'git', says: head.error })
}
