import { nearest } from '../std/nearest.ts'
import type { UsageError } from '../std/usage-error.ts'
import type { AgentConfig, ProgramConfig } from './config.ts'
import { KNOWN_AGENTS } from './known.ts'
import { type ModelWishes, modelNamed, NO_MODEL } from './models/named.ts'
import type { Permissions } from './permissions.ts'
import { agentProblem } from './problems.ts'
import type { Program } from './program.ts'

/** Settings for every agent of a loop. */
export interface AgentOptions {
  readonly known: Readonly<Record<string, Program>>
  readonly model: string | null
  /** Settings of the model for the built-in agent. */
  readonly models: ModelWishes
  /** Null: the default for the situation. */
  readonly permissions: Permissions | null
  readonly sandbox: boolean
  /** A person can be asked. */
  readonly interactive: boolean
}

export const NO_AGENT_OPTIONS: AgentOptions = {
  known: KNOWN_AGENTS,
  model: null,
  models: NO_MODEL,
  permissions: null,
  sandbox: false,
  interactive: false,
}

const ACP = ':acp'

/** Parses one name of `--agent`: a name of the table, `NAME:acp` for the protocol, `model` for the built-in agent, or `script:FILE`. */
export function agentNamed(given: string, wishes: AgentOptions): AgentConfig {
  const script = /^script:(.+)$/.exec(given)?.[1]
  if (script) return { kind: 'script', path: script }
  const own = /^model(?::(.+))?$/.exec(given)
  if (own) return ownAgent(own[1] ?? null, wishes)
  const byProtocol = given.endsWith(ACP)
  const name = byProtocol ? given.slice(0, -ACP.length) : given
  const program = Object.hasOwn(wishes.known, name) ? wishes.known[name] : undefined
  if (program === undefined) throw unknown(name, wishes)
  const permissions = wishes.permissions ?? usual(wishes, byProtocol)
  const via = wayFor(name, program, permissions, byProtocol)
  refuseWhatCannotBe(name, program, via, wishes)
  return { kind: 'program', name, program, via, model: wishes.model, permissions }
}

function ownAgent(given: string | null, wishes: AgentOptions): AgentConfig {
  const name = given ?? wishes.model ?? wishes.models.name
  if (name === null) throw agentProblem('model-not-named', {})
  refuseAskingNobody(wishes)
  const permissions = wishes.permissions ?? usual(wishes, true)
  return { kind: 'model', model: modelNamed(name, wishes.models), permissions }
}

/** In a sandbox an agent may do anything. Otherwise it may edit, and a person is asked about the rest if one is there. */
function usual({ sandbox, interactive }: AgentOptions, byProtocol: boolean): Permissions {
  if (sandbox) return 'full'
  return interactive && byProtocol ? 'ask' : 'auto-edit'
}

/** Uses the agent's own command if that has the mode; otherwise the protocol, which passes every question to agent-loop. */
function wayFor(
  name: string,
  { headless, modes, acp }: Program,
  permissions: Permissions,
  byProtocol: boolean,
): ProgramConfig['via'] {
  const alone = headless !== null && permissions !== 'ask' && modes[permissions] !== null
  if (!byProtocol && alone) return 'headless'
  if (acp !== null) return 'acp'
  const has = (['auto-edit', 'full', 'deny'] as const).filter(mode => modes[mode] !== null)
  throw byProtocol
    ? agentProblem('no-acp', { name })
    : agentProblem('permissions-unsupported', { name, permissions, has })
}

function refuseWhatCannotBe(name: string, program: Program, via: ProgramConfig['via'], wishes: AgentOptions): void {
  refuseAskingNobody(wishes)
  const takesModel = program.model !== null && (via === 'headless' || program.acp?.[0] === program.program)
  if (wishes.model !== null && !takesModel) throw agentProblem('model-unsupported', { name })
}

function refuseAskingNobody({ permissions, interactive }: AgentOptions): void {
  if (permissions !== 'ask' || interactive) return
  throw agentProblem('nobody-to-ask', {})
}

function unknown(name: string, { known }: AgentOptions): UsageError {
  const near = nearest(name, Object.keys(known))
  return agentProblem('unknown-agent', { name, near, known: Object.keys(known) })
}
