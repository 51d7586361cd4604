import { commandLine } from '../../agents/headless/command-line.ts'
import { waysToGetAnAgent } from '../../agents/how-to-get.ts'
import { startOf, versionOf } from '../../agents/installed.ts'
import { isSdkHere } from '../../agents/models/load.ts'
import type { Program } from '../../agents/program.ts'
import { agentsHere } from '../../run/request/trusted-settings.ts'
import { newNonce, nodeShell } from '../../system/shell.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'

/** One agent, as other programs read it. */
export interface AgentRow {
  readonly name: string
  readonly installed: boolean
  readonly version: string | null
  readonly command: string
  readonly speaks: readonly string[]
}

const USAGE = 'agent-loop agents'
/** The agent that is part of this program. */
export const OWN = 'model'

export const agents: Command = {
  summary: 'Lists the known coding agents, which of them are installed, and how agent-loop starts them.',
  usage: USAGE,
  settings: [],
  flags: {},

  async run(context) {
    const [extra] = context.positionals
    if (extra !== undefined) throw argumentProblem('unexpected-argument', { argument: extra, usage: USAGE })
    const rows = await agentRows(context)
    if (context.json) context.out(JSON.stringify({ agents: rows }))
    else for (const line of table(rows)) context.out(line)
    return 0
  },
}

/** Every known agent, whether it is installed, and its version. */
export async function agentRows(context: CommandContext): Promise<readonly AgentRow[]> {
  const programs = Object.entries(await agentsHere(context)).map(([name, program]) => rowFor(name, program, context))
  return [...(await Promise.all(programs)), await ownRow()]
}

async function rowFor(name: string, program: Program, context: CommandContext): Promise<AgentRow> {
  const { env, cwd, signal } = context
  const path = await startOf(program, env)
  return {
    name,
    installed: path !== null,
    version: path && (await versionOf(path, program, { shell: nodeShell, env, cwd, nonce: newNonce(), signal })),
    command: shownCommand(program),
    speaks: [...(program.headless === null ? [] : [program.speaks]), ...(program.acp === null ? [] : ['acp'])],
  }
}

/** Our own agent, which is not a program. It needs the packages that call models. */
const ownRow = async (): Promise<AgentRow> => ({
  name: OWN,
  installed: await isSdkHere(),
  version: null,
  command: 'agent-loop run … --agent model --model provider/name',
  speaks: ['in process'],
})

function shownCommand(program: Program): string {
  if (program.headless === null) return (program.acp ?? []).join(' ')
  const permissions = program.modes['auto-edit'] === null ? 'full' : 'auto-edit'
  const call = { session: null, newSession: 'NAME', model: null, permissions, promptFile: 'FILE' } as const
  return commandLine(program, call).argv.join(' ')
}

function table(rows: readonly AgentRow[]): string[] {
  const programs = rows.filter(({ name }) => name !== OWN).map(({ name }) => name)
  const none = programs.length > 0 && rows.every(({ name, installed }) => name === OWN || !installed)
  const here = rows.filter(({ installed }) => installed)
  const missing = rows.filter(({ installed }) => !installed).map(({ name }) => name)
  const wide = (cell: (row: AgentRow) => string): number => Math.max(0, ...here.map(row => cell(row).length))
  const [names, versions, ways] = [wide(row => row.name), wide(versionIn), wide(row => row.speaks.join(', '))]
  return [
    ...here.map(
      row =>
        `${row.name.padEnd(names)}  ${versionIn(row).padEnd(versions)}  ${row.speaks.join(', ').padEnd(ways)}  ${row.command}`,
    ),
    ...(missing.length === 0 || none ? [] : [`not installed: ${missing.join(', ')}`]),
    ...(none ? ['No known agent is installed.', ...waysToGetAnAgent(programs)] : []),
  ]
}

const versionIn = ({ version }: AgentRow): string => version ?? 'unknown'
