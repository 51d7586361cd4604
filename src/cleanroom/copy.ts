import { constants } from 'node:fs'
import {
  chmod,
  copyFile,
  cp,
  lstat,
  mkdir,
  readFile,
  readlink,
  realpath,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { type CommandRequest, nodeShell } from '../host/shell.ts'
import { fail, ok, type Result } from '../std/result.ts'
import { pointToObjects } from './git-folder.ts'
import { isInstalled, leadsBack, mayLeadBack, redirected } from './lead-back.ts'
import type { Place, PlaceMaker, Plan } from './place.ts'
import { isWithin } from './within.ts'

const WORKERS = 16

/** Rooms that are copies, for where nothing can be mounted. Never hard links: a run could change the user's files by them. */
export async function copyMaker(plan: Plan): Promise<PlaceMaker> {
  const clones = await canClone(plan)
  return { kind: clones ? 'reflink' : 'copy', notes: [], make: name => copyRoom(plan, join(plan.scratch, name)) }
}

async function canClone({ tree, scratch, survey }: Plan): Promise<boolean> {
  const file = [...survey.stamps].find(([, stamp]) => stamp.startsWith('f '))?.[0]
  if (file === undefined) return false
  return copyFile(join(tree, file), join(scratch, 'clone'), constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false,
  )
}

async function copyRoom(plan: Plan, folder: string): Promise<Result<Place, string>> {
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
  const run: Place['run'] = async (request, started) => {
    await writeFile(started, '')
    return nodeShell.run(movedRequest(request, plan.tree, path))
  }
  return ok({ path, view: path, notIsolated: notIsolated.sort(), run, close: async () => {} })
}

async function copyFiles({ tree, survey }: Plan, room: string, notIsolated: string[]): Promise<void> {
  const entries = [...survey.stamps].map(([path, stamp]) => ({ path, letter: stamp[0] }))
  const folders = entries.filter(({ letter }) => letter === 'd')
  for (const { path } of folders) await mkdir(join(room, path), { recursive: true })
  const queue = entries.filter(({ letter }) => letter === 'f' || letter === 'l').values()
  const work = async (): Promise<void> => {
    for (const { path, letter } of queue) {
      const copied = letter === 'l' ? copyLink(tree, room, path) : copyOne(tree, room, path)
      const said = await copied.catch(error => unreadable(path, error))
      if (said) notIsolated.push(said)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  // Last, and inner ones first: nothing can be put into a folder that may not be written.
  for (const { path } of folders.reverse()) await chmod(join(room, path), (await lstat(join(tree, path))).mode & 0o7777)
}

async function copyOne(tree: string, room: string, path: string): Promise<string | null> {
  const [from, to] = [join(tree, path), join(room, path)]
  const stat = await lstat(from)
  let said: string | null = null
  const text = mayLeadBack(path, stat) ? await readFile(from) : null
  if (text && leadsBack(text, tree)) {
    if (isInstalled(path)) await writeFile(to, redirected(text, tree, room))
    else said = `${path} names the path of the tree`
  }
  if (!text || said || !leadsBack(text, tree)) await copyFile(from, to, constants.COPYFILE_FICLONE)
  await chmod(to, stat.mode & 0o7777)
  // Build tools compare times.
  await utimes(to, stat.atime, stat.mtime)
  return said
}

/** What we may not read no run of ours can read either; what is gone meanwhile is a disturbance. A full disk is neither. */
function unreadable(path: string, error: NodeJS.ErrnoException): string | null {
  if (error.code === 'ENOENT') return null
  if (error.code === 'EACCES' || error.code === 'EPERM') return `${path} cannot be read`
  throw error
}

async function copyLink(tree: string, room: string, path: string): Promise<string | null> {
  const target = await readlink(join(tree, path))
  const place = resolve(dirname(join(tree, path)), target)
  const real = await realpath(join(tree, path)).catch(() => place)
  const within = [place, real].find(candidate => isWithin(candidate, tree))
  if (isWithin(place, tree) && !isAbsolute(target)) await symlink(target, join(room, path))
  else await symlink(within ? join(room, within.slice(tree.length)) : place, join(room, path))
  return null
}

/** Everything in a request that names the tree names the room. */
function movedRequest(request: CommandRequest, tree: string, room: string): CommandRequest {
  const moved = (text: string): string => redirected(Buffer.from(text), tree, room).toString()
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
