import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { copyFile, cp, mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { fail, ok, type Result } from '../../std/result.ts'
import { isWithin } from '../../system/is-within.ts'
import { type CommandRequest, nodeShell } from '../../system/shell.ts'
import type { CopyLocation, CopyMaker, CopyPlan } from './copy-maker.ts'
import { pointToObjects } from './git-folder.ts'
import { isInstalled, mayNameTree, namesTree, withOtherRoot } from './path-references.ts'
import type { Survey } from './survey.ts'

const BATCH = 500

/** Rooms that are copies, for where nothing can be mounted. Never hard links: a run could change the user's files by them. */
export async function fullCopyMaker(plan: CopyPlan): Promise<CopyMaker> {
  const clones = await canClone(plan)
  return { kind: clones ? 'reflink' : 'copy', notes: [], make: name => makeFullCopy(plan, join(plan.scratch, name)) }
}

async function canClone({ tree, scratch, survey }: CopyPlan): Promise<boolean> {
  const file = [...survey.stamps].find(([, stamp]) => stamp.startsWith('f '))?.[0]
  if (file === undefined) return false
  return copyFile(join(tree, file), join(scratch, 'clone'), constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false,
  )
}

async function makeFullCopy(plan: CopyPlan, folder: string): Promise<Result<CopyLocation, string>> {
  // The name of the folder is part of what some projects print and test.
  const path = join(folder, basename(plan.tree))
  const notIsolated: string[] = []
  try {
    await mkdir(path, { recursive: true })
    await copyFiles(plan, path, notIsolated)
    if (plan.git) {
      await pointToObjects(plan.git, plan.git.objects)
      await cp(plan.git.folder, join(path, '.git'), { recursive: true })
    }
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
  const run: CopyLocation['run'] = async (request, started) => {
    await writeFile(started, '')
    return nodeShell.run(movedRequest(request, plan.tree, path))
  }
  return ok({ path, view: path, notIsolated: notIsolated.sort(), run, close: async () => {} })
}

/** Copies what was surveyed of a tree into another folder; what leads back into the tree leads into the copy, or is named. */
export async function copyFiles(
  { tree, survey }: Pick<CopyPlan, 'tree'> & { readonly survey: Pick<Survey, 'stamps'> },
  room: string,
  notIsolated: string[],
): Promise<void> {
  const folders: string[] = []
  let seen = 0
  for (const [path, stamp] of survey.stamps) {
    // Synchronous, as the survey is: for small files the way through the thread pool costs more than the copy.
    const said = copyEntry(tree, room, path, stamp[0])
    if (said) notIsolated.push(said)
    if (stamp[0] === 'd') folders.push(path)
    if (++seen % BATCH === 0) await breathe()
  }
  // Last, and inner ones first: nothing can be put into a folder that may not be written.
  for (const path of folders.reverse()) chmodSync(join(room, path), lstatSync(join(tree, path)).mode & 0o7777)
}

function copyEntry(tree: string, room: string, path: string, letter = 'o'): string | null {
  try {
    if (letter === 'd') mkdirSync(join(room, path))
    if (letter === 'l') symlinkSync(linkTarget(tree, room, path), join(room, path))
    return letter === 'f' ? copyOne(tree, room, path) : null
  } catch (error) {
    return unreadable(path, error)
  }
}

/** The copy keeps mode and time, by which build tools know what is new. */
function copyOne(tree: string, room: string, path: string): string | null {
  const [from, to] = [join(tree, path), join(room, path)]
  const stat = lstatSync(from)
  const bytes = mayNameTree(path, stat) ? readFileSync(from) : null
  const back = bytes !== null && namesTree(bytes, tree)
  if (back && isInstalled(path)) writeFileSync(to, withOtherRoot(bytes, tree, room), { mode: stat.mode & 0o7777 })
  else copyFileSync(from, to, constants.COPYFILE_FICLONE)
  utimesSync(to, stat.atime, stat.mtime)
  return back && !isInstalled(path) ? `${path} names the path of the tree` : null
}

/** What we may not read no run of ours can read either; what is gone meanwhile is a disturbance. A full disk is neither. */
function unreadable(path: string, error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') return null
  if (code === 'EACCES' || code === 'EPERM') return `${path} cannot be read`
  throw error
}

/** What a link must say in the room so that it shows the room where it showed the tree, and the same where it showed others. */
function linkTarget(tree: string, room: string, path: string): string {
  const target = readlinkSync(join(tree, path))
  const place = resolve(dirname(join(tree, path)), target)
  if (isWithin(place, tree)) return isAbsolute(target) ? join(room, place.slice(tree.length)) : target
  const real = realPlace(join(tree, path))
  return real && isWithin(real, tree) ? join(room, real.slice(tree.length)) : place
}

function realPlace(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}

/** Everything in a request that names the tree names the room. */
function movedRequest(request: CommandRequest, tree: string, room: string): CommandRequest {
  const moved = (text: string): string => withOtherRoot(Buffer.from(text), tree, room).toString()
  const env = Object.entries(request.env).map(([name, value]) => [name, value === undefined ? value : moved(value)])
  const { command } = request
  const [program, ...args] = typeof command === 'string' ? [command] : command
  return {
    ...request,
    cwd: moved(request.cwd),
    env: Object.fromEntries(env),
    command: typeof command === 'string' ? moved(command) : [moved(program), ...args.map(moved)],
  }
}
