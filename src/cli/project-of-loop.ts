import { existsSync } from 'node:fs'
import { isLoopId } from '../loop/loop-id.ts'
import { layoutHere, overviewOf } from '../run/request/overview.ts'
import { hasLoop, homesOf } from '../store/registry/find-projects.ts'
import type { SeenLoop } from '../store/registry/overview.ts'
import { nodeDisk } from '../system/disk.ts'
import { argumentProblem } from './argument-problems.ts'
import type { CommandContext } from './command.ts'
import { cliProblem } from './problems.ts'

/**
 * The context as if the command ran in the project of the named loop, so that a loop id works from any directory. A loop of the
 * current project comes first. An unknown id is reported by the command itself.
 */
export async function inProjectOfLoop(context: CommandContext): Promise<CommandContext> {
  const [id] = context.positionals
  if (id === undefined || !isLoopId(id)) return context
  const [disk, layout] = [nodeDisk('private'), await layoutHere(context)]
  if (await hasLoop(disk, layout, id)) return context
  const [home, ...others] = await homesOf(disk, layout.home, id)
  if (home === undefined) return await withWholeId(context, id)
  if (others.length > 0)
    throw cliProblem('loop-in-several-projects', { id, directories: [home, ...others].map(({ cwd }) => cwd) })
  if (!existsSync(home.cwd)) throw cliProblem('project-gone', { id, directory: home.cwd })
  return { ...context, cwd: home.cwd, given: { ...context.given, 'state-dir': home.view } }
}

/** The same for a command that means the latest loop when no id is typed; `prefers` says which loops come first. */
export async function inProjectOfLatest(
  context: CommandContext,
  prefers: (status: SeenLoop['status']) => boolean = () => true,
): Promise<CommandContext> {
  if (context.positionals.length > 0) return await inProjectOfLoop(context)
  const newest = (await loopsHere(context)).toSorted((a, b) => (a.last_active < b.last_active ? 1 : -1))
  const latest = newest.find(({ status }) => prefers(status)) ?? newest[0]
  return latest === undefined ? context : { ...context, positionals: [latest.loop_id] }
}

const SHORTEST_PART = 4

/** A part of an id is enough if only one loop of this project has it: the beginning, or the letters at its end. */
async function withWholeId(context: CommandContext, part: string): Promise<CommandContext> {
  if (part.length < SHORTEST_PART) return context
  const ids = (await loopsHere(context))
    .map(({ loop_id }) => loop_id)
    .filter(id => id.startsWith(part) || id.slice(id.lastIndexOf('-') + 1).startsWith(part))
  const [id, ...others] = new Set(ids)
  if (id === undefined) return context
  if (others.length > 0) throw argumentProblem('loop-ambiguous', { part, ids: [id, ...others] })
  return { ...context, positionals: [id, ...context.positionals.slice(1)] }
}

async function loopsHere(context: CommandContext): Promise<readonly SeenLoop[]> {
  const { active, recent } = await overviewOf(context)
  return [...active, ...recent]
}
