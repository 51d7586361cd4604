import * as z from 'zod/mini'
import { KNOWN_AGENTS } from '../../agents/known.ts'
import { type ModelWishes, NO_MODEL } from '../../agents/models/named.ts'
import { PLAIN_PROGRAM, type Program, programSchema } from '../../agents/program.ts'
import { type CheckConfig, checkConfigSchema } from '../../check/completion/config.ts'
import { issueWords, type SchemaIssue } from '../../std/issue-words.ts'
import { type Channel, channelsOf, notifyRisk, notifySchema } from '../notify/channels.ts'
import { settingProblem } from './problems.ts'
import type { TrustReason } from './setting.ts'
import type { Configuration, SECTIONS } from './sources.ts'

const names = z.optional(z.readonly(z.array(z.string().check(z.minLength(1)))))
const gateSchema = z.strictObject({ free: names, waive: names, quarantine: names })

const text = z.string().check(z.minLength(1))
const modelSchema = z.strictObject({ name: z.optional(text), url: z.optional(text), key: z.optional(text) })

const agentNameSchema = z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]*$/i))
const agentsSchema = z.record(agentNameSchema, z.record(z.string(), z.unknown()))

interface Section {
  readonly schema: z.ZodMiniType
  readonly says: string
  readonly needsTrust: TrustReason
  /** Why this value needs trust, where some values need none. */
  readonly riskOf?: (value: unknown) => TrustReason | null
}

/** For the published schema and docs/configuration.md. */
export const SECTION_SCHEMAS: Readonly<Record<(typeof SECTIONS)[number], Section>> = {
  check: {
    schema: checkConfigSchema,
    says: 'a completion check as data, instead of `completion` (see schemas/check-config.schema.json)',
    needsTrust: 'runs-commands',
  },
  gate: {
    schema: gateSchema,
    says: '`free`: globs of files that may change; `waive`: findings to accept; `quarantine`: ids of tests that may fail',
    needsTrust: 'weakens-proof',
  },
  agents: {
    schema: agentsSchema,
    says: 'agents by name: how agent-loop starts the program of a new or known agent',
    needsTrust: 'runs-commands',
  },
  model: {
    schema: modelSchema,
    says: 'the model for judges and for the agent `model`: `name` (provider/name), `url`, and `key` (environment variable)',
    needsTrust: 'sends-data',
  },
  notify: {
    schema: notifySchema,
    says: 'where to send notifications about a loop: `desktop`, `webhook`, `slack`, `discord`, `ntfy`, `command`, and `on` (see docs/notifications.md)',
    needsTrust: 'sends-data',
    riskOf: notifyRisk,
  },
}

const modelWishes = ({ name, url, key }: z.infer<typeof modelSchema>): ModelWishes => ({
  name: name ?? null,
  url: url ?? null,
  keyVariable: key ?? null,
})

export interface Sections {
  /** What "done" means, unless a criterion is given outside the file. */
  readonly check: CheckConfig | null
  /** Files that may always change although the proof relies on them. */
  readonly free: readonly string[]
  /** Findings that are accepted from the start. */
  readonly waive: readonly string[]
  /** Ids of tests that may fail, `*` for anything. */
  readonly quarantine: readonly string[]
  /** The model for everything that needs one: judges, and an agent of our own. */
  readonly models: ModelWishes
  /** The programs that can be named as agents: the known ones, with the changes and additions of the file. */
  readonly knownAgents: Readonly<Record<string, Program>>
  /** Whom to tell about the loop. */
  readonly notify: readonly Channel[]
}

/** The parts of a configuration that are more than one value. */
export function readSections({ sections, name }: Configuration): Sections {
  const { check, gate, agents, model, notify } = sections
  const { free = [], waive = [], quarantine = [] } = gate === undefined ? {} : read(gateSchema, gate, `${name}: gate`)
  return {
    check: check === undefined ? null : read(checkConfigSchema, check, `${name}: check`),
    free,
    waive,
    quarantine,
    models: model === undefined ? NO_MODEL : modelWishes(read(modelSchema, model, `${name}: model`)),
    knownAgents: agents === undefined ? KNOWN_AGENTS : withAgents(agents, `${name}: agents`),
    notify: notify === undefined ? [] : channelsOf(read(notifySchema, notify, `${name}: notify`)),
  }
}

/** The file overrides what is known about an agent. An unknown agent needs at least its program. */
function withAgents(given: unknown, root: string): Readonly<Record<string, Program>> {
  const more = Object.entries(read(agentsSchema, given, root)).map(([name, said]): [string, Program] => {
    const base = KNOWN_AGENTS[name] ?? { ...PLAIN_PROGRAM, program: name }
    return [name, read(programSchema, { ...base, ...said }, `${root}.${name}`)]
  })
  return { ...Object.fromEntries(more), ...KNOWN_AGENTS, ...Object.fromEntries(more) }
}

function read<T>(schema: z.ZodMiniType<T>, value: unknown, root: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues: readonly SchemaIssue[] = parsed.error.issues
  throw settingProblem('section-invalid', { issue: issueWords(issues, root) })
}
