import { nearest } from '../std/nearest.ts'
import { UsageError } from '../std/usage-error.ts'
import type { AgentConfig, ProgramConfig } from './config.ts'
import { KNOWN_AGENTS } from './known.ts'
import type { Permissions } from './permissions.ts'
import type { Program } from './program.ts'

/** What is wanted of every agent of a loop. */
export interface Wishes {
  readonly known: Readonly<Record<string, Program>>
  readonly model: string | null
  /** Null: whatever suits. */
  readonly permissions: Permissions | null
  readonly sandbox: boolean
  /** Somebody is there who can be asked. */
  readonly interactive: boolean
}

export const NO_WISHES: Wishes = {
  known: KNOWN_AGENTS,
  model: null,
  permissions: null,
  sandbox: false,
  interactive: false,
}

const ACP = ':acp'

/** Reads one name of `--agent`: one of the table, `NAME:acp` for the protocol, or `script:FILE`. */
export function agentNamed(given: string, wishes: Wishes): AgentConfig {
  const script = /^script:(.+)$/.exec(given)?.[1]
  if (script) return { kind: 'script', path: script }
  const byProtocol = given.endsWith(ACP)
  const name = byProtocol ? given.slice(0, -ACP.length) : given
  const program = Object.hasOwn(wishes.known, name) ? wishes.known[name] : undefined
  if (program === undefined) throw unknown(name, wishes)
  const permissions = wishes.permissions ?? usual(wishes, byProtocol)
  const via = wayFor(name, program, permissions, byProtocol)
  refuseWhatCannotBe(name, program, via, wishes)
  return { kind: 'program', name, program, via, model: wishes.model, permissions }
}

/** In a sandbox an agent may do what it likes. Elsewhere it edits, and whoever can be asked is asked about the rest. */
function usual({ sandbox, interactive }: Wishes, byProtocol: boolean): Permissions {
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

function refuseWhatCannotBe(name: string, program: Program, via: ProgramConfig['via'], wishes: Wishes): void {
  if (wishes.permissions === 'ask' && !wishes.interactive)
    throw new UsageError(
      'needs-person',
      'The agent shall ask a person, and there is no terminal at which one could answer.',
      'Say what it may do unasked: --permissions auto-edit, or full',
    )
  const takesModel = program.model !== null && (via === 'headless' || program.acp?.[0] === program.program)
  if (wishes.model !== null && !takesModel)
    throw new UsageError(
      'bad-arguments',
      `${name} takes no model from us.`,
      `Leave out --model, and choose the model in the configuration of ${name}.`,
    )
}

function unknown(name: string, { known }: Wishes): UsageError {
  const near = nearest(name, Object.keys(known))
  return new UsageError(
    'no-agent',
    `Unknown agent "${name}".`,
    near
      ? `Did you mean "${near}"?`
      : `Known: ${Object.keys(known).join(', ')}; or name a command: --agent-cmd "…", or a script: --agent script:turns.yaml`,
  )
}
