import { PERMISSIONS, type Permissions } from '../../agents/permissions.ts'
import { CHECK_TIMES, type Limits, type LoopSpec, PROOF_LEVELS, STRATEGIES } from '../../loop/state.ts'
import { UsageError } from '../../std/usage-error.ts'
import { readSections, type Sections } from './sections.ts'
import {
  type Configuration,
  fromConfiguration,
  fromEnvironment,
  type Given,
  LIST_SEPARATOR,
  type SettingName,
  type SettingsEnvironment,
} from './sources.ts'
import { choice, duration, money, wholeNumber } from './values.ts'

export interface Settings extends Pick<LoopSpec, 'strategy' | 'proof'>, Sections {
  /** Null: whatever suits the check. */
  readonly checkWhen: LoopSpec['checkWhen'] | null
  readonly completion: string | null
  /** Who shall work; null when nobody was named. */
  readonly agents: AgentWish | null
  readonly model: string | null
  /** Null: whatever suits the agent and the place. */
  readonly permissions: Permissions | null
  readonly limits: Limits
  /** Somebody asked for a number of turns; else it is the default. */
  readonly iterationsGiven: boolean
  /** Who judges what no command can; null when nobody was named. */
  readonly judge: JudgeWish | null
  /** Whether agents run in a sandbox. */
  readonly sandbox: boolean
  /** Files that the person allows to change although the proof relies on them. */
  readonly mayChange: readonly string[]
  /** Weakened checks are put back by us. */
  readonly restore: boolean
  /** Run once the work is verified. */
  readonly onVerified: string | null
  /** Run after every turn, with the verdict on its standard input. */
  readonly postIteration: string | null
  readonly stateDirectory: string | null
  /** How many loops may run in the background at once. */
  readonly maxLoops: number
  /** The loop works in a tree and on a branch of its own. */
  readonly worktree: boolean
}

/** How many background loops run at once, unless somebody says otherwise. */
export const DEFAULT_MAX_LOOPS = '4'
/** A command of the person's own; or names, of which the first works and the others take over when it does not get on. */
type AgentWish = { readonly command: string } | { readonly names: readonly string[] }

/** A program, a model or another agent, as it was named. */
type JudgeWish = { readonly command: string } | { readonly model: string } | { readonly agent: string }

const defaults = {
  'max-iterations': '10',
  timeout: '60m',
  'turn-timeout': '30m',
  'verify-timeout': '10m',
  'max-wait': '6h',
  'max-loops': DEFAULT_MAX_LOOPS,
  worktree: 'false',
  strategy: 'ralph',
  proof: 'standard',
  sandbox: 'false',
  restore: 'false',
} as const

/** Flag, then environment, then the project's configuration, then default: the only place that knows the order. */
export async function loadSettings(flags: Given, env: SettingsEnvironment, tree: string): Promise<Settings> {
  const configuration = await fromConfiguration(tree)
  const asked: readonly Given[] = [flags, fromEnvironment(env), configuration.given]
  const sources: readonly Given[] = [...asked, defaults]
  const find = (name: SettingName): string | null => sources.find(source => source[name] !== undefined)?.[name] ?? null
  const sections = sectionsFor(configuration, [flags, fromEnvironment(env)])
  const models = {
    name: sections.models.name,
    url: find('model-url') ?? sections.models.url,
    keyVariable: find('model-key') ?? sections.models.keyVariable,
  }
  return {
    completion: find('completion'),
    agents: agentsFrom(sources),
    model: find('model'),
    permissions: find('permissions') === null ? null : choice('permissions', find('permissions'), PERMISSIONS),
    strategy: choice('strategy', find('strategy'), STRATEGIES),
    checkWhen: find('check') === null ? null : choice('check', find('check'), CHECK_TIMES),
    proof: choice('proof', find('proof'), PROOF_LEVELS),
    limits: limitsFrom(find),
    iterationsGiven: asked.some(source => source['max-iterations'] !== undefined),
    judge: judgeFrom(sources) ?? (models.name === null ? null : { model: models.name }),
    sandbox: choice('sandbox', find('sandbox'), ['true', 'false']) === 'true',
    mayChange: find('may-change')?.split(LIST_SEPARATOR) ?? [],
    restore: choice('restore', find('restore'), ['true', 'false']) === 'true',
    onVerified: find('on-verified'),
    postIteration: find('post-iteration'),
    stateDirectory: find('state-dir'),
    maxLoops: wholeNumber('max-loops', find('max-loops')),
    worktree: choice('worktree', find('worktree'), ['true', 'false']) === 'true',
    ...sections,
    models,
    waive: [...(find('waive')?.split(LIST_SEPARATOR) ?? []), ...sections.waive],
  }
}

/** A criterion that was said outside the file is the person's word, and stands above the check of the file. */
function sectionsFor(configuration: Configuration, outside: readonly Given[]): Sections {
  const sections = readSections(configuration)
  if (outside.some(({ completion }) => completion !== undefined)) return { ...sections, check: null }
  if (sections.check !== null && configuration.given.completion !== undefined)
    throw new UsageError(
      'bad-arguments',
      `${configuration.name} has both a completion and a check.`,
      'Keep the one that says when the work is done.',
    )
  return sections
}

function limitsFrom(find: (name: SettingName) => string | null): Limits {
  const [tokens, usd] = [find('max-tokens'), find('max-cost')]
  return {
    iterations: wholeNumber('max-iterations', find('max-iterations')),
    totalMs: duration('timeout', find('timeout')),
    turnMs: duration('turn-timeout', find('turn-timeout')),
    checkMs: duration('verify-timeout', find('verify-timeout')),
    waitMs: duration('max-wait', find('max-wait')),
    tokens: tokens === null ? null : wholeNumber('max-tokens', tokens),
    usd: usd === null ? null : money('max-cost', usd),
  }
}

// `--agent` on the command line must win over `agent-cmd` in the configuration, so the two are looked up together.
function agentsFrom(sources: readonly Given[]): AgentWish | null {
  const source = sources.find(given => given.agent !== undefined || given['agent-cmd'] !== undefined)
  if (source === undefined) return null
  const { agent, 'agent-cmd': command } = source
  if (agent !== undefined && command !== undefined) {
    throw new UsageError(
      'bad-arguments',
      'Both an agent and an agent command are given.',
      'Give --agent or --agent-cmd, not both.',
    )
  }
  if (command?.trim() === '')
    throw new UsageError('bad-arguments', '--agent-cmd is empty.', 'Give a command: --agent-cmd "claude -p"')
  return command !== undefined ? { command } : { names: (agent ?? '').split(',').map(name => name.trim()) }
}

// As with agents: who is named on the command line stands above who is named in the file, whatever kind either is of.
function judgeFrom(sources: readonly Given[]): JudgeWish | null {
  for (const { 'judge-cmd': command, 'judge-model': model, 'judge-agent': agent } of sources) {
    const wishes = [
      ...(command === undefined ? [] : [{ command }]),
      ...(model === undefined ? [] : [{ model }]),
      ...(agent === undefined ? [] : [{ agent }]),
    ]
    const [wish, second] = wishes
    if (second !== undefined)
      throw new UsageError(
        'bad-arguments',
        'More than one judge is given.',
        'Give one of --judge-model, --judge-agent and --judge-cmd.',
      )
    if (wish !== undefined) return wish
  }
  return null
}
