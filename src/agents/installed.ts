import { access, constants, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import type { Environment, Shell } from '../system/shell.ts'
import type { AgentConfig } from './config.ts'
import { agentProblem } from './problems.ts'
import type { Program } from './program.ts'

/** The path of a program; null when it is not installed. Runs nothing. */
export async function findProgram(name: string, env: Environment): Promise<string | null> {
  const folders = name.includes('/') ? [''] : (env['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  for (const folder of folders) {
    const path = folder === '' ? name : join(folder, name)
    if (await isExecutable(path)) return path
  }
  return null
}

async function isExecutable(path: string): Promise<boolean> {
  const file = await stat(path).catch(() => null)
  if (!file?.isFile()) return false
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** Names of the installed agents, in the order of the table. */
export async function installedAgents(
  known: Readonly<Record<string, Program>>,
  env: Environment,
): Promise<readonly string[]> {
  const found = await Promise.all(
    Object.entries(known).map(async ([name, program]) => ((await startOf(program, env)) === null ? [] : [name])),
  )
  return found.flat()
}

/** The path of the program that would be started; null when there is none. */
export const startOf = async (program: Program, env: Environment): Promise<string | null> =>
  await findProgram(program.headless === null ? (program.acp?.[0] ?? program.program) : program.program, env)

/** Throws for a program that is not installed, before a loop spends time on its first check. */
export async function refuseMissing(config: AgentConfig, env: Environment): Promise<void> {
  if (config.kind !== 'program') return
  const { name, program, via } = config
  const started = via === 'acp' ? (program.acp?.[0] ?? program.program) : program.program
  if ((await findProgram(started, env)) === null) throw agentProblem('agent-not-installed', { name, program: started })
}

const VERSION_MS = 15_000

/** The version that a program reports; null when its output does not look like one. */
export async function versionOf(path: string, program: Program, machine: Machine): Promise<string | null> {
  const result = await machine.shell.run({
    command: [path, ...program.version],
    cwd: machine.cwd,
    env: machine.env,
    nonce: machine.nonce,
    timeoutMs: VERSION_MS,
    signal: machine.signal,
    onErrors: () => {},
  })
  if (result.kind !== 'exited' || result.exitCode !== 0) return null
  return /\d+\.\d+[\w.+-]*/.exec(result.output)?.[0] ?? null
}

export interface Machine {
  readonly shell: Shell
  readonly env: Environment
  readonly cwd: string
  readonly nonce: string
  readonly signal: AbortSignal
}
