import { existsSync } from 'node:fs'
import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import { isWithin } from '../../system/is-within.ts'
import { type CommandResult, type Environment, newNonce, type Shell } from '../../system/shell.ts'
import { type BuildBaseline, type BuildTimes, buildTimes, UNCHANGED } from './build-times.ts'
import { type Bytecode, openBytecode } from './bytecode.ts'
import type { CopyLocation, CopyMaker, CopyPlan, Elsewhere } from './copy-maker.ts'
import { cleanEnvironment } from './environment.ts'
import { readFileIn, removeIn, writeFileIn } from './file-access.ts'
import { fullCopyMaker } from './full-copy.ts'
import { makeGitFolder } from './git-folder.ts'
import { overlayMaker } from './overlay.ts'
import { makePrivateFolder, removeStaleFolders, removeTree } from './private-folder.ts'
import { differences, survey, without } from './survey.ts'

interface CleanCopyOptions {
  /** The real path of the user's tree. */
  readonly tree: string
  /** Paths in the tree that are never copied: our own state view. */
  readonly exclude: readonly string[]
  /** A private folder outside the tree that holds the copies. */
  readonly scratch: string
  /** As captured; has HOME. */
  readonly env: Environment
  /** What was built since then looks older than its source in the copy, so that a build makes it again. */
  readonly sinceMs?: number
  /** All source counts as changed, so that build tools compile it again. */
  readonly recompile?: boolean
  /** Ignored files at that moment. */
  readonly before?: BuildBaseline
  /** Files of Python modules that runs outside of copies imported. */
  readonly modules?: () => readonly string[]
  /** Never tries an overlay; for systems where it is known not to work. */
  readonly copy?: boolean
}

/** A private tree in which commands run as if in the user's. Nothing that they write there reaches the user's files. */
export interface CleanCopy {
  readonly kind: CopyMaker['kind']
  /** Where commands see the tree. */
  readonly path: string
  /** Where this process, and no other, finds the same files. Absolute links in there lead to the user's tree: prefer `read`. */
  readonly view: string
  /** Runs commands in the copy, one after the other, each with a fresh TMPDIR; `cwd` is a path of the user's tree. */
  readonly shell: Shell
  /** Files of a full copy through which commands still reach the user's tree. */
  readonly notIsolated: readonly string[]
  /** Notes for the receipt: why it is no overlay, and what it lacks. */
  readonly notes: readonly string[]
  /** How its files differ from those of the tree. */
  readonly builds: BuildTimes
  /** Null when the copy has no such file. */
  read(path: string): Promise<Uint8Array | null>
  write(path: string, bytes: Uint8Array, mode?: number): Promise<Result<null, string>>
  remove(path: string): Promise<Result<null, string>>
  /** Another copy of the tree as it was when this one was opened, without later writes and runs; at another path if asked for. */
  fork(elsewhere?: Elsewhere): Promise<Result<CleanCopy, string>>
  /** Paths that changed in the user's tree since the first copy was opened. If there are any, results from a copy describe no known tree. */
  disturbed(): Promise<readonly string[]>
  close(): Promise<void>
}

export async function openCleanCopy(options: CleanCopyOptions): Promise<Result<CleanCopy, string>> {
  const refusal = await refused(options)
  if (refusal) return fail(refusal)
  await removeStaleFolders(options.scratch)
  const scratch = await makePrivateFolder(options.scratch)
  const copy = await openFirst(options, scratch).catch(error => fail(String(error)))
  if (!copy.ok) await removeTree(scratch)
  return copy
}

/** The kind of copy that would open here, without the expensive part: a full copy is not made. */
export async function probeCleanCopy(options: CleanCopyOptions): Promise<Result<CopyMaker['kind'], string>> {
  const refusal = await refused(options)
  if (refusal) return fail(refusal)
  const scratch = await makePrivateFolder(options.scratch)
  try {
    const overlay = await overlayFor(options, await planFor(options, scratch, null))
    const location = overlay.ok ? await overlay.value.make('1') : overlay
    if (location.ok) await location.value.close()
    return ok(location.ok ? 'overlay' : 'copy')
  } catch (error) {
    return fail(String(error))
  } finally {
    await removeTree(scratch)
  }
}

/** A copy of the whole machine, or of the folder that holds the copies, would contain itself. */
async function refused({ tree, scratch, env }: CleanCopyOptions): Promise<string | null> {
  const real = await realpath(tree).catch(() => null)
  if (real !== tree) return `${tree} is not the real path of a folder`
  const home = env['HOME'] && (await realpath(env['HOME']).catch(() => null))
  if (tree === '/' || (home && isWithin(home, tree))) return `${tree} is or contains the home directory`
  if (isWithin(scratch, tree) || isWithin(tree, scratch)) return `${scratch} and ${tree} are inside each other`
  return null
}

async function planFor(options: CleanCopyOptions, scratch: string, git: CopyPlan['git']): Promise<CopyPlan> {
  const { tree, exclude, sinceMs } = options
  const all = await survey(tree, exclude)
  const times = sinceMs === undefined ? UNCHANGED : await buildTimes(options, all, sinceMs)
  return { tree, scratch, survey: without(all, times.without), times, git, nonce: newNonce() }
}

const overlayFor = async ({ copy }: CleanCopyOptions, plan: CopyPlan): Promise<Result<CopyMaker, string>> =>
  copy ? fail('a copy was asked for') : overlayMaker(plan)

async function openFirst(options: CleanCopyOptions, scratch: string): Promise<Result<CleanCopy, string>> {
  const { tree } = options
  const git = await makeGitFolder(tree, join(scratch, 'git'))
  const plan = await planFor(options, scratch, git)
  const exclude = [...options.exclude, ...plan.times.without]
  const overlay = await overlayFor(options, plan)
  const maker = overlay.ok ? overlay.value : await fullCopyMaker(plan)
  const notes = [
    ...maker.notes,
    ...(overlay.ok ? [] : [`no overlay: ${overlay.error}`]),
    ...(git === null && existsSync(join(tree, '.git'))
      ? ['the git repository could not be read, and is not in the clean copy']
      : []),
  ]
  const bytecode = openBytecode({
    modules: options.modules ?? (() => []),
    unchangedSinceMs: options.sinceMs ?? Date.now(),
  })
  let [made, open] = [0, 0]
  const openNext = async (elsewhere?: Elsewhere): Promise<Result<CleanCopy, string>> => {
    const name = String(++made)
    const runs = join(scratch, `${name}r`)
    const location = await maker.make(name, elsewhere)
    if (!location.ok) return location
    open++
    const close = async (): Promise<void> => {
      await location.value.close()
      for (const folder of [join(scratch, name), runs]) await removeTree(folder)
      if (--open === 0) await removeTree(scratch)
    }
    return ok({
      kind: maker.kind,
      notes,
      builds: plan.times,
      path: location.value.path,
      view: location.value.view,
      notIsolated: location.value.notIsolated,
      shell: copyShell(location.value, runs, bytecode),
      read: path => readFileIn(location.value, path),
      write: (path, bytes, mode = 0o644) => writeFileIn(location.value, path, bytes, mode),
      remove: path => removeIn(location.value, path),
      fork: openNext,
      disturbed: async () => differences(plan.survey, await survey(tree, exclude)),
      close: once(close),
    })
  }
  return openNext()
}

/** `folder` holds the temporary folders of the runs. */
function copyShell(location: CopyLocation, folder: string, bytecode: Bytecode): Shell {
  let runs = 0
  let last: Promise<unknown> = Promise.resolve()
  const run: Shell['run'] = async request => {
    const folders = { temporary: join(folder, String(++runs)), bytecode: join(folder, 'py') }
    for (const path of Object.values(folders)) await mkdir(path, { recursive: true, mode: 0o700 })
    if (runs === 1) bytecode.fill(folders.bytecode)
    const started = join(folder, `${runs}.started`)
    const result = await location.run({ ...request, env: cleanEnvironment(request.env, folders) }, started)
    await removeTree(folders.temporary)
    bytecode.learn(folders.bytecode)
    return existsSync(started) ? result : asNotStarted(result)
  }
  return {
    run: request => {
      const next = last.then(() => run(request))
      last = next.catch(() => {})
      return next
    },
  }
}

/** A copy that could not be entered is not a command that failed. */
function asNotStarted(result: CommandResult): CommandResult {
  if (result.kind !== 'exited') return result
  const { output, durationMs } = result
  return {
    kind: 'not-started',
    because: output.trim() || 'the clean copy could not be entered',
    output: '',
    durationMs,
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}
