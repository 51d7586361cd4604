import { existsSync } from 'node:fs'
import { isLoopId } from '../loop/loop-id.ts'
import { archivedHere, layoutHere, loopsElsewhere, overviewOf } from '../run/request/overview.ts'
import type { UsageError } from '../std/usage-error.ts'
import { hasLoop, homesOf } from '../store/registry/find-projects.ts'
import type { SeenLoop } from '../store/registry/overview.ts'
import { nodeDisk } from '../system/disk.ts'
import { argumentProblem } from './argument-problems.ts'
import type { CommandContext } from './command.ts'
import { cliProblem } from './problems.ts'

/**
 * The context as if the command ran in the project of the named loop, so that a loop id works from any directory. A loop of the
 * current project comes first. A part of an id is replaced by the whole id. An unknown id is reported by the command itself.
 */
export async function inProjectOfLoop(asked: CommandContext): Promise<CommandContext> {
  const [typed, ...rest] = asked.positionals
  if (typed === undefined) return asked
  const id = await wholeId(asked, typed)
  const context = { ...asked, positionals: [id, ...rest] }
  if (!isLoopId(id)) return context
  const [disk, layout] = [nodeDisk('private'), await layoutHere(context)]
  if (await hasLoop(disk, layout, id)) return context
  const [home, ...others] = await homesOf(disk, layout.home, id)
  if (home === undefined) return context
  if (others.length > 0)
    throw cliProblem('loop-in-several-projects', { id, directories: [home, ...others].map(({ cwd }) => cwd) })
  if (!existsSync(home.cwd)) throw cliProblem('project-gone', { id, directory: home.cwd })
  return { ...context, cwd: home.cwd, given: { ...context.given, 'state-dir': home.view } }
}

/**
 * The same for a command that means the latest loop when no id is typed; `prefers` says which loops come first. Loops that only verify
 * a merge count where `merges` says so: their receipts are about the branch as it is now.
 */
export async function inProjectOfLatest(
  context: CommandContext,
  prefers: (status: SeenLoop['status']) => boolean = () => true,
  merges = false,
): Promise<CommandContext> {
  if (context.positionals.length > 0) return await inProjectOfLoop(context)
  const latest = await latestLoop(context, prefers, merges)
  if (latest === null) throw argumentProblem('no-loops', {})
  return { ...context, positionals: [latest.loop_id] }
}

/** The loop of this project in which something happened last; loops that `prefers` accepts come first. */
async function latestLoop(
  context: CommandContext,
  prefers: (status: SeenLoop['status']) => boolean = () => true,
  merges = false,
): Promise<SeenLoop | null> {
  const meant = (await loopsOfProject(context)).filter(({ verifies_merge }) => merges || !verifies_merge)
  const newest = meant.toSorted((a, b) => (a.last_active < b.last_active ? 1 : -1))
  return newest.find(({ status }) => prefers(status)) ?? newest[0] ?? null
}

/** The active loops of this project, and those that ended recently. */
export async function loopsOfProject(context: CommandContext): Promise<readonly SeenLoop[]> {
  const { active, recent } = await overviewOf(context)
  return [...active, ...recent]
}

/**
 * For commands where a wrong guess would replace files or approve work: they take no default, but the hint has the latest loop.
 * `{id}` stands for the id in the command.
 */
export async function idRequired(context: CommandContext, command: string): Promise<UsageError> {
  const latest = await latestLoop(context)
  if (latest === null) return argumentProblem('no-loops', {})
  return argumentProblem('loop-id-required', {
    command: command.split(' ')[0] ?? '',
    example: `agent-loop ${command.replace('{id}', latest.loop_id)}   # ${latest.task.split('\n')[0]}`,
  })
}

const SHORTEST_PART = 4

/**
 * The id that begins like this, with or without `ralph-`, or whose last digits do. A loop of this project comes first, then the
 * active ones of other projects. Throws when several match; returns the text itself when none does.
 */
export async function wholeId(context: CommandContext, part: string): Promise<string> {
  if (part.length < SHORTEST_PART || isLoopId(part)) return part
  const here = [...(await loopsOfProject(context)), ...(await archivedHere(context))]
  const [id, ...others] = matching(here, part)
  if (others.length > 0) throw argumentProblem('loop-ambiguous', { part, ids: [id ?? '', ...others] })
  if (id !== undefined) return id
  const [far, ...more] = matching(await loopsElsewhere(context), part)
  if (more.length > 0) throw argumentProblem('loop-ambiguous', { part, ids: [far ?? '', ...more] })
  return far ?? part
}

const matching = (loops: readonly { readonly loop_id: string }[], part: string): readonly string[] => [
  ...new Set(loops.map(({ loop_id }) => loop_id).filter(id => hasPart(id, part))),
]

const hasPart = (id: string, part: string): boolean =>
  id.startsWith(part) || id.startsWith(`ralph-${part}`) || id.slice(id.lastIndexOf('-') + 1).startsWith(part)
