import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import type { Environment } from '../../system/shell.ts'
import { type GitState, readGit, sameGit } from './git-state.ts'
import type { Repository } from './repository.ts'
import { ownGit } from './saved-snapshots.ts'
import { userGit } from './user-git.ts'
import { gitFolders } from './user-repository.ts'

export interface GitRestored {
  /** The branch that HEAD left and that still is where it was; null when HEAD stayed on its branch. */
  readonly leftBranch: string | null
}

interface Place {
  readonly repository: Repository
  readonly tree: string
  readonly env: Environment
}

const MESSAGE = ['-m', 'agent-loop: back to an earlier snapshot']
// To git, an old value that says: there must be none.
const ABSENT = ''

/** Holds git's own lock on the index meanwhile, so no commit can come between the look and the change. */
export async function restoreGit(
  place: Place,
  recorded: GitState,
  expected: GitState,
): Promise<Result<GitRestored, string>> {
  const folders = gitFolders(place.tree)
  if (folders === null) return fail('the tree has no git repository any more')
  const index = await recordedIndex(place, recorded)
  if (!index.ok) return index
  const [path, lock] = [join(folders.own, 'index'), join(folders.own, 'index.lock')]
  try {
    writeFileSync(lock, index.value ?? '', { flag: 'wx' })
  } catch (error) {
    return fail(`git's index is in use: ${error instanceof Error ? error.message : String(error)}`)
  }
  try {
    const now = (await readGit(place.tree, place.env, null))?.state ?? null
    if (!sameGit(now, expected)) return fail('branch or index changed since; nothing was put back')
    const moved = await moveHead(place, recorded, expected)
    if (!moved.ok) return moved
    if (index.value === null) rmSync(path, { force: true })
    else renameSync(lock, path)
    return ok({ leftBranch: expected.ref !== recorded.ref ? expected.ref : null })
  } finally {
    rmSync(lock, { force: true })
  }
}

async function recordedIndex({ repository, env }: Place, { index }: GitState): Promise<Result<Buffer | null, string>> {
  if (index === null) return ok(null)
  const bytes = await ownGit(repository, env, ['cat-file', 'blob', index])
  return bytes.ok ? bytes : fail(`the recorded index cannot be read: ${bytes.error}`)
}

/** Branches are moved by compare and swap; one that the agent made stays. */
async function moveHead(place: Place, recorded: GitState, expected: GitState): Promise<Result<null, string>> {
  const git = async (args: readonly string[]): Promise<Result<null, string>> => {
    const done = await userGit(place.tree, place.env, args)
    return done.ok ? ok(null) : done
  }
  const { ref, commit } = recorded
  if (ref === null)
    return commit === null || (expected.ref === null && expected.commit === commit)
      ? ok(null)
      : git([
          'update-ref',
          ...MESSAGE,
          '--no-deref',
          'HEAD',
          commit,
          ...(expected.commit === null ? [] : [expected.commit]),
        ])
  const tip = expected.ref === ref ? expected.commit : await tipOf(place, ref)
  if (tip !== commit) {
    const moved = await git(
      commit === null
        ? ['update-ref', ...MESSAGE, '-d', ref, tip ?? ABSENT]
        : ['update-ref', ...MESSAGE, ref, commit, tip ?? ABSENT],
    )
    if (!moved.ok) return moved
  }
  return expected.ref === ref ? ok(null) : git(['symbolic-ref', ...MESSAGE, 'HEAD', ref])
}

async function tipOf({ tree, env }: Place, ref: string): Promise<string | null> {
  const tip = await userGit(tree, env, ['rev-parse', '-q', '--verify', ref])
  return tip.ok ? tip.value.toString().trim() : null
}
