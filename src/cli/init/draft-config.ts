import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { installedAgents } from '../../agents/installed.ts'
import { KNOWN_AGENTS } from '../../agents/known.ts'
import { NO_MODEL } from '../../agents/models/named.ts'
import { agentNamed } from '../../agents/named.ts'
import { inferCompletion } from '../../infer/infer.ts'
import type { Proposal } from '../../infer/proposal.ts'
import { readCriterion } from '../../infer/read-criterion.ts'
import { readProject } from '../../infer/read-project.ts'
import { commandChoices } from '../../infer/route/question.ts'
import { requestProblem } from '../../run/request/problems.ts'
import { LIST_SEPARATOR } from '../../run/settings/kinds.ts'
import { readSetting } from '../../run/settings/values.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'
import type { CommandContext } from '../command.ts'

export const CONFIG_FILE = 'agent-loop.config.json'

/** The configuration that is proposed, what the person should know about it, and what to type next. */
export interface ProjectDraft {
  readonly config: Readonly<Record<string, unknown>>
  readonly notes: readonly string[]
  readonly next: string
}

/** The configuration that this project has already; null when it has none. */
export function existingConfig(tree: string): string | null {
  const file = [CONFIG_FILE, 'agent-loop.config.yaml'].find(
    // Also a link to a file that does not exist: writing would follow it out of the project.
    name => lstatSync(join(tree, name), { throwIfNoEntry: false }) !== undefined,
  )
  if (file !== undefined) return file
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'))
    const has = typeof manifest === 'object' && manifest !== null && 'agent-loop' in manifest
    return has && typeof manifest['agent-loop'] === 'object' ? 'package.json#agent-loop' : null
  } catch {
    return null
  }
}

export const configText = (config: ProjectDraft['config']): string => `${JSON.stringify(config, null, 2)}\n`

/** The task that nearly every project has: its own tests pass. */
const TASK = 'fix the failing tests'

export async function draftConfig(context: CommandContext, tree: string): Promise<ProjectDraft> {
  const check = await checkFor(context, tree)
  const agent = await agentFor(context)
  const { given } = context
  const free = await filesThatMayChange(context)
  const iterations = readSetting('max-iterations', given['max-iterations'])
  const cost = readSetting('max-cost', given['max-cost'])
  // Read for its errors: the file keeps the text.
  readSetting('timeout', given.timeout)
  return {
    config: {
      $schema: schemaFor(tree),
      ...(check.command === null ? {} : { completion: check.command }),
      ...(agent.name === null ? {} : { [agent.isCommand ? 'agent-cmd' : 'agent']: agent.name }),
      'max-iterations': iterations,
      timeout: given.timeout ?? '60m',
      ...(cost === null ? {} : { 'max-cost': cost }),
      ...(free.length === 0 ? {} : { 'may-change': free }),
    },
    notes: [...check.notes, ...agent.notes],
    next: nextCommand(check, agent.name),
  }
}

function nextCommand({ command, doubtful = null }: ProposedCheck, agent: string | null): string {
  if (command === null && doubtful !== null) return `agent-loop gate doctor -c ${shellQuote(doubtful)}`
  if (agent === null) return command === null ? 'agent-loop demo' : 'agent-loop gate doctor'
  return command === null ? `agent-loop infer "<your task>"` : `agent-loop "${TASK}"`
}

/** In a registry, the package has a scope (decision 105). */
const PUBLISHED_NAME = '@agent-loop/cli'
const SCHEMA = 'schemas/config.schema.json'

/** The schema of the package that the project installed, or of the published one in this version. */
function schemaFor(tree: string): string {
  const installed = ['agent-loop', PUBLISHED_NAME].map(name => `node_modules/${name}/${SCHEMA}`)
  const path = installed.find(each => existsSync(join(tree, each)))
  return path === undefined ? `https://unpkg.com/${PUBLISHED_NAME}@${packageJson.version}/${SCHEMA}` : `./${path}`
}

interface ProposedCheck {
  readonly command: string | null
  /** A command that may be the check, where that is not certain. */
  readonly doubtful?: string | null
  readonly notes: readonly string[]
}

/** The check that is given, else the one that the project shows, else the one that the person picks. */
async function checkFor(context: CommandContext, tree: string): Promise<ProposedCheck> {
  const { person, given, cwd } = context
  const problemWith = async (text: string): Promise<string | null> => {
    const parsed = await readCriterion(text, cwd)
    return parsed.ok ? null : `${parsed.error.message}. ${parsed.error.hint}`
  }
  if (given.completion !== undefined) {
    const parsed = await readCriterion(given.completion, cwd)
    if (!parsed.ok) throw requestProblem('criterion-unmeasurable', parsed.error)
    return { command: given.completion, notes: [] }
  }
  const project = await readProject(tree, TASK)
  const inference = inferCompletion(TASK, project)
  const proposal = inference.kind === 'proposed' ? inference.proposal : null
  if (proposal !== null && !proposal.needs_human_confirmation)
    return { command: proposal.verification_command, notes: evidenceIn(proposal) }
  const chosen =
    given['auto-criteria'] === 'true' ? null : await person.chooseCommand?.(commandChoices(TASK, project), problemWith)
  if (chosen) return { command: chosen, notes: [] }
  const doubtful = isWorthNaming(proposal) ? proposal.verification_command : null
  return { command: null, doubtful, notes: withoutCheck(proposal) }
}

const evidenceIn = ({ evidence }: Proposal): readonly string[] =>
  evidence.filter(({ layer }) => layer > 1).map(({ source, line, says }) => `${says} (${source}:${line})`)

/** A proposal that any change satisfies is not. */
const isWorthNaming = (proposal: Proposal | null): proposal is Proposal =>
  proposal !== null && proposal.class !== 'structural'

const withoutCheck = (proposal: Proposal | null): readonly string[] =>
  !isWorthNaming(proposal)
    ? ['No check was found, so none is set. Add "completion", or let each loop infer it from its task.']
    : [
        ...evidenceIn(proposal),
        `That is not certain, so no check is set. If it is right, add "completion": ${JSON.stringify(proposal.verification_command)}`,
      ]

/** Tests and configs are protected unless somebody names them. */
async function filesThatMayChange({ given, person }: CommandContext): Promise<readonly string[]> {
  const named = given['may-change']
  if (named !== undefined) return named.split(LIST_SEPARATOR)
  if (!person.chooseAgent || given['auto-criteria'] === 'true') return []
  return await (await import('../ask.ts')).askWhatMayChange()
}

interface ProposedAgent {
  /** Its name, or the command that takes the turns. */
  readonly name: string | null
  readonly isCommand?: boolean
  readonly notes: readonly string[]
}

/** The agent that is given, else the only one that is installed, else the one that the person picks, else the first. */
async function agentFor({ given, env, person }: CommandContext): Promise<ProposedAgent> {
  const command = given['agent-cmd']
  if (command !== undefined && given.agent === undefined) return { name: command, isCommand: true, notes: [] }
  if (given.agent !== undefined) {
    refuseUnknown(given.agent)
    return { name: given.agent, notes: [] }
  }
  const installed = await installedAgents(KNOWN_AGENTS, env)
  const [first] = installed
  if (first === undefined)
    return {
      name: null,
      notes: [
        'No agent is installed. To install one, see agent-loop agents. Any command that edits files also works: --agent-cmd "…"',
      ],
    }
  const asks = installed.length > 1 && given['auto-criteria'] !== 'true'
  return { name: (asks ? await person.chooseAgent?.(installed) : undefined) ?? first, notes: [] }
}

function refuseUnknown(names: string): void {
  const own = ['auto', 'model']
  const options = { known: KNOWN_AGENTS, model: null, models: NO_MODEL, permissions: null }
  for (const name of readSetting('agent', names) ?? [])
    if (!own.includes(name)) agentNamed(name, { ...options, sandbox: false, interactive: false })
}
