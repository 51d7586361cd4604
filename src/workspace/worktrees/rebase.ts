import { mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import { committer, gitIn } from '../../system/git.ts'
import { newPrograms } from '../../system/git-programs.ts'
import type { Environment } from '../../system/shell.ts'
import { changedSettings, checkoutSettings } from './checkout-settings.ts'
import { checkoutTrouble } from './checkout-trouble.ts'
import { copyIgnoredFiles } from './copy-ignored.ts'
import { dropWorktree } from './drop-worktree.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** Conflict markers that also show what both sides started from. */
export const CONFLICTS_WITH_BASE = 'merge.conflictStyle=diff3'
const LONGEST_HUNKS = 12_000

interface RebaseRequest {
  /** The working tree that has the work; it is not touched. */
  readonly tree: string
  /** The person's tree. */
  readonly origin: string
  readonly work: string
  /** The commit that the work is based on, and the one that it should be based on. */
  readonly base: string
  readonly tip: string
  /** The programs that git may start; all of them when not given. */
  readonly programs: readonly string[] | undefined
  /** The settings of git that decide what a checkout contains; any when not given. */
  readonly checkout: readonly string[] | undefined
  readonly env: Environment
}

export interface Rebased {
  /** A new working tree, in which the tip is checked out. */
  readonly path: string
  readonly commit: string
  /** Checks out the rebased work in that tree, or another commit. */
  checkOut(commit?: string): Promise<Result<string, string>>
  close(): Promise<void>
}

export type RebaseTrouble =
  /** `hunks`: the conflicting parts of both sides, cut off when they are long. */
  | { readonly kind: 'conflict'; readonly files: readonly string[]; readonly hunks: string }
  /** Settings with programs that git would start, and may not. */
  | { readonly kind: 'programs'; readonly names: readonly string[] }
  /** Settings that would change what git checks out. */
  | { readonly kind: 'checkout'; readonly names: readonly string[] }
  | { readonly kind: 'git'; readonly says: string }

/** Rebases the work onto another commit, in a working tree of its own. If it fails, nothing has changed. */
export async function rebase(request: RebaseRequest): Promise<Result<Rebased, RebaseTrouble>> {
  const { tree, work, tip, env } = request
  const path = join(dirname(tree), `merge-${process.pid}`, basename(tree))
  const close = (): Promise<void> => dropWorktree({ origin: tree, path, branch: null, env })
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // From the person's tree: git copies the sparse checkout of the working tree in which it is started, and the agent has the other one.
  const added = await oneAtATime(request.origin, () =>
    gitIn(request.origin, env)('worktree', 'add', '-q', '--no-checkout', '--detach', path, work),
  )
  const done = added.ok ? await rebaseIn(path, request) : fail({ kind: 'git', says: added.error } as const)
  if (!done.ok) {
    await close()
    return done
  }
  const git = gitIn(path, env)
  const checkOut = async (commit: string): Promise<Result<string, string>> => {
    const out = await git('checkout', '-q', '--detach', commit)
    const wrong = out.ok ? await checkoutTrouble({ tree: request.origin, path, commit, env }) : null
    return wrong === null ? out : fail(wrong)
  }
  const back = await checkOut(tip)
  if (!back.ok) {
    await close()
    return fail({ kind: 'git', says: back.error })
  }
  await copyIgnoredFiles(tree, path, path, env)
  return ok({ path, commit: done.value, checkOut: (commit = done.value) => checkOut(commit), close })
}

async function rebaseIn(path: string, request: RebaseRequest): Promise<Result<string, RebaseTrouble>> {
  const { base, tip, programs, env } = request
  // Asked here, before the first file is written: a setting can apply to this one working tree alone (`includeIf`).
  const names = programs === undefined ? [] : await newPrograms(path, programs, env)
  if (names.length > 0) return fail({ kind: 'programs', names })
  const { checkout } = request
  const settings = checkout === undefined ? [] : changedSettings(checkout, await checkoutSettings(path, env))
  if (settings.length > 0) return fail({ kind: 'checkout', names: settings })
  const git = gitIn(path, env)
  const filled = await git('reset', '-q', '--hard')
  if (!filled.ok) return fail({ kind: 'git', says: filled.error })
  const done = await git(...(await committer(git)), '-c', CONFLICTS_WITH_BASE, 'rebase', '-q', '--onto', tip, base)
  if (!done.ok) {
    const files = await git('diff', '--name-only', '--diff-filter=U', '--ignore-submodules=dirty')
    const conflicts = files.ok ? files.value.split('\n').filter(Boolean) : []
    if (conflicts.length === 0) return fail({ kind: 'git', says: done.error })
    const shown = await git('diff', '--diff-filter=U', '--ignore-submodules=dirty', '--', ...conflicts)
    return fail({ kind: 'conflict', files: conflicts, hunks: shown.ok ? shown.value.slice(0, LONGEST_HUNKS) : '' })
  }
  const head = await git('rev-parse', '-q', '--verify', 'HEAD^{commit}')
  return head.ok ? head : fail({ kind: 'git', says: head.error })
}
