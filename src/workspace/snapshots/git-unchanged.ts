import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runGit, userEnvironment } from '../../system/run-git.ts'
import type { Environment } from '../../system/shell.ts'
import { type GitState, readGit } from './git-state.ts'
import type { Repository } from './repository.ts'
import { ownGit } from './saved-snapshots.ts'
import { gitFolders } from './user-repository.ts'

interface Place {
  readonly repository: Repository
  readonly tree: string
  readonly env: Environment
}

/** Whether branch and what is staged are still so. A git that only looked rewrites its index, and has changed nothing. */
export async function isGitUnchanged(place: Place, recorded: GitState | null): Promise<boolean> {
  const now = (await readGit(place.tree, place.env, null))?.state ?? null
  if (now === null || recorded === null) return now === recorded
  if (now.ref !== recorded.ref || now.commit !== recorded.commit) return false
  return now.index === recorded.index || (await sameStaged(place, recorded.index))
}

async function sameStaged({ repository, tree, env }: Place, recorded: string | null): Promise<boolean> {
  const folders = gitFolders(tree)
  const bytes = recorded === null ? null : await ownGit(repository, env, ['cat-file', 'blob', recorded])
  if (folders === null || !bytes?.ok) return false
  const copy = join(repository.path, 'index-as-recorded')
  writeFileSync(copy, bytes.value, { mode: 0o600 })
  try {
    const [one, two] = [await staged(tree, env, copy), await staged(tree, env, join(folders.own, 'index'))]
    return one !== null && one === two
  } finally {
    rmSync(copy, { force: true })
  }
}

async function staged(tree: string, env: Environment, index: string): Promise<string | null> {
  const printed = await runGit({
    args: ['-c', 'safe.directory=*', 'ls-files', '--stage', '-z'],
    cwd: tree,
    env: { ...userEnvironment(env), GIT_CEILING_DIRECTORIES: dirname(tree), GIT_INDEX_FILE: index },
  })
  return printed.ok ? printed.value.toString('latin1') : null
}
