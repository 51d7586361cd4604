import { UsageError } from '../std/usage-error.ts'
import type { Environment } from '../system/shell.ts'
import { installedAgents } from './installed.ts'
import type { Program } from './program.ts'

/** What `auto` stands for: the first of the table that is installed. */
export async function firstInstalled(known: Readonly<Record<string, Program>>, env: Environment): Promise<string> {
  const [first] = await installedAgents(known, env)
  if (first !== undefined) return first
  throw noneInstalled(known)
}

export const noneInstalled = (known: Readonly<Record<string, Program>>): UsageError =>
  new UsageError(
    'no-agent',
    'No agent is given, and none that we know is installed.',
    `Install one (${Object.keys(known).slice(0, 4).join(', ')}…), or name the command that runs yours: --agent-cmd "…"`,
  )
