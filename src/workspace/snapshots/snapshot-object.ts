import { fail, ok, type Result } from '../../std/result.ts'
import type { Environment } from '../../system/shell.ts'
import { type TreeEntry, treeBytes } from './git-objects.ts'
import { type GitState, parseGitState } from './git-state.ts'
import type { PackWriter } from './pack-file.ts'
import { type FilePermissions, readPermissions } from './permissions.ts'
import type { Repository } from './repository.ts'
import { ownGit } from './saved-snapshots.ts'
import type { Skipped } from './scan-tree.ts'

interface SnapshotContent {
  readonly files: string
  readonly permissions: string
  readonly git: GitState | null
  readonly skipped: readonly Skipped[]
}

/** The objects of a snapshot beside its files. */
export interface SnapshotIds {
  readonly id: string
  readonly about: string | null
}

/** A snapshot is a git tree of the files and of metadata that git trees cannot hold. It has no time, so equal snapshots have one id. */
export function addSnapshot(
  pack: PackWriter,
  { files, permissions, git, skipped }: SnapshotContent,
  last: SnapshotIds | null,
): SnapshotIds {
  const about = pack.add('blob', Buffer.from(JSON.stringify({ version: 1, git, skipped })), last?.about)
  const entries: TreeEntry[] = [
    { name: 'about.json', mode: '100644', id: about },
    { name: 'permissions', mode: '100644', id: permissions },
    { name: 'tree', mode: '40000', id: files },
  ]
  if (git?.index) entries.push({ name: 'index', mode: '100644', id: git.index })
  return { id: pack.add('tree', treeBytes(entries), last?.id), about }
}

export async function savedGitState(
  repository: Repository,
  env: Environment,
  id: string,
): Promise<Result<GitState | null, string>> {
  const about = await ownGit(repository, env, ['cat-file', 'blob', `${id}:about.json`])
  if (!about.ok) return fail(`snapshot ${id} cannot be read: ${about.error}`)
  const value: unknown = JSON.parse(about.value.toString())
  return ok(typeof value === 'object' && value !== null && 'git' in value ? parseGitState(value.git) : null)
}

export async function savedPermissions(
  repository: Repository,
  env: Environment,
  id: string,
): Promise<Result<FilePermissions, string>> {
  const bytes = await ownGit(repository, env, ['cat-file', 'blob', `${id}:permissions`])
  return bytes.ok ? ok(readPermissions(bytes.value)) : fail(`snapshot ${id} cannot be read: ${bytes.error}`)
}
