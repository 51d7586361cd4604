import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { HOST_FACTS, HOSTS, type HostName } from '../../agents/hosts.ts'
import { findProgram } from '../../agents/installed.ts'
import { type FileChange, installing } from '../../assistants/install/changes.ts'
import { type InstallHost, type InstallLocation, type InstallScope, partsFor } from '../../assistants/install/hosts.ts'
import { providerNamed } from '../../criteria/request/provider.ts'
import { isUsageError } from '../../std/usage-error.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'
import type { CommandContext } from '../command.ts'
import type { AgentRow } from '../commands/agents.ts'
import { placeFor, readText } from '../installation.ts'
import type { Symptom } from '../setup/probe.ts'

/** How much of agent-loop is in the files of an assistant: all of skills, commands, hook, and MCP server, some, or nothing. */
type Presence = 'whole' | 'part' | 'nothing'

export interface HostHealth {
  readonly name: HostName
  /** Its program or its own files exist here. */
  readonly found: boolean
  readonly version: string | null
  /** Null when its version is unknown. */
  readonly native_goal: boolean | null
  readonly installed: Readonly<Record<InstallScope, Presence>>
  readonly symptoms: readonly Symptom[]
}

const SCOPES: readonly InstallScope[] = ['user', 'project']

/** Examines every known assistant, in the user's files and in those of the project. Changes nothing. */
export async function hostHealths(
  context: CommandContext,
  agents: readonly AgentRow[],
): Promise<readonly HostHealth[]> {
  const ours = await findProgram('agent-loop', context.env)
  return await Promise.all(HOSTS.map(name => healthOf(name, context, { agents, onPath: ours !== null })))
}

interface Around {
  readonly agents: readonly AgentRow[]
  readonly onPath: boolean
}

async function healthOf(name: HostName, context: CommandContext, { agents, onPath }: Around): Promise<HostHealth> {
  const programs = HOST_FACTS[name].programs
  const paths = await Promise.all(programs.map(program => findProgram(program, context.env)))
  const version = agents.find(agent => programs.includes(agent.name))?.version ?? null
  const looks = SCOPES.map(scope => ({ scope, ...lookAt(name, placeFor(context, scope)) }))
  const [user, project] = looks.map(({ presence }) => presence)
  const goal = providerNamed(version === null ? name : `${name}@${version}`)?.nativeGoal ?? false
  const there = looks.some(({ presence }) => presence !== 'nothing')
  return {
    name,
    found: paths.some(path => path !== null) || looks.some(({ files }) => files),
    version,
    native_goal: goal && version === null ? null : goal,
    installed: { user: user ?? 'nothing', project: project ?? 'nothing' },
    symptoms: [...looks.flatMap(({ symptoms }) => symptoms), ...(there && !onPath ? [notOnPath()] : [])],
  }
}

/** The folder of this package: nobody may own its name in a registry but us (decision 105). */
const packageFolder = (): string => resolve(realpathSync(process.argv[1] ?? '.'), '../..')

const notOnPath = (): Symptom => ({
  level: 'warning',
  says: 'its hook and MCP server call agent-loop, which is not on the PATH',
  fix: `npm install -g ${shellQuote(packageFolder())}`,
})

interface Look {
  readonly presence: Presence
  /** Some of its own files exist. */
  readonly files: boolean
  readonly symptoms: readonly Symptom[]
}

function lookAt(host: InstallHost, place: InstallLocation): Look {
  const parts = partsFor(host, place)
  try {
    const changes = parts.map(part => installing(part, readText(part.path), null))
    const missing = changes.filter(({ action }) => action !== 'none')
    const presence = missing.length === 0 ? 'whole' : missing.length === changes.length ? 'nothing' : 'part'
    const shared = changes.filter((_, index) => parts[index]?.kind !== 'file')
    const symptoms = [
      ...unreadable(changes),
      ...(presence === 'part' ? [partly(host, place, missing)] : []),
      ...(host === 'codex' ? untrusted(place, changes) : []),
    ]
    return { presence, files: shared.some(({ before }) => before !== null), symptoms }
  } catch (error) {
    if (!isUsageError(error)) throw error
    return { presence: 'nothing', files: true, symptoms: [{ level: 'warning', says: error.message, fix: error.hint }] }
  }
}

const unreadable = (changes: readonly FileChange[]): readonly Symptom[] =>
  changes.flatMap(({ skipped, because, path }) =>
    skipped === 'unreadable'
      ? [{ level: 'warning', says: `${path}: ${because}`, fix: 'Fix the file. agent-loop install does not change it.' }]
      : [],
  )

/** Codex silently skips a hook that is not trusted. Trusted hooks are listed in the user's configuration, by file and event. */
function untrusted({ codexHome }: InstallLocation, changes: readonly FileChange[]): readonly Symptom[] {
  const hooks = changes.find(({ path, action }) => path.endsWith('hooks.json') && action === 'none')?.path
  if (hooks === undefined || readText(join(codexHome, 'config.toml'))?.includes(`${hooks}:stop:`)) return []
  return [{ level: 'warning', says: `${hooks}: Codex does not trust it yet and skips it`, fix: TRUST_HOOKS }]
}

const TRUST_HOOKS = 'In a session of Codex: /hooks'

const NAMED = 3

function partly(host: InstallHost, { scope }: InstallLocation, missing: readonly FileChange[]): Symptom {
  const names = missing.slice(0, NAMED).map(({ path }) => path)
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : ''
  return {
    level: 'warning',
    says: `some installed files are missing or outdated: ${names.join(', ')}${more}`,
    fix: `agent-loop install ${host} --${scope}`,
  }
}
