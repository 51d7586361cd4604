import type { Agent } from '../agents/agent.ts'
import type { AgentConfig } from '../agents/config.ts'
import type { JudgeConfig } from '../agents/judge-config.ts'
import type { CompletionCheck } from '../check/completion/completion-check.ts'
import type { CheckConfig } from '../check/completion/config.ts'
import type { Judge } from '../check/completion/judge.ts'
import type { Criterion } from '../criteria/criterion.ts'
import type { Sensor } from '../loop/sensor.ts'
import type { Limits, LoopSpec } from '../loop/state.ts'
import type { Hooks } from './hooks.ts'
import type { Channel } from './notify/channels.ts'
import type { LoopOptions } from './settings/loop-options.ts'

export type OwnOptions = Omit<LoopOptions, 'limits' | 'hooks' | 'after'>
/** What is done with the work. */
export type AfterOptions = LoopOptions['after']

/**
 * What a loop is asked to do. Everything but the task, a check, and an agent has a default; the options that are settings as well are
 * those of the table in settings/settings.ts.
 */
export interface RunRequest extends Partial<OwnOptions> {
  readonly task: string
  /** What "done" means: a criterion that we run, or else a check, as data or the caller's own. */
  readonly criterion?: Criterion
  readonly check?: CheckConfig | CompletionCheck
  /**
   * What the criterion should say before the first turn; `failing` when not given. `failing` becomes `either` unless the task asks
   * for exactly the state that the criterion measures: only then is a passing check at the start the end.
   */
  readonly expectNow?: LoopSpec['expectNow']
  /** What kind of work it is, as inference calls it. */
  readonly taskClass?: string
  /** The proposal that was accepted, as YAML, and why it was made. */
  readonly proposal?: { readonly yaml: string; readonly rationale: readonly string[] }
  /** The acceptance criteria of the use case that the task names. */
  readonly acceptance?: readonly string[]
  /** The first agent works; the others take over when it makes no progress. */
  readonly agents: readonly [AgentConfig | Agent, ...(AgentConfig | Agent)[]]
  readonly limits?: Partial<Limits>
  /** Answers a question check, and can refuse a passing check with `self-verifying` or a strict proof. */
  readonly judge?: Judge | JudgeConfig
  /** Globs of files that may change although the proof relies on them, as the configuration names them. */
  readonly free?: readonly string[]
  /** Ids of tests that may fail, `*` for anything. */
  readonly quarantine?: readonly string[]
  /** The worktree that was created for this loop. */
  readonly worktree?: LoopSpec['worktree']
  /** The commits that are proven, when no agent works. */
  readonly proves?: LoopSpec['proves']
  /** The turn of another loop whose files this loop continues from. */
  readonly forkOf?: LoopSpec['forkOf']
  readonly sensors?: readonly Sensor[]
  readonly hooks?: Partial<Hooks>
  readonly after?: Partial<AfterOptions>
  /** The race that this loop is part of, by its id. */
  readonly race?: string
  /** Asked once the work is verified: whether this loop may act on it. Others may do the same task. */
  readonly mayAct?: (() => boolean) | undefined
  /** Whom to tell about the loop; kept with it for when it is resumed. */
  readonly notify?: readonly Channel[]
}

/** The request that a loop was begun with, as far as it is written down. */
export const requestOf = (spec: LoopSpec): RunRequest => ({
  task: spec.task,
  agents: [spec.agent, ...spec.otherAgents],
  hooks: spec.hooks,
  sandbox: spec.sandbox,
  ...(spec.check === null ? {} : { check: spec.check }),
  ...(spec.judge === null ? {} : { judge: spec.judge }),
})

export const isCheck = (check: CheckConfig | CompletionCheck): check is CompletionCheck =>
  'description' in check && typeof check.description === 'function'
