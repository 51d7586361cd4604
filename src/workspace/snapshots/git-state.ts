import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '../../std/result.ts'
import { userGit } from '../../system/git.ts'
import type { Environment } from '../../system/shell.ts'
import { objectId } from './git-objects.ts'
import { isSettled, stampOf } from './read-entry.ts'
import type { Repository } from './repository.ts'
import { ownGit } from './saved-snapshots.ts'
import { type GitFolders, gitFolders, type Head, inRepository, readHead, realGitFolders } from './user-repository.ts'

/** Branch and index of the user's repository: enough to restore both. */
export interface GitState extends Head {
  /** Id of the index's bytes; null where there is no index. */
  readonly index: string | null
  /** Which repository it is; null in snapshots of older versions. */
  readonly folders: GitFolders | null
}

export interface ReadGit {
  readonly state: GitState
  /** The index, unless it is the one read last. */
  readonly newIndex: Buffer | null
  /** Equal as long as the index was not touched; empty when it has to be read again. */
  readonly stamp: string
}

/** Null in a tree without git. The index is read only when it was touched since `last`. */
export async function readGit(tree: string, env: Environment, last: ReadGit | null): Promise<ReadGit | null> {
  const folders = gitFolders(tree)
  if (folders === null) return null
  const head = { ...(readHead(folders) ?? (await headFromGit(tree, env, folders))), folders: realGitFolders(tree) }
  const stamp = indexStamp(folders)
  if (last !== null && stamp === last.stamp && stamp !== '')
    return { state: { ...head, index: last.state.index }, newIndex: null, stamp }
  const bytes = readIndex(folders)
  const index = bytes && objectId('blob', bytes)
  return { state: { ...head, index }, newIndex: index === last?.state.index ? null : bytes, stamp }
}

async function headFromGit(tree: string, env: Environment, folders: GitFolders): Promise<Head> {
  const there = { more: inRepository({ tree, folders }) }
  const ref = await userGit(tree, env, ['symbolic-ref', '-q', 'HEAD'], there)
  const commit = await userGit(tree, env, ['rev-parse', '-q', '--verify', 'HEAD^{commit}'], there)
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
  one?.ref === two?.ref && one?.commit === two?.commit && one?.index === two?.index && sameRepository(one, two)

/** Whether both are states of one repository: an agent can redirect `.git` to another one. */
export const sameRepository = (now: Pick<GitState, 'folders'> | null, recorded: GitState | null): boolean =>
  !recorded?.folders || (now?.folders?.own === recorded.folders.own && now.folders.common === recorded.folders.common)

export interface SnapshotTree {
  readonly repository: Repository
  readonly tree: string
  readonly env: Environment
}

/** Whether branch and staged files are as recorded. A git that only reads may rewrite its index, which changes nothing. */
export async function isGitUnchanged(of: SnapshotTree, recorded: GitState | null): Promise<boolean> {
  const now = (await readGit(of.tree, of.env, null))?.state ?? null
  if (now === null || recorded === null) return now === recorded
  if (now.ref !== recorded.ref || now.commit !== recorded.commit || !sameRepository(now, recorded)) return false
  return now.index === recorded.index || (await sameStaged(of, recorded.index))
}

async function sameStaged(of: SnapshotTree, recorded: string | null): Promise<boolean> {
  const how = ['--stage']
  const [one, two] = [await listedThen(of, recorded, how), await listedNow(of, how)]
  return one !== null && one === two
}

/**
 * Files that git tracked when the state was recorded, that are still there, and that it does not track any more, or whose changes it was
 * told not to look at.
 */
export async function untrackedSince(of: SnapshotTree, recorded: GitState | null): Promise<string[]> {
  const now = (await readGit(of.tree, of.env, null))?.state ?? null
  if (!recorded?.index || (now?.index === recorded.index && sameRepository(now, recorded))) return []
  const how = ['-v']
  const known = await listedThen(of, recorded.index, how)
  const tracked = new Set((await listedNow(of, how))?.split('\0'))
  const lost = known?.split('\0').filter(line => line.startsWith('H ') && !tracked.has(line)) ?? []
  return lost
    .map(line => Buffer.from(line.slice(2), 'latin1').toString())
    .filter(path => lstatSync(join(of.tree, path), { throwIfNoEntry: false })?.isDirectory() === false)
}

async function listedNow({ tree, env }: SnapshotTree, how: readonly string[]): Promise<string | null> {
  const folders = gitFolders(tree)
  if (folders === null) return null
  return textIn(await userGit(tree, env, ['ls-files', '-z', ...how], { more: inRepository({ tree, folders }) }))
}

/** The recorded index is listed without the user's repository, which may be another one by now. */
async function listedThen(
  { repository, env }: SnapshotTree,
  recorded: string | null,
  how: readonly string[],
): Promise<string | null> {
  const bytes = recorded === null ? null : await ownGit(repository, env, ['cat-file', 'blob', recorded])
  if (!bytes?.ok) return null
  const copy = join(repository.path, 'index-as-recorded')
  writeFileSync(copy, bytes.value, { mode: 0o600 })
  try {
    return textIn(await ownGit(repository, env, ['ls-files', '-z', ...how], { GIT_INDEX_FILE: copy }))
  } finally {
    rmSync(copy, { force: true })
  }
}

const textIn = (printed: Result<Buffer, string>): string | null =>
  printed.ok ? printed.value.toString('latin1') : null

/** The state as it was saved with a snapshot. */
export function parseGitState(value: unknown): GitState | null {
  if (typeof value !== 'object' || value === null || !('ref' in value && 'commit' in value && 'index' in value))
    return null
  const folders = 'folders' in value ? parseFolders(value.folders) : null
  return { ref: asText(value.ref), commit: asText(value.commit), index: asText(value.index), folders }
}

function parseFolders(value: unknown): GitFolders | null {
  if (typeof value !== 'object' || value === null || !('own' in value && 'common' in value)) return null
  const [own, common] = [asText(value.own), asText(value.common)]
  return own === null || common === null ? null : { own, common }
}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)
