import { existsSync } from 'node:fs'
import { isLoopId } from '../loop/loop-id.ts'
import { layoutHere } from '../run/request/overview.ts'
import { hasLoop, homesOf } from '../store/registry/find-projects.ts'
import { nodeDisk } from '../system/disk.ts'
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
  if (home === undefined) return context
  if (others.length > 0)
    throw cliProblem('loop-in-several-projects', { id, directories: [home, ...others].map(({ cwd }) => cwd) })
  if (!existsSync(home.cwd)) throw cliProblem('project-gone', { id, directory: home.cwd })
  return { ...context, cwd: home.cwd, given: { ...context.given, 'state-dir': home.view } }
}
