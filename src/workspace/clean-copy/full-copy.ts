import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  lutimesSync,
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
import { setImmediate as pause } from 'node:timers/promises'
import { fail, ok, type Result } from '../../std/result.ts'
import { lstatOrNull } from '../../system/file-stat.ts'
import { isWithin } from '../../system/is-within.ts'
import { nodeShell } from '../../system/shell.ts'
import { OLD_SECONDS } from './build-times.ts'
import { type CopyLocation, type CopyMaker, type CopyPlan, type Elsewhere, movedRequest } from './copy-maker.ts'
import { pointToObjects } from './git-folder.ts'
import { newName } from './new-name.ts'
import { isInstalled, mayNameTree, namesTree, withOtherRoot } from './path-references.ts'
import type { Survey } from './survey.ts'

const BATCH = 500

/** Full copies, for systems where nothing can be mounted. Never hard links: a run could change the user's files through them. */
export async function fullCopyMaker(plan: CopyPlan): Promise<CopyMaker> {
  const clones = await canClone(plan)
  return {
    kind: clones ? 'reflink' : 'copy',
    notes: [],
    make: (name, elsewhere) => makeFullCopy(plan, join(plan.scratch, name), elsewhere),
  }
}

async function canClone({ tree, scratch, survey }: CopyPlan): Promise<boolean> {
  const file = [...survey.stamps].find(([, stamp]) => stamp.startsWith('f '))?.[0]
  if (file === undefined) return false
  return copyFile(join(tree, file), join(scratch, 'clone'), constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false,
  )
}

async function makeFullCopy(
  plan: CopyPlan,
  folder: string,
  elsewhere: Elsewhere | undefined,
): Promise<Result<CopyLocation, string>> {
  // Some projects print and test the name of their folder.
  const path = join(folder, elsewhere ? newName() : basename(plan.tree))
  const notIsolated: string[] = []
  try {
    await mkdir(path, { recursive: true })
    await copyFiles(plan, path, notIsolated)
    for (const [name, bytes] of plan.times.restored) writeFileSync(join(path, name), bytes)
    setTimes(path, plan.times.old, OLD_SECONDS)
    setTimes(path, plan.times.fresh, Date.now() / 1000)
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

/** A file that could not be copied has no times. */
function setTimes(copy: string, paths: readonly string[], seconds: number): void {
  for (const path of paths) if (lstatOrNull(join(copy, path))) lutimesSync(join(copy, path), seconds, seconds)
}

/** Copies surveyed files into another folder. Links and paths to the tree then lead into the copy; files where that is not possible are named. */
export async function copyFiles(
  { tree, survey }: Pick<CopyPlan, 'tree'> & { readonly survey: Pick<Survey, 'stamps'> },
  copy: string,
  notIsolated: string[],
): Promise<void> {
  const folders: string[] = []
  let seen = 0
  for (const [path, stamp] of survey.stamps) {
    // Synchronous, as the survey is: for small files the thread pool costs more than the copy.
    const problem = copyEntry(tree, copy, path, stamp[0])
    if (problem) notIsolated.push(problem)
    if (stamp[0] === 'd') folders.push(path)
    if (++seen % BATCH === 0) await pause()
  }
  // Last, and inner folders first: a read-only folder takes no files.
  for (const path of folders.reverse()) chmodSync(join(copy, path), lstatSync(join(tree, path)).mode & 0o7777)
}

function copyEntry(tree: string, copy: string, path: string, letter = 'o'): string | null {
  try {
    if (letter === 'd') mkdirSync(join(copy, path))
    if (letter === 'l') symlinkSync(linkTarget(tree, copy, path), join(copy, path))
    return letter === 'f' ? copyOne(tree, copy, path) : null
  } catch (error) {
    return unreadable(path, error)
  }
}

/** Keeps mode and time, because build tools compare them. */
function copyOne(tree: string, copy: string, path: string): string | null {
  const [from, to] = [join(tree, path), join(copy, path)]
  const stat = lstatSync(from)
  const bytes = mayNameTree(path, stat) ? readFileSync(from) : null
  const back = bytes !== null && namesTree(bytes, tree)
  if (back && isInstalled(path)) writeFileSync(to, withOtherRoot(bytes, tree, copy), { mode: stat.mode & 0o7777 })
  else copyFileSync(from, to, constants.COPYFILE_FICLONE)
  utimesSync(to, stat.atime, stat.mtime)
  return back && !isInstalled(path) ? `${path} contains the path of the original tree` : null
}

/** Runs cannot read an unreadable file either, and a file that is gone shows up as a disturbance. A full disk is an error. */
function unreadable(path: string, error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') return null
  if (code === 'EACCES' || code === 'EPERM') return `${path} cannot be read`
  throw error
}

/** The target of a link in the copy: into the copy where the original points into the tree, else unchanged. */
function linkTarget(tree: string, copy: string, path: string): string {
  const target = readlinkSync(join(tree, path))
  const place = resolve(dirname(join(tree, path)), target)
  if (isWithin(place, tree)) return isAbsolute(target) ? join(copy, place.slice(tree.length)) : target
  const real = realPlace(join(tree, path))
  return real && isWithin(real, tree) ? join(copy, real.slice(tree.length)) : place
}

function realPlace(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
