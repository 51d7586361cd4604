import { nearest } from '../std/nearest.ts'
import { UsageError } from '../std/usage-error.ts'
import type { AgentConfig, ProgramConfig } from './config.ts'
import { KNOWN_AGENTS } from './known.ts'
import { type ModelWishes, modelNamed, NO_MODEL } from './models/named.ts'
import type { Permissions } from './permissions.ts'
import type { Program } from './program.ts'

/** What is wanted of every agent of a loop. */
export interface AgentOptions {
  readonly known: Readonly<Record<string, Program>>
  readonly model: string | null
  /** What is said of the model for an agent of our own. */
  readonly models: ModelWishes
  /** Null: whatever suits. */
  readonly permissions: Permissions | null
  readonly sandbox: boolean
  /** Somebody is there who can be asked. */
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

/** Reads one name of `--agent`: one of the table, `NAME:acp` for the protocol, `model` for our own, or `script:FILE`. */
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
  if (name === null)
    throw new UsageError(
      'no-agent',
      'The agent "model" needs a model.',
      'Name it: --agent model --model anthropic/claude-sonnet-4-5, or one of a server of your own with --model-url',
    )
  refuseAskingNobody(wishes)
  const permissions = wishes.permissions ?? usual(wishes, true)
  return { kind: 'model', model: modelNamed(name, wishes.models), permissions }
}

/** In a sandbox an agent may do what it likes. Elsewhere it edits, and whoever can be asked is asked about the rest. */
function usual({ sandbox, interactive }: AgentOptions, byProtocol: boolean): Permissions {
  if (sandbox) return 'full'
  return interactive && byProtocol ? 'ask' : 'auto-edit'
}

/** Its own command where that has the mode; else the protocol, over which every question comes to us. */
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
  throw new UsageError(
    'bad-arguments',
    byProtocol
      ? `${name} does not speak the Agent Client Protocol.`
      : `${name} cannot be run with --permissions ${permissions}.`,
    byProtocol ? `Run it by its own command: --agent ${name}` : `Choose what it has: --permissions ${has.join(' or ')}`,
  )
}

function refuseWhatCannotBe(name: string, program: Program, via: ProgramConfig['via'], wishes: AgentOptions): void {
  refuseAskingNobody(wishes)
  const takesModel = program.model !== null && (via === 'headless' || program.acp?.[0] === program.program)
  if (wishes.model !== null && !takesModel)
    throw new UsageError(
      'bad-arguments',
      `${name} takes no model from us.`,
      `Leave out --model, and choose the model in the configuration of ${name}.`,
    )
}

function refuseAskingNobody({ permissions, interactive }: AgentOptions): void {
  if (permissions !== 'ask' || interactive) return
  throw new UsageError(
    'needs-person',
    'The agent shall ask a person, and there is no terminal at which one could answer.',
    'Say what it may do unasked: --permissions auto-edit, or full',
  )
}

function unknown(name: string, { known }: AgentOptions): UsageError {
  const near = nearest(name, Object.keys(known))
  return new UsageError(
    'no-agent',
    `Unknown agent "${name}".`,
    near
      ? `Did you mean "${near}"?`
      : `Known: ${Object.keys(known).join(', ')}, and model, an agent of our own; or name a command: --agent-cmd "…", or a script: --agent script:turns.yaml`,
  )
}
