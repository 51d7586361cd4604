import { KNOWN_AGENTS } from '../../agents/known.ts'
import { escaped } from '../../std/safe-json.ts'
import { treeOf } from '../../system/tree.ts'
import { loadSettings, type Settings } from '../settings/load.ts'
import { settingProblem } from '../settings/problems.ts'
import { type ProjectConfig, riskyEntries } from '../settings/project-config.ts'
import type { TrustReason } from '../settings/setting.ts'
import { isTrusted, keepTrust } from '../settings/trust.ts'
import { refuseInsideLoop } from '../steer/inside-turn.ts'
import type { RequestContext } from './context.ts'

/** Who takes the turns of the loop that is asked for. */
type Turns = 'our agent' | 'an assistant' | 'nobody'

/** No loop of an assistant uses these: they are about agents that we start, and about background loops. */
const OF_OUR_AGENT = [
  ...['agent', 'agent-cmd', 'model', 'permissions', 'sandbox', 'worktree', 'max-loops'],
  ...['commit', 'push', 'remote', 'pr', 'pr-cmd'],
]

const UNUSED: Readonly<Record<Turns, readonly string[]>> = {
  'our agent': [],
  'an assistant': OF_OUR_AGENT,
  nobody: [...OF_OUR_AGENT, 'agents', 'on-verified', 'post-iteration', 'max-iterations'],
}

const unusedIn = (turns: Turns): readonly string[] => UNUSED[turns]

/**
 * The settings of a request. Shows what the project's own configuration sets. Values that run commands, weaken the proof, write
 * elsewhere, send data, or raise limits are used only if a person trusts them: asked once, and again when one of these values has
 * changed or another of them is used.
 */
export async function trustedSettings(context: RequestContext, turns: Turns = 'our agent'): Promise<Settings> {
  const settings = await loadSettings(context.given, context.env, treeOf(context.cwd))
  const { config, values } = settings
  for (const line of configLines(config, turns)) context.person.show(line)
  const wanted = await trustWanted(context, turns, config)
  if (wanted === null) return settings
  if (values['dry-run'] && values['trust-config']) return settings
  if (values['dry-run']) context.person.show(`${config.file} is not trusted yet. To trust it: --trust-config`)
  else if (values['trust-config'] || (await asked(context, wanted))) await wanted.keep()
  else throw settingProblem('config-declined', { file: config.file })
  return settings
}

/** The agents that can be named here, for commands that only look: without those of a configuration that is not trusted. */
export async function agentsHere(context: RequestContext): Promise<Settings['sections']['knownAgents']> {
  const tree = treeOf(context.cwd)
  const { config, sections } = await loadSettings({}, context.env, tree)
  const own = config.entries.some(({ name }) => name === 'agents')
  if (!own || (await isTrusted({ env: context.env, tree, config, names: ['agents'] }))) return sections.knownAgents
  context.err(`agent-loop: ${config.file} is not trusted yet, so its agents are left out`)
  return KNOWN_AGENTS
}

/** Whom to tell about loops here. Of a project's configuration, only `notify` needs to be trusted for that. */
export async function trustedChannels(context: RequestContext): Promise<Settings['sections']['notify']> {
  const { config, sections } = await loadSettings(context.given, context.env, treeOf(context.cwd))
  const only = { ...config, entries: config.entries.filter(({ name }) => name === 'notify') }
  const wanted = await trustWanted(context, 'our agent', config, only)
  if (wanted !== null) await keepIfTrusted(context, wanted, only)
  return sections.notify
}

/** The fleet that the project's configuration names; null when it names none, or when it is not trusted and nobody is asked. */
export async function trustedFleet(context: RequestContext, asks: boolean): Promise<string | null> {
  const { config, values } = await loadSettings(context.given, context.env, treeOf(context.cwd))
  const only = { ...config, entries: config.entries.filter(({ name }) => name === 'fleet') }
  const wanted = await trustWanted(context, 'our agent', config, only)
  if (wanted === null) return values.fleet
  if (!asks) context.err(`agent-loop: ${config.file} is not trusted yet, so its fleet is left out`)
  if (!asks) return null
  await keepIfTrusted(context, wanted, only)
  return values.fleet
}

async function keepIfTrusted(context: RequestContext, wanted: TrustWanted, shown: ProjectConfig): Promise<void> {
  const { values } = await loadSettings(context.given, context.env, treeOf(context.cwd))
  for (const line of configLines(shown, 'our agent')) context.person.show(line)
  if (!values['trust-config'] && !(await asked(context, wanted)))
    throw settingProblem('config-declined', { file: wanted.file })
  await wanted.keep()
}

interface TrustWanted {
  readonly file: string
  /** The settings that need it. */
  readonly names: readonly string[]
  /** What the file sets, and the question about it. */
  readonly lines: readonly string[]
  readonly question: string
  keep(): Promise<void>
}

/** The trust that is missing for a request; null when none is. */
export async function trustWanted(
  { cwd, env, given }: Pick<RequestContext, 'cwd' | 'env' | 'given'>,
  turns: Turns,
  known?: ProjectConfig,
  /** The entries that are used; all when not given. */
  used?: ProjectConfig,
): Promise<TrustWanted | null> {
  const tree = treeOf(cwd)
  const config = known ?? (await loadSettings(given, env, tree)).config
  const names = riskyEntries(used ?? config, unusedIn(turns)).map(({ name }) => name)
  const here = { env, tree, config, names }
  if (names.length === 0 || (await isTrusted(here))) return null
  const keep = async (): Promise<void> => {
    await refuseInsideLoop(env)
    await keepTrust(here)
  }
  const question = `Trust these values of ${config.file} in this project? (${names.join(', ')})`
  return { file: config.file, names, lines: configLines(config, turns), question, keep }
}

async function asked({ person }: RequestContext, { file, names, question }: TrustWanted): Promise<boolean> {
  if (!person.confirm) throw settingProblem('config-not-trusted', { file, names })
  return await person.confirm(question)
}

const EFFECTS: Readonly<Record<TrustReason, string>> = {
  'runs-commands': 'runs commands',
  'weakens-proof': 'weakens the proof',
  'writes-elsewhere': 'chooses where to write',
  'sends-data': 'sends data',
  'raises-limits': 'raises a limit',
}

/** Everything that the configuration sets, in full: the values that need trust first. */
function configLines({ file, entries }: ProjectConfig, turns: Turns): readonly string[] {
  if (entries.length === 0) return []
  const sorted = [
    ...entries.filter(({ reason }) => reason !== null),
    ...entries.filter(({ reason }) => reason === null),
  ]
  const unused = unusedIn(turns)
  const wide = Math.max(...sorted.map(({ name }) => name.length))
  return [
    `${file} sets:`,
    ...sorted.map(({ name, value, reason, used }) => {
      const effect = used ? reason && EFFECTS[reason] : 'not used: your request, a flag, or the environment replaces it'
      const note = unused.includes(name)
        ? `not used: ${turns === 'nobody' ? 'no agent works' : 'an assistant takes the turns'}`
        : effect
      return `  ${reason === null ? ' ' : '!'} ${name.padEnd(wide)}  ${escaped(value)}${note === null ? '' : `  (${note})`}`
    }),
  ]
}
