import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { fail, ok, type Result } from '../../std/result.ts'
import type { Environment } from '../../system/shell.ts'
import { type BytePath, fromText, parentOf, toFs, toText } from './byte-path.ts'
import { readObjects } from './read-objects.ts'
import type { Ref, Repository } from './repository.ts'
import { type PlannedFile, planRestore, type RestorePlan, type SavedTree } from './restore-plan.ts'
import { type ChangedPath, entriesOf, ownGit, savedSnapshots, treeIn } from './saved-snapshots.ts'
import { savedPermissions } from './snapshot-object.ts'

export interface RestoreOptions {
  /**
   * The snapshot that the tree should be at: files that it has and `id` does not may be deleted. A tree at another saved
   * iteration is accepted too.
   */
  readonly from: string
  /** Restores also when the tree was changed since. */
  readonly force?: boolean
  /** Restores only these files and folders; everything when not given. */
  readonly only?: readonly string[]
}

export type RestoreReport =
  | { readonly kind: 'refused'; readonly changed: readonly ChangedPath[] }
  | {
      readonly kind: 'restored'
      /** The snapshot of the tree as it was just before. */
      readonly before: string
      /** The number under which that snapshot is saved. */
      readonly saved: number
      readonly written: number
      readonly removed: number
      /** The paths behind those numbers. */
      readonly paths: { readonly written: readonly string[]; readonly removed: readonly string[] }
      /** Paths that could not be restored, and why. */
      readonly failed: readonly FailedPath[]
      /** Whether the files are now exactly those of the snapshot; of some files, whether each was restored. */
      readonly complete: boolean
    }

interface FailedPath {
  readonly path: string
  readonly why: string
}

interface Restoring {
  readonly repository: Repository
  readonly tree: string
  readonly env: Environment
  readonly take: (ref: Ref) => Promise<Result<{ readonly id: string; readonly tree: string }, string>>
}

export async function restoreTree(
  restoring: Restoring,
  id: string,
  { from, force = false, only }: RestoreOptions,
): Promise<Result<RestoreReport, string>> {
  const { repository, env, take } = restoring
  const number = ((await repository.numbers('restores')).at(-1) ?? 0) + 1
  const before = await take({ series: 'restores', number })
  if (!before.ok) return before
  const [believed, wanted] = [await treeIdOf(restoring, from), await treeIdOf(restoring, id)]
  if (!believed.ok) return believed
  if (!wanted.ok) return wanted
  const within = (path: string): boolean => only === undefined || only.some(each => isAtOrIn(path, each))
  if (believed.value !== before.value.tree && !force && !(await isKept(restoring, before.value, only))) {
    const changed = await savedSnapshots(repository.path, env).changedPaths(from, before.value.id)
    return changed.ok ? ok({ kind: 'refused', changed: changed.value.filter(({ path }) => within(path)) }) : changed
  }
  const [present, target] = [await savedTree(restoring, before.value.id), await savedTree(restoring, id)]
  if (!present.ok) return present
  if (!target.ok) return target
  const unknown = only?.find(each => ![present, target].some(({ value }) => hasPath(value, each)))
  if (unknown !== undefined) return fail(`${unknown} exists neither now nor in that snapshot`)
  const plan = planOf(planRestore(present.value, target.value), path => within(toText(path)))
  const done = await carryOut(restoring, plan)
  if (!done.ok) return done
  const after = await take('present')
  if (!after.ok) return after
  const left = plan.leave.map(path => ({
    path: toText(path),
    why: 'its content was not saved, so it was left unchanged',
  }))
  return ok({
    kind: 'restored',
    before: before.value.id,
    saved: number,
    written: plan.write.length,
    removed: plan.remove.length,
    paths: { written: plan.write.map(({ path }) => toText(path)), removed: plan.remove.map(toText) },
    failed: [...done.value, ...left],
    complete: only === undefined ? after.value.tree === wanted.value : done.value.length + left.length === 0,
  })
}

const isAtOrIn = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

const hasPath = ({ entries }: SavedTree, path: string): boolean =>
  [...entries.keys()].some(each => isAtOrIn(toText(each), path))

const planOf = ({ remove, write, chmod, leave }: RestorePlan, within: (path: BytePath) => boolean): RestorePlan => ({
  remove: remove.filter(within),
  write: write.filter(({ path }) => within(path)),
  chmod: chmod.filter(({ path }) => within(path)),
  leave: leave.filter(within),
})

/** A tree equal to a saved iteration, restored since, has no changes by the user. The same for some of its files. */
async function isKept(
  { repository, env }: Restoring,
  { id, tree }: { readonly id: string; readonly tree: string },
  only: readonly string[] | undefined,
): Promise<boolean> {
  const numbers = await repository.numbers('iterations')
  const found = await Promise.all(numbers.map(number => repository.idOf({ series: 'iterations', number })))
  const ids = found.filter(each => each !== null)
  if (only === undefined) {
    const kept = await ownGit(repository, env, ['rev-parse', ...ids.map(treeIn)])
    return kept.ok && kept.value.toString().split('\n').includes(tree)
  }
  const listed = (each: string): Promise<Result<Buffer, string>> =>
    ownGit(repository, env, ['ls-tree', '-r', '-z', '--full-tree', treeIn(each), '--', ...only])
  const now = await listed(id)
  for (const each of now.ok ? ids : []) {
    const then = await listed(each)
    if (now.ok && then.ok && then.value.equals(now.value)) return true
  }
  return false
}

async function treeIdOf({ repository, env }: Restoring, id: string): Promise<Result<string, string>> {
  const found = await ownGit(repository, env, ['rev-parse', '--verify', '-q', treeIn(id)])
  return found.ok ? ok(found.value.toString().trim()) : fail(`no such snapshot: ${id}`)
}

async function savedTree({ repository, env }: Restoring, id: string): Promise<Result<SavedTree, string>> {
  const entries = await entriesOf(repository, env, id)
  if (!entries.ok) return entries
  const permissions = await savedPermissions(repository, env, id)
  return permissions.ok ? ok({ entries: entries.value, permissions: permissions.value }) : permissions
}

/** Removes first, so that a file can become a folder and a folder a file. */
async function carryOut(restoring: Restoring, plan: RestorePlan): Promise<Result<FailedPath[], string>> {
  const root = fromText(restoring.tree)
  const failed: FailedPath[] = []
  const attempt = (path: BytePath, work: () => void): void => {
    try {
      work()
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error
      failed.push({ path: toText(path), why: error.message })
    }
  }
  for (const path of plan.remove) attempt(path, () => remove(root, path))
  const byId = new Map<string, PlannedFile[]>()
  for (const file of plan.write) byId.set(file.id, [...(byId.get(file.id) ?? []), file])
  const read = await readObjects(restoring.repository, restoring.env, [...byId.keys()], (id, bytes) => {
    for (const file of byId.get(id) ?? []) attempt(file.path, () => put(root, file, bytes))
  })
  if (!read.ok) return read
  for (const { path, permissions } of plan.chmod)
    attempt(path, () => {
      refuseLinks(root, parentOf(path))
      if (lstatSync(toFs(`${root}/${path}`)).isFile()) chmodSync(toFs(`${root}/${path}`), permissions)
    })
  return ok(failed)
}

function remove(root: BytePath, path: BytePath): void {
  refuseLinks(root, parentOf(path))
  unlinkSync(toFs(`${root}/${path}`))
  for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) {
    try {
      rmdirSync(toFs(`${root}/${folder}`))
    } catch {
      // Other files are in it, perhaps ignored ones: it stays.
      return
    }
  }
}

/** Written under another name first: a reader, or a crash, sees the old file or the new one. */
function put(root: BytePath, { path, isLink, permissions }: PlannedFile, bytes: Buffer): void {
  const full = `${root}/${path}`
  makeFolders(root, parentOf(path))
  const temporary = `${parentOf(full)}/.agent-loop-${randomBytes(6).toString('hex')}`
  try {
    if (isLink) symlinkSync(bytes, toFs(temporary))
    else {
      writeFileSync(toFs(temporary), bytes, { flag: 'wx', mode: 0o600 })
      chmodSync(toFs(temporary), permissions)
    }
    if (lstatSync(toFs(full), { throwIfNoEntry: false })?.isDirectory()) rmdirSync(toFs(full))
    renameSync(toFs(temporary), toFs(full))
  } catch (error) {
    rmSync(toFs(temporary), { force: true })
    throw error
  }
}

function makeFolders(root: BytePath, folder: BytePath): void {
  if (folder === '') return
  makeFolders(root, parentOf(folder))
  const full = toFs(`${root}/${folder}`)
  if (lstatSync(full, { throwIfNoEntry: false }) === undefined) mkdirSync(full)
  refuseLinks(root, folder)
}

/** A link in the place of a folder would lead out of the tree. */
function refuseLinks(root: BytePath, folder: BytePath): void {
  for (let at = folder; at !== ''; at = parentOf(at)) {
    if (lstatSync(toFs(`${root}/${at}`)).isDirectory()) continue
    throw Object.assign(new Error(`${toText(at)} is not a folder`), { code: 'ENOTDIR' })
  }
}
