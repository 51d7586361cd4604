import { type AgentLoop, createAgentLoop } from '../agent-loop.ts'
import type { RequestContext } from './context.ts'
import { stateDirectoryHere } from './overview.ts'
import { requestProblem } from './problems.ts'

/** The loops of this project, for commands that steer them. */
export async function loopsHere(context: RequestContext): Promise<AgentLoop> {
  const { env, cwd, err, fleet } = context
  const stateDirectory = await stateDirectoryHere(context)
  // Of a fleet, only copies are here: warnings about them say nothing about the loop.
  const onWarning = (message: string): void => void (fleet === undefined && err(`agent-loop: ${message}`))
  return createAgentLoop({ cwd, env, stateDirectory, onWarning })
}

/** The loop that is named, or the only active one. Throws when several are active; `args` are repeated behind each id. */
export async function loopMeant(
  loops: AgentLoop,
  id: string | undefined,
  command: string,
  args: readonly string[] = [],
): Promise<string> {
  if (id !== undefined) return id
  const { active } = await loops.list()
  const [only, ...others] = active
  if (only && others.length === 0) return only.loop_id
  if (!only) throw requestProblem('no-active-loop', {})
  const commands = active.map(
    ({ loop_id, task }) => `${['agent-loop', command, loop_id, ...args].join(' ')}   # ${task.split('\n')[0]}`,
  )
  throw requestProblem('several-active-loops', { commands })
}
