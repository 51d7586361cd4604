import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoopSpec } from '../../loop/state.ts'
import { fail, ok, type Result } from '../../std/result.ts'
import { committer, type Git, gitIn } from '../../system/git.ts'
import { newPrograms } from '../../system/git-programs.ts'
import type { Environment } from '../../system/shell.ts'
import { ignoredFiles } from '../../workspace/snapshots/ignored-files.ts'
import { realGitFolders } from '../../workspace/snapshots/user-repository.ts'
import { shortRef } from '../../workspace/worktrees/fast-forward.ts'
import { NOT_UTF8, unlikeChecked } from './compare-commit.ts'

type After = NonNullable<LoopSpec['after']>

interface Work {
  readonly tree: string
  readonly env: Environment
  /** Files that differ from the start. */
  readonly changed: readonly string[]
  /** Files that the check created. */
  readonly written: readonly string[]
  readonly message: (leftOut: readonly string[]) => string
}

export interface Committed {
  /** The commit that now is checked out. */
  readonly head: string
  /** False when there was nothing to commit. */
  readonly isNew: boolean
  /** Changed files that had uncommitted changes before the loop. */
  readonly leftOut: readonly string[]
}

/**
 * Commits the work on the branch that the loop began on. Never files that had uncommitted changes before the loop, that git ignores or
 * ignored then, or that the check created. Runs no hook of the repository: what is committed is what was checked.
 */
export async function commitWork(after: After, work: Work): Promise<Result<Committed, string>> {
  const { tree, env } = work
  const git = gitIn(tree, env)
  const changed = await changedRepository(after, tree, env)
  if (changed !== null) return fail(changed)
  const head = await git('rev-parse', '-q', '--verify', 'HEAD^{commit}')
  if (!head.ok) return head
  const { paths, leftOut } = await pathsOf(after, work, git)
  if (paths.some(path => path.includes('\ufffd'))) return fail(NOT_UTF8)
  const files = await treeWith(paths, head.value, { tree, env })
  if (!files.ok) return files
  const unlike = await unlikeChecked({
    ...{ tree, env, common: after.folders.common, from: after.head, files: files.value },
    ...{ without: new Set(after.dirty), written: new Set(work.written) },
  })
  if (unlike !== null) return fail(unlike)
  const same = await git('rev-parse', '-q', '--verify', 'HEAD^{tree}')
  if (!same.ok) return same
  if (same.value === files.value) return ok({ head: head.value, isNew: false, leftOut })
  const message = work.message(leftOut)
  const commit = await git(...(await committer(git)), 'commit-tree', files.value, '-p', head.value, '-m', message)
  if (!commit.ok) return commit
  // Compare and swap: nobody else has moved the branch meanwhile.
  const moved = await git('update-ref', '-m', 'agent-loop', after.ref ?? 'HEAD', commit.value, head.value)
  if (!moved.ok) return moved
  const staged = await stage(git, paths)
  return staged.ok ? ok({ head: commit.value, isNew: true, leftOut }) : staged
}

/** Why git may not work here any more: the agent may have led it elsewhere. */
export async function changedRepository(after: After, tree: string, env: Environment): Promise<string | null> {
  const now = realGitFolders(tree)
  if (now?.own !== after.folders.own || now.common !== after.folders.common) return 'the .git folder was replaced'
  const settings = await newSettings(after, tree, env)
  if (settings !== null) return settings
  const ref = await gitIn(tree, env)('symbolic-ref', '-q', 'HEAD')
  if ((ref.ok ? ref.value : null) === after.ref) return null
  const name = (of: string | null): string => (of === null ? 'no branch' : shortRef(of))
  return `${name(ref.ok ? ref.value : null)} is checked out now, and ${name(after.ref)} was when the loop started`
}

/** Settings with programs, or with the address of a remote, that the agent may have added. */
export async function newSettings(after: After, tree: string, env: Environment): Promise<string | null> {
  const added = await newPrograms(tree, after.programs, env, { pushing: after.push !== null })
  return added.length === 0
    ? null
    : `git would use a setting that was not there when the loop began (${added.join(', ')})`
}

/** What the loop changed, and what earlier turns committed: a later turn may have undone that. */
async function pathsOf(
  { dirty, head }: After,
  { tree, env, changed, written }: Work,
  git: Git,
): Promise<{ readonly paths: readonly string[]; readonly leftOut: readonly string[] }> {
  const listed = await git('diff', '--name-only', '--no-renames', '-z', head, 'HEAD')
  const earlier = (listed.ok ? listed.value : '').split('\0').filter(Boolean)
  const [mine, checks] = [new Set(dirty), new Set(written)]
  const all = [...new Set([...changed, ...earlier])].filter(path => !checks.has(path))
  const ignored = new Set(await ignoredFiles(tree, env, all))
  const candidates = all.filter(path => !ignored.has(path))
  return {
    paths: candidates.filter(path => !mine.has(path)),
    leftOut: candidates.filter(path => mine.has(path)),
  }
}

/** The id of the commit's files with the present state of these paths, made in an index of its own. */
async function treeWith(
  paths: readonly string[],
  head: string,
  { tree, env }: Pick<Work, 'tree' | 'env'>,
): Promise<Result<string, string>> {
  const index = join(tmpdir(), `agent-loop-index-${process.pid}-${randomBytes(4).toString('hex')}`)
  const git = gitIn(tree, env, { GIT_INDEX_FILE: index })
  try {
    const read = await git('read-tree', head)
    const staged = read.ok ? await stage(git, paths) : read
    return staged.ok ? await git('write-tree') : staged
  } finally {
    await rm(index, { force: true })
  }
}

const AT_ONCE = 500

async function stage(git: Git, paths: readonly string[]): Promise<Result<null, string>> {
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    const part = paths.slice(from, from + AT_ONCE)
    const staged = await git('update-index', '--add', '--remove', '--replace', '--', ...part)
    if (!staged.ok) return staged
  }
  return ok(null)
}
