import { copyFileSync, mkdirSync } from 'node:fs'
import { cp, mkdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Agent, Turn } from '../../agents/agent.ts'
import { UNKNOWN_USAGE } from '../../agents/agent.ts'
import type { LoopEvent } from '../../loop/events.ts'
import type { Sensor } from '../../loop/sensor.ts'
import { NO_USAGE } from '../../std/usage.ts'
import { iterationDirectory, layoutOf, loopPaths } from '../../store/layout.ts'
import { checkoutsHome } from '../../system/checkouts-home.ts'
import { gitIn } from '../../system/git.ts'
import { readRegular } from '../../system/read-regular.ts'
import { type Environment, nodeShell } from '../../system/shell.ts'
import { writableStateHome } from '../../system/state-home.ts'
import { treeOf } from '../../system/tree.ts'
import { makePrivateFolder, removeStaleFolders, removeTree } from '../../workspace/clean-copy/private-folder.ts'
import { movedEnvironment } from '../../workspace/worktrees/moved-environment.ts'
import { type Checkout, openCheckout } from '../../workspace/worktrees/open-checkout.ts'
import type { RequestContext } from '../request/context.ts'
import { loopAskedFor } from '../request/loop-request.ts'
import { trustedSettings } from '../request/trusted-settings.ts'
import type { RunRequest } from '../run-request.ts'
import type { Settings } from '../settings/load.ts'
import { refuseInsideTurn } from '../steer/inside-turn.ts'
import { taskOfCommits } from './commit-task.ts'
import { proveProblem } from './problems.ts'
import { type ProvenRange, provenRange } from './range.ts'

interface ProofRequest {
  /** `base..head`; undefined for the default. */
  readonly range: string | undefined
  /** What the change should do, in a person's words. */
  readonly task: string | undefined
  /** Globs of ignored files that the check needs. */
  readonly copy: readonly string[]
}

/** A change in a checkout of its own, ready to be proven by a loop with one turn that checks it out. */
interface OpenProof {
  readonly request: RunRequest
  readonly cwd: string
  readonly env: Environment
  readonly stateDirectory: string
  readonly range: ProvenRange
  /** For people, about what is proven. */
  readonly notes: readonly string[]
  /** Ignored files that the checkout does not have. */
  readonly leftOut: readonly string[]
  /** Saves the receipt before an event names it. */
  keep(event: LoopEvent): LoopEvent
  /** Where receipt and logs of the proof are kept. */
  folderOf(id: string): string
  /** Keeps the logs, and removes everything else. */
  close(id: string | null): Promise<void>
}

/** Without words of anybody, only the checks count. */
const NO_TASK = 'Keep all tests passing'

/** Nothing in the person's tree is changed. Throws a `UsageError` if there is nothing to prove, or no criterion. */
export async function openProof(context: RequestContext, asked: ProofRequest): Promise<OpenProof> {
  const { env, cwd } = context
  refuseInsideTurn(env)
  writableStateHome(env)
  const tree = treeOf(cwd)
  const range = await provenRange(tree, env, asked.range, context.given.completion)
  const settings = await trustedSettings(context, 'nobody')
  await refuseOwnConfig(tree, env, range, settings)
  const home = checkoutsHome(env)
  await removeStaleFolders(home, removeRecords)
  const folder = await makePrivateFolder(home)
  try {
    return await openIn(context, { tree, folder, range, settings, asked })
  } catch (error) {
    await discard(folder)
    throw error
  }
}

async function discard(folder: string): Promise<void> {
  await removeTree(folder)
  // Fails while other proofs run, which have folders beside it.
  await rmdir(dirname(folder)).catch(() => {})
}

interface Opening {
  readonly tree: string
  readonly folder: string
  readonly range: ProvenRange
  readonly settings: Settings
  readonly asked: ProofRequest
}

async function openIn(context: RequestContext, opening: Opening): Promise<OpenProof> {
  const { tree, folder, range, asked } = opening
  const { view } = layoutOf(context.env, tree, opening.settings.values['state-dir'])
  const opened = await openCheckout({
    tree,
    folder: join(folder, 'tree'),
    commit: range.base,
    ours: view,
    copy: asked.copy,
    env: context.env,
  })
  if (!opened.ok) throw proveProblem('no-checkout', { because: opened.error })
  const checkout = opened.value
  try {
    const env = await movedEnvironment(context.env, { from: tree, to: checkout.path }, nodeShell)
    const cwd = join(checkout.path, relative(tree, context.cwd))
    mkdirSync(cwd, { recursive: true })
    const stateDirectory = join(folder, 'view')
    const layout = layoutOf(env, checkout.path, stateDirectory)
    await writeFile(join(folder, RECORDS), layout.project)
    const { request, taskFrom } = await requestFor({ ...context, env, cwd }, opening, checkout)
    const folderOf = (id: string): string => join(layout.home, 'proofs', id)
    return {
      ...{ request, cwd, env, stateDirectory, range, folderOf },
      notes: notesOf(checkout, range, { taskFrom, tree }),
      leftOut: checkout.leftOut,
      keep: event => withKeptReceipt(event, folderOf),
      async close(id) {
        if (id !== null) await keepLogs(loopPaths(layout, id), folderOf(id))
        await checkout.close()
        await rm(layout.project, { recursive: true, force: true })
        await discard(folder)
      },
    }
  } catch (error) {
    await checkout.close()
    throw error
  }
}

/** Names the loop's records, which are elsewhere, so that they go with the folder of a proof that was killed. */
const RECORDS = 'records'

async function removeRecords(folder: string): Promise<void> {
  const records = readRegular(join(folder, RECORDS))?.toString()
  if (records) await rm(records, { recursive: true, force: true })
}

/** A change must not decide how it is proven. */
async function refuseOwnConfig(
  tree: string,
  env: Environment,
  { base, files }: ProvenRange,
  { config }: Settings,
): Promise<void> {
  const risky = config.entries.some(({ reason, used }) => reason !== null && used)
  const changed = await gitIn(tree, env)('diff', '--name-only', base, files, '--', `:(top,literal)${config.file}`)
  if (risky && (!changed.ok || changed.value !== '')) throw proveProblem('config-in-change', { file: config.file })
}

async function requestFor(context: RequestContext, { range, settings, asked, tree }: Opening, checkout: Checkout) {
  const said = asked.task ?? (await taskOfCommits(tree, context.env, range))
  const taskFrom = asked.task !== undefined ? 'person' : said === null ? 'nobody' : 'commits'
  const unattended = settings.values['auto-criteria'] || !context.person.confirmCriterion
  const values = { ...settings.values, 'auto-criteria': unattended }
  const done = await loopAskedFor(context, said ?? NO_TASK, { ...settings, values })
  const { agent, sensor } = checkingOut(checkout, range)
  const request: RunRequest = {
    ...done,
    // A base whose checks pass is the start and never the end: what counts is the change.
    expectNow: 'either',
    ...(taskFrom === 'nobody' ? { taskClass: 'regression-gate' } : {}),
    agents: [agent],
    sensors: [sensor],
    hooks: {},
    limits: { ...done.limits, iterations: 1 },
    proves: { base: range.base, head: range.uncommitted ? null : range.head, taskFrom },
  }
  return { request, taskFrom } as const
}

/** Takes the turn of the author. A checkout that fails ends the loop before anything is checked. */
function checkingOut(checkout: Checkout, { files, head, words }: ProvenRange) {
  let trouble: string | null = 'the change was not checked out'
  const agent: Agent = {
    name: words,
    tells: { tokens: true, usd: true },
    async turn(): Promise<Turn> {
      const began = performance.now()
      const moved = await checkout.switchTo(files, head)
      trouble = moved.ok ? null : moved.error
      const ended = moved.ok ? 'claims-done' : 'failed'
      const durationMs = performance.now() - began
      return { ended, answer: '', exitCode: null, durationMs, error: trouble, ...UNKNOWN_USAGE, usage: NO_USAGE }
    },
  }
  const sensor: Sensor = {
    name: 'checked-out',
    sense: () => (trouble === null ? null : { kind: 'gate_broken', error: `git could not check it out: ${trouble}` }),
  }
  return { agent, sensor }
}

function withKeptReceipt(event: LoopEvent, folderOf: (id: string) => string): LoopEvent {
  if (event.kind !== 'loop-end' || event.receipt === null) return event
  const folder = folderOf(event.loop)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const receipt = join(folder, 'receipt.json')
  copyFileSync(event.receipt, receipt)
  return { ...event, receipt }
}

async function keepLogs(paths: ReturnType<typeof loopPaths>, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [iteration, name] of [
    [0, 'base.log'],
    [1, 'head.log'],
  ] as const)
    await cp(join(iterationDirectory(paths, iteration), 'verify.log'), join(folder, name)).catch(() => {})
}

const NAMED = 4

function notesOf(
  { tooLarge, inTheWay, notIsolated }: Checkout,
  { words, leftOut, overTags }: ProvenRange,
  { taskFrom, tree }: { readonly taskFrom: string; readonly tree: string },
): readonly string[] {
  const named = (paths: readonly string[]): string => paths.slice(0, NAMED).join(', ')
  return [
    `proving ${words}`,
    ...overTags.map(branch => `a tag has the same name as the branch ${branch}, and the branch is used`),
    ...(leftOut ? ['uncommitted changes are not included'] : []),
    ...(taskFrom === 'nobody' ? ['no task is given (--task), so the proof shows only that nothing broke'] : []),
    ...(taskFrom === 'commits'
      ? ['the task is taken from the commit messages; to allow changed tests, give --task']
      : []),
    ...(tooLarge.length + inTheWay.length > 0 ? [`not copied: ${named([...tooLarge, ...inTheWay])}`] : []),
    ...(notIsolated.length > 0 ? [`still tied to ${tree}: ${named(notIsolated)}`] : []),
  ]
}
