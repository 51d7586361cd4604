import { existsSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import picomatch from 'picomatch'
import { fail, ok, type Result } from '../../std/result.ts'
import { gitIn } from '../../system/git.ts'
import { isWithin } from '../../system/is-within.ts'
import type { Environment } from '../../system/shell.ts'
import { isInResultCache } from '../../tools/protection/result-caches.ts'
import { checkoutTrouble } from './checkout-trouble.ts'
import { type CopiedFiles, copyEntries, isDependency, isPackageFolder, untracked } from './copy-ignored.ts'
import { dropWorktree } from './drop-worktree.ts'
import { oneAtATime } from './one-at-a-time.ts'

interface CheckoutRequest {
  /** The user's tree. */
  readonly tree: string
  /** A private folder that is removed with the checkout. */
  readonly folder: string
  readonly commit: string
  /** The state view in the tree, which is not copied. */
  readonly ours: string
  /** Globs of untracked files that are copied in addition to dependencies. */
  readonly copy: readonly string[]
  readonly env: Environment
}

/** A temporary checkout of one commit, with the user's installed dependencies. */
export interface Checkout extends CopiedFiles {
  readonly path: string
  /** Ignored files that the checkout does not have. */
  readonly leftOut: readonly string[]
  /** Checks out another commit; `head` is where HEAD then is. Files that a run wrote in its way are replaced. */
  switchTo(commit: string, head: string): Promise<Result<string, string>>
  close(): Promise<void>
}

/**
 * Only dependencies are copied unless a person names more: another ignored file, such as a built `dist`, may have been made from other
 * source, and is not part of any commit.
 */
export async function openCheckout(request: CheckoutRequest): Promise<Result<Checkout, string>> {
  const { tree, folder, commit, ours, env } = request
  if (existsSync(join(tree, '.gitmodules')))
    return fail(`${tree} has submodules, which git does not check out in a worktree`)
  // Some projects print and test the name of their folder.
  const path = join(folder, basename(tree) || 'root')
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const close = (): Promise<void> => dropWorktree({ origin: tree, path, branch: null, env })
  const added = await oneAtATime(tree, () => gitIn(tree, env)('worktree', 'add', '-q', '--detach', path, commit))
  const wrong = added.ok ? await checkoutTrouble({ tree, path, commit, env }) : added.error
  if (wrong !== null) {
    await close()
    return fail(`git could not check out ${commit.slice(0, 12)}: ${wrong}`)
  }
  try {
    const { wanted, leftOut } = await entriesFor(request)
    const copied = await copyEntries({ from: tree, to: path, ours }, wanted)
    return ok({
      path,
      leftOut,
      ...copied,
      switchTo: (to, head) => switchTo({ tree, path, commit: to, env }, head),
      close,
    })
  } catch (error) {
    await close()
    return fail(`dependencies could not be copied: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function entriesFor({ tree, ours, copy, env }: CheckoutRequest) {
  const named = picomatch([...copy, ...copy.map(glob => `${glob.replace(/\/$/, '')}/**`)], { dot: true })
  const ignored = await untracked(tree, env, '--ignored', '--exclude-standard')
  const all = await untracked(tree, env)
  const isInstalled = (entry: string): boolean =>
    isPackageFolder(entry) || (isDependency(entry) && ignored.includes(entry))
  const wanted = [...new Set([...all, ...ignored])].filter(entry => isInstalled(entry) || named(entry))
  // A folder is one entry, unless a glob names something inside it.
  const inside = copy.length === 0 ? [] : (await everyUntracked(tree, env)).filter(path => named(path))
  const more = inside.filter(path => !wanted.some(entry => path === entry || path.startsWith(`${entry}/`)))
  const isOurs = (path: string): boolean => isWithin(path, ours) || isWithin(ours, path)
  return {
    wanted: [...wanted, ...more],
    leftOut: ignored.filter(entry => !wanted.includes(entry) && !isInResultCache(entry) && !isOurs(join(tree, entry))),
  }
}

async function everyUntracked(tree: string, env: Environment): Promise<readonly string[]> {
  const listed = await gitIn(tree, env)('ls-files', '-z', '--others')
  return listed.ok ? listed.value.split('\0').filter(Boolean) : []
}

async function switchTo(to: Parameters<typeof checkoutTrouble>[0], head: string): Promise<Result<string, string>> {
  const git = gitIn(to.path, to.env)
  const moved = await git('checkout', '-q', '--force', '--detach', to.commit)
  if (!moved.ok) return moved
  const wrong = await checkoutTrouble(to)
  if (wrong !== null) return fail(wrong)
  return head !== to.commit ? await git('reset', '-q', '--soft', head) : moved
}
