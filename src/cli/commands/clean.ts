import { isLoopId } from '../../loop/loop-id.ts'
import type { AgentLoop } from '../../run/agent-loop.ts'
import type { Leftover } from '../../run/clean/leftovers.ts'
import { runProblem } from '../../run/problems.ts'
import { loopsHere } from '../../run/request/active-loop.ts'
import { forgetJob } from '../../run/request/background.ts'
import { layoutHere, overviewOf } from '../../run/request/overview.ts'
import { parseDuration } from '../../std/duration.ts'
import { isUsageError, type UsageError } from '../../std/usage-error.ts'
import { loopPaths } from '../../store/layout.ts'
import { hasLoop } from '../../store/registry/find-projects.ts'
import { nodeDisk } from '../../system/disk.ts'
import { plain } from '../../tools/reading/plain.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { inProjectOfLoop } from '../project-of-loop.ts'

const USAGE = 'agent-loop clean [loop-id] [--older-than 30d] [--yes] [--force]'

export const clean: Command = {
  summary:
    'Lists leftovers of dead loops in this project. With --yes, removes worktrees of ended loops, state views of loops that ran elsewhere, demo folders, and old snapshots of loops that cannot be resumed. Damaged records are moved aside. Interrupted loops, and worktrees that contain work, need --force or the id of the loop.',
  usage: USAGE,
  settings: ['state-dir'],
  flags: {
    yes: { takes: 'nothing', short: 'y', says: 'remove them; without this flag, nothing is changed' },
    force: {
      takes: 'nothing',
      says: 'also abort interrupted loops, and remove worktrees that contain work; implies --yes',
    },
    'older-than': {
      takes: 'text',
      placeholder: 'AGE',
      says: 'remove snapshots of loops that ended longer ago than this (default: 30d), and the oldest ones beyond 2 GB per project',
    },
  },

  async run(asked) {
    const context = await inProjectOfLoop(asked)
    const { positionals, flags, json, out } = context
    const [id, extra] = positionals
    if (extra !== undefined) throw argumentProblem('unexpected-argument', { argument: extra, usage: USAGE })
    const loops = await loopsHere(context)
    if (id !== undefined && !(await isKnown(context, id))) throw runProblem('no-such-loop', { id })
    const found = (await loops.leftovers(keepSince(flags.text('older-than')))).filter(
      ({ loop_id }) => id === undefined || loop_id === id,
    )
    const act = flags.has('yes') || flags.has('force')
    const items: CleanItem[] = []
    for (const leftover of found) items.push(await cleaned(context, loops, { leftover, named: id !== undefined, act }))
    if (json) out(JSON.stringify({ applied: act, items: items.map(asJson) }))
    else for (const line of linesOf(items, act, id)) out(line)
    return items.find(({ error }) => error)?.error?.exitCode ?? 0
  },
}

async function isKnown(context: CommandContext, id: string): Promise<boolean> {
  if (!isLoopId(id)) return false
  const [disk, layout] = [nodeDisk('private'), await layoutHere(context)]
  const { active } = await overviewOf(context)
  return (
    active.some(({ loop_id }) => loop_id === id) ||
    (await hasLoop(disk, layout, id)) ||
    (await disk.exists(loopPaths(layout, id).viewDirectory))
  )
}

interface CleanItem {
  readonly leftover: Leftover
  readonly done: boolean
  /** It could still be resumed, so --yes alone does not remove it. */
  readonly needsForce: boolean
  readonly aside: string | null
  readonly error: UsageError | null
}

const DEFAULT_AGE = '30d'

function keepSince(age = DEFAULT_AGE): string {
  const ms = parseDuration(age)
  if (!ms.ok) throw argumentProblem('not-an-age', { text: age })
  return new Date(Math.max(0, Date.now() - ms.value)).toISOString()
}

async function cleaned(
  { env, flags, signal }: CommandContext,
  loops: AgentLoop,
  { leftover, named, act }: { readonly leftover: Leftover; readonly named: boolean; readonly act: boolean },
): Promise<CleanItem> {
  const needsForce = isWorthKeeping(leftover) && !named && !flags.has('force')
  const item = { leftover, needsForce, done: false, aside: null, error: null }
  if (!act || needsForce) return item
  try {
    const aside = await loops.clean(leftover, signal)
    await forgetJob(env, leftover.loop_id)
    return { ...item, done: true, aside }
  } catch (error) {
    if (isUsageError(error)) return { ...item, error }
    throw error
  }
}

/** It could still be resumed, or it is the only copy of some work. */
const isWorthKeeping = (leftover: Leftover): boolean =>
  leftover.kind === 'interrupted' || leftover.kind === 'foreign' || (leftover.kind === 'worktree' && leftover.keeps)

const asJson = ({ leftover, done, needsForce, aside, error }: CleanItem): object => ({
  ...leftover,
  does: whatFor(leftover),
  done,
  needs_force: needsForce,
  aside,
  error: error && { code: error.code, message: error.message, hint: error.hint },
})

function linesOf(items: readonly CleanItem[], act: boolean, id: string | undefined): readonly string[] {
  if (items.length === 0) return [id === undefined ? 'Nothing to clean here.' : `Nothing to clean for ${id}.`]
  const name = id === undefined ? '' : ` ${id}`
  const waiting = items.some(({ needsForce }) => needsForce)
  const doable = items.some(({ needsForce }) => !needsForce)
  return [
    ...items.flatMap(itemLines),
    ...(act ? [] : ['Nothing was changed.']),
    ...(!act && doable ? [`To do this: agent-loop clean${name} --yes`] : []),
    ...(waiting ? [`To remove what is kept${doable ? ' too' : ''}: agent-loop clean${name} --force`] : []),
  ]
}

const keptBecause = ({ kind }: Leftover): string =>
  kind === 'interrupted'
    ? 'because it could still be resumed'
    : kind === 'foreign'
      ? 'because it is not yours or not from here'
      : 'because it may contain work'

function itemLines({ leftover, done, needsForce, aside, error }: CleanItem): readonly string[] {
  const state = error ? 'failed' : done ? 'done' : needsForce ? `kept, ${keptBecause(leftover)}` : leftover.kind
  return [
    `${leftover.loop_id}  ${state}: ${needsForce && !done ? '--force would ' : ''}${whatFor(leftover)}`,
    ...(leftover.kind === 'damaged' ? [`  ${plain(leftover.damaged)}`] : []),
    ...(leftover.kind === 'interrupted'
      ? leftover.processes.map(({ pid, command }) => `  ${done ? 'ended' : 'running'} ${pid} ${plain(command)}`)
      : []),
    ...(aside === null ? [] : [`  saved in ${plain(aside)}`]),
    ...(error === null ? [] : [`  ${error.message}`, `  ${error.hint}`]),
  ]
}

function whatFor(leftover: Leftover): string {
  switch (leftover.kind) {
    case 'damaged':
      return 'end its processes and move its damaged records aside'
    case 'interrupted':
      return 'abort it and end its processes'
    case 'worktree':
      return leftover.of === null
        ? `delete ${plain(leftover.path)}, which belongs to no loop`
        : `delete its worktree ${plain(leftover.path)} and its branch ${plain(leftover.of.branch)}`
    case 'demo':
      return `delete ${plain(leftover.path)}`
    case 'foreign':
      return `delete its state view ${plain(leftover.path)}; the loop itself belongs to another machine or user`
    case 'snapshots':
      return `delete its snapshots (${megabytes(leftover.bytes)}); diff and restore then no longer work for it`
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MB`
