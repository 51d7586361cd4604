import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import { userGit } from '../../system/git.ts'
import { type GitState, readGit, type SnapshotTree, sameGit, sameRepository } from './git-state.ts'
import { ownGit } from './saved-snapshots.ts'
import { type GitFolders, inRepository, realGitFolders } from './user-repository.ts'

export interface GitRestored {
  /** The branch that HEAD left, which itself was not moved; null when HEAD stayed on its branch. */
  readonly leftBranch: string | null
  /** The commit that the branch pointed to before it was moved back; null when it was not moved. */
  readonly movedFrom: string | null
}

const MESSAGE = ['-m', 'agent-loop: back to an earlier snapshot']
// As git's old value: the ref must not exist.
const ABSENT = ''

/** Restores branch and index. Holds git's own lock on the index, so no commit can come between the comparison and the change. */
export async function restoreGit(
  of: SnapshotTree,
  recorded: GitState,
  expected: GitState,
): Promise<Result<GitRestored, string>> {
  const folders = realGitFolders(of.tree)
  if (folders === null) return fail('the tree no longer has a git repository')
  if (!sameRepository({ folders }, recorded))
    return fail(`${join(of.tree, '.git')} now leads to another repository, ${folders.common}, which was not touched`)
  const link = linkAmong(folders, [recorded.ref, expected.ref])
  if (link !== null) return fail(`${link} is a link, and git would write to its target`)
  const index = await recordedIndex(of, recorded)
  if (!index.ok) return index
  const [path, lock] = [join(folders.own, 'index'), join(folders.own, 'index.lock')]
  try {
    writeFileSync(lock, index.value ?? '', { flag: 'wx' })
  } catch (error) {
    return fail(`git's index is in use: ${error instanceof Error ? error.message : String(error)}`)
  }
  try {
    const now = (await readGit(of.tree, of.env, null))?.state ?? null
    if (!sameGit(now, expected)) return fail('the branch or the index changed in the meantime; nothing was restored')
    const moved = await moveHead({ ...of, folders }, recorded, expected)
    if (!moved.ok) return moved
    if (index.value === null) rmSync(path, { force: true })
    else renameSync(lock, path)
    return ok({ leftBranch: expected.ref !== recorded.ref ? expected.ref : null, movedFrom: moved.value })
  } finally {
    rmSync(lock, { force: true })
  }
}

/** A link in the place of a file or folder that git writes when a branch moves: an agent can make it lead anywhere. */
function linkAmong({ own, common }: GitFolders, refs: readonly (string | null)[]): string | null {
  const ofRefs = refs.flatMap(ref => (ref === null ? [] : [ref, `logs/${ref}`]))
  const written = [
    ...['HEAD', 'logs/HEAD'].flatMap(path => steps(own, path)),
    ...['packed-refs', 'reftable', ...ofRefs].flatMap(path => steps(common, path)),
  ]
  return written.find(path => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) ?? null
}

/** A path below a folder, and every folder on the way to it. */
const steps = (folder: string, path: string): readonly string[] =>
  path.split('/').map((_, at, names) => join(folder, ...names.slice(0, at + 1)))

async function recordedIndex(
  { repository, env }: SnapshotTree,
  { index }: GitState,
): Promise<Result<Buffer | null, string>> {
  if (index === null) return ok(null)
  const bytes = await ownGit(repository, env, ['cat-file', 'blob', index])
  return bytes.ok ? bytes : fail(`the recorded index cannot be read: ${bytes.error}`)
}

interface RestoredTree extends SnapshotTree {
  readonly folders: GitFolders
}

/** Moves branches by compare and swap. A branch that the agent created stays. Resolves to the commit that a branch no longer has. */
async function moveHead(
  of: RestoredTree,
  recorded: GitState,
  expected: GitState,
): Promise<Result<string | null, string>> {
  const git = async (args: readonly string[]): Promise<Result<null, string>> => {
    const done = await userGit(of.tree, of.env, args, { more: inRepository(of) })
    return done.ok ? ok(null) : done
  }
  const { ref, commit } = recorded
  if (ref === null) {
    if (commit === null || (expected.ref === null && expected.commit === commit)) return ok(null)
    const old = expected.commit === null ? [] : [expected.commit]
    const moved = await git(['update-ref', ...MESSAGE, '--no-deref', 'HEAD', commit, ...old])
    return moved.ok ? ok(expected.ref === null ? expected.commit : null) : moved
  }
  const tip = expected.ref === ref ? expected.commit : await tipOf(of, ref)
  if (tip !== commit) {
    const moved = await git(
      commit === null
        ? ['update-ref', ...MESSAGE, '-d', ref, tip ?? ABSENT]
        : ['update-ref', ...MESSAGE, ref, commit, tip ?? ABSENT],
    )
    if (!moved.ok) return moved
  }
  const headed = expected.ref === ref ? ok(null) : await git(['symbolic-ref', ...MESSAGE, 'HEAD', ref])
  return headed.ok ? ok(tip === commit ? null : tip) : headed
}

async function tipOf(of: RestoredTree, ref: string): Promise<string | null> {
  const tip = await userGit(of.tree, of.env, ['rev-parse', '-q', '--verify', ref], { more: inRepository(of) })
  return tip.ok ? tip.value.toString().trim() : null
}
