import { existsSync } from 'node:fs'
import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import { isWithin } from '../../system/is-within.ts'
import { type CommandResult, type Environment, newNonce, type Shell } from '../../system/shell.ts'
import type { CopyLocation, CopyMaker, CopyPlan } from './copy-maker.ts'
import { cleanEnvironment } from './environment.ts'
import { readFileIn, removeIn, writeFileIn } from './file-access.ts'
import { fullCopyMaker } from './full-copy.ts'
import { makeGitFolder } from './git-folder.ts'
import { overlayMaker } from './overlay.ts'
import { makePrivateFolder, removeStaleFolders, removeTree } from './private-folder.ts'
import { differences, survey } from './survey.ts'

interface CleanCopyOptions {
  /** The real path of the user's tree. */
  readonly tree: string
  /** Paths in the tree that are never in a room: our own view. */
  readonly exclude: readonly string[]
  /** A private folder outside the tree; rooms are folders in it. */
  readonly scratch: string
  /** As captured; says where HOME is. */
  readonly env: Environment
  /** Without trying an overlay; for where it is known not to work. */
  readonly copy?: boolean
}

/** A private tree in which commands run as if in the user's. Nothing that they write there reaches the user's files. */
export interface CleanCopy {
  readonly kind: CopyMaker['kind']
  /** Where commands see the tree. */
  readonly path: string
  /** Where this process finds the same files. Absolute links in there lead to the user's tree: prefer `read`. Other processes have no such path. */
  readonly view: string
  /** Runs in the room, one command after the other, each with a fresh TMPDIR; `cwd` is a path of the user's tree. */
  readonly shell: Shell
  /** What a copy could not take along: files by which the user's tree is still reached. */
  readonly notIsolated: readonly string[]
  /** What a receipt should say about this room: why it is no overlay, what it lacks. */
  readonly notes: readonly string[]
  /** Null when there is no such file in the room. */
  read(path: string): Promise<Uint8Array | null>
  write(path: string, bytes: Uint8Array, mode?: number): Promise<Result<null, string>>
  remove(path: string): Promise<Result<null, string>>
  /** Another room as this one was when it was opened: without what was written or run since. */
  fork(): Promise<Result<CleanCopy, string>>
  /** What changed in the user's tree since the first room was opened. Anything: an answer from a room is about no known tree. */
  disturbed(): Promise<readonly string[]>
  close(): Promise<void>
}

export async function openCleanCopy(options: CleanCopyOptions): Promise<Result<CleanCopy, string>> {
  const refusal = await refused(options)
  if (refusal) return fail(refusal)
  await removeStaleFolders(options.scratch)
  const scratch = await makePrivateFolder(options.scratch)
  const home = await openHouse(options, scratch).catch(error => fail(String(error)))
  const room = home.ok ? await home.value.open() : home
  if (!room.ok) await removeTree(scratch)
  return room
}

/** What kind of room would open here, without the dear part: where it would be a copy, none is made. */
export async function probeCleanCopy(options: CleanCopyOptions): Promise<Result<CopyMaker['kind'], string>> {
  const refusal = await refused(options)
  if (refusal) return fail(refusal)
  const scratch = await makePrivateFolder(options.scratch)
  try {
    const seen = await survey(options.tree, options.exclude)
    const plan: CopyPlan = { tree: options.tree, scratch, survey: seen, git: null, nonce: newNonce() }
    const overlay = options.copy ? fail('a copy was asked for') : await overlayMaker(plan)
    const place = overlay.ok ? await overlay.value.make('1') : overlay
    if (place.ok) await place.value.close()
    return ok(place.ok ? 'overlay' : 'copy')
  } catch (error) {
    return fail(String(error))
  } finally {
    await removeTree(scratch)
  }
}

/** A room of the whole machine, or of the place where rooms are kept, would contain itself. */
async function refused({ tree, scratch, env }: CleanCopyOptions): Promise<string | null> {
  const real = await realpath(tree).catch(() => null)
  if (real !== tree) return `${tree} is not the real path of a folder`
  const home = env['HOME'] && (await realpath(env['HOME']).catch(() => null))
  if (tree === '/' || (home && isWithin(home, tree))) return `${tree} is or contains the home directory`
  if (isWithin(scratch, tree) || isWithin(tree, scratch)) return `${scratch} and ${tree} are inside each other`
  return null
}

interface House {
  open(): Promise<Result<CleanCopy, string>>
}

async function openHouse(options: CleanCopyOptions, scratch: string): Promise<Result<House, string>> {
  const { tree, exclude } = options
  const before = await survey(tree, exclude)
  const git = await makeGitFolder(tree, join(scratch, 'git'))
  const plan: CopyPlan = { tree, scratch, survey: before, git, nonce: newNonce() }
  const overlay = options.copy ? fail('a copy was asked for') : await overlayMaker(plan)
  const maker = overlay.ok ? overlay.value : await fullCopyMaker(plan)
  const notes = [
    ...maker.notes,
    ...(overlay.ok ? [] : [`no overlay: ${overlay.error}`]),
    ...(git === null && existsSync(join(tree, '.git'))
      ? ['the repository could not be read, and is not in the room']
      : []),
  ]
  let [made, alive] = [0, 0]
  const open = async (): Promise<Result<CleanCopy, string>> => {
    const name = String(++made)
    const place = await maker.make(name)
    if (!place.ok) return place
    alive++
    const close = async (): Promise<void> => {
      await place.value.close()
      for (const folder of [name, `${name}r`]) await removeTree(join(scratch, folder))
      if (--alive === 0) await removeTree(scratch)
    }
    const disturbed = async () => differences(before, await survey(tree, exclude))
    const room = furnish(place.value, join(scratch, `${name}r`))
    return ok({ kind: maker.kind, notes, ...room, fork: open, disturbed, close: once(close) })
  }
  return ok({ open })
}

type Furniture = Pick<CleanCopy, 'path' | 'view' | 'notIsolated' | 'shell' | 'read' | 'write' | 'remove'>

function furnish(place: CopyLocation, folder: string): Furniture {
  return {
    path: place.path,
    view: place.view,
    notIsolated: place.notIsolated,
    shell: copyShell(place, folder),
    read: path => readFileIn(place, path),
    write: (path, bytes, mode = 0o644) => writeFileIn(place, path, bytes, mode),
    remove: path => removeIn(place, path),
  }
}

function copyShell(place: CopyLocation, folder: string): Shell {
  let runs = 0
  let last: Promise<unknown> = Promise.resolve()
  const run: Shell['run'] = async request => {
    const folders = { temporary: join(folder, String(++runs)), bytecode: join(folder, 'py') }
    for (const path of Object.values(folders)) await mkdir(path, { recursive: true, mode: 0o700 })
    const started = join(folder, `${runs}.started`)
    const result = await place.run({ ...request, env: cleanEnvironment(request.env, folders) }, started)
    await removeTree(folders.temporary)
    return reached(result, started)
  }
  return {
    run: request => {
      const next = last.then(() => run(request))
      last = next.catch(() => {})
      return next
    },
  }
}

/** A room that could not be entered is not a command that failed. */
function reached(result: CommandResult, started: string): CommandResult {
  if (result.kind !== 'exited' || existsSync(started)) return result
  const { output, durationMs } = result
  return { kind: 'not-started', because: output.trim() || 'the room could not be entered', output: '', durationMs }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}
