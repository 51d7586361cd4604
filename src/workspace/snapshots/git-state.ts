import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '../../std/result.ts'
import type { Environment } from '../../system/shell.ts'
import { objectId } from './git-objects.ts'
import { isSettled, stampOf } from './read-entry.ts'
import { userGit } from './user-git.ts'
import { type GitFolders, gitFolders, type Head, readHead } from './user-repository.ts'

/** Where the person's repository stands, beside its files: enough to bring branch and index back. */
export interface GitState extends Head {
  /** Id of the index's bytes; null where there is no index. */
  readonly index: string | null
}

export interface ReadGit {
  readonly state: GitState
  /** The index, unless it is the one seen last. */
  readonly newIndex: Buffer | null
  /** Equal as long as nobody touched the index; empty when it has to be read again. */
  readonly stamp: string
}

/** Null in a tree without git. The index is read only when it was touched since `last`. */
export async function readGit(tree: string, env: Environment, last: ReadGit | null): Promise<ReadGit | null> {
  const folders = gitFolders(tree)
  if (folders === null) return null
  const head = readHead(folders) ?? (await headFromGit(tree, env))
  const stamp = indexStamp(folders)
  if (last !== null && stamp === last.stamp && stamp !== '')
    return { state: { ...head, index: last.state.index }, newIndex: null, stamp }
  const bytes = readIndex(folders)
  const index = bytes && objectId('blob', bytes)
  return { state: { ...head, index }, newIndex: index === last?.state.index ? null : bytes, stamp }
}

async function headFromGit(tree: string, env: Environment): Promise<Head> {
  const ref = await userGit(tree, env, ['symbolic-ref', '-q', 'HEAD'])
  const commit = await userGit(tree, env, ['rev-parse', '-q', '--verify', 'HEAD^{commit}'])
  return { ref: textOf(ref), commit: textOf(commit) }
}

const textOf = (printed: Result<Buffer, string>): string | null =>
  printed.ok ? printed.value.toString().trim() || null : null

function indexStamp({ own }: GitFolders): string {
  const stat = lstatSync(join(own, 'index'), { bigint: true, throwIfNoEntry: false })
  return stat && isSettled(stat) ? stampOf(stat) : ''
}

function readIndex({ own }: GitFolders): Buffer | null {
  try {
    const path = join(own, 'index')
    return lstatSync(path).isFile() ? readFileSync(path) : null
  } catch {
    return null
  }
}

export const sameGit = (one: GitState | null, two: GitState | null): boolean =>
  one?.ref === two?.ref && one?.commit === two?.commit && one?.index === two?.index

/** The state as it was saved with a snapshot. */
export function parseGitState(value: unknown): GitState | null {
  if (typeof value !== 'object' || value === null || !('ref' in value && 'commit' in value && 'index' in value))
    return null
  return { ref: asText(value.ref), commit: asText(value.commit), index: asText(value.index) }
}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)
