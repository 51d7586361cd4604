import type { UsageError } from '../std/usage-error.ts'
import type { Environment } from '../system/shell.ts'
import { installedAgents } from './installed.ts'
import { agentProblem } from './problems.ts'
import type { Program } from './program.ts'

/** `auto`: the first installed agent of the table. */
export async function firstInstalled(known: Readonly<Record<string, Program>>, env: Environment): Promise<string> {
  const [first] = await installedAgents(known, env)
  if (first !== undefined) return first
  throw noneInstalled(known)
}

export const noneInstalled = (known: Readonly<Record<string, Program>>): UsageError =>
  agentProblem('no-agent-installed', { known: Object.keys(known) })
