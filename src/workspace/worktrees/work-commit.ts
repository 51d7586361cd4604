import { existsSync } from 'node:fs'
import { copyFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, type Result } from '../../std/result.ts'
import { committer, type Git, gitIn } from '../../system/git.ts'
import type { Environment } from '../../system/shell.ts'
import { gitFolders } from '../snapshots/user-repository.ts'

/**
 * The files of a working tree as one commit on top of HEAD; HEAD itself when nothing is uncommitted. Files, index, and branch are not
 * touched: no branch has the commit until a caller moves one.
 */
export async function workCommit(
  tree: string,
  message: string,
  env: Environment,
  without: readonly string[] = [],
): Promise<Result<string, string>> {
  const folders = gitFolders(tree)
  if (folders === null) return fail(`${tree} is no longer a git working tree`)
  const index = join(folders.own, `agent-loop-index-${process.pid}`)
  try {
    await copyIndex(join(folders.own, 'index'), index)
    const git = gitIn(tree, env, { GIT_INDEX_FILE: index })
    const added = await addAll(git, tree, without)
    if (!added.ok) return added
    const files = await git('write-tree')
    const head = await git('rev-parse', '-q', '--verify', 'HEAD^{commit}')
    const same = await git('rev-parse', '-q', '--verify', 'HEAD^{tree}')
    if (!files.ok || !head.ok) return files.ok ? head : files
    if (same.ok && same.value === files.value) return head
    return await git(...(await committer(git)), 'commit-tree', files.value, '-p', head.value, '-m', message)
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  } finally {
    await rm(index, { force: true })
  }
}

/** Git reads a file again if it is as young as the index. With a younger index, it would miss a change of the same second and size. */
async function copyIndex(from: string, to: string): Promise<void> {
  const { atime, mtime } = await stat(from)
  await copyFile(from, to)
  await utimes(to, atime, mtime)
}

/** Like `git add -A`, which also looks for changes in nested repositories and starts the filters that those configure. */
async function addAll(git: Git, tree: string, without: readonly string[]): Promise<Result<string, string>> {
  const listed = await git('ls-files', '--stage', '-z')
  if (!listed.ok) return listed
  const nested = listed.value.split('\0').flatMap(entry => /^160000 [^\t]+\t(.+)$/s.exec(entry)?.[1] ?? [])
  // Not found by such a name, and so not left out below.
  if (nested.some(path => path.includes('\ufffd'))) return fail('a nested repository has a name that is not UTF-8')
  const present = nested.filter(path => existsSync(join(tree, path, '.git')))
  const left = [...present, ...without].map(path => `:(exclude,top,literal)${path}`)
  const added = await git('add', '-A', '--', '.', ...left)
  if (!added.ok || present.length === 0) return added
  // Records the commit that is checked out there.
  return await git('update-index', '--', ...present)
}
