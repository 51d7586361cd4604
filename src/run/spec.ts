import { randomBytes } from 'node:crypto'
import { realpathSync } from 'node:fs'
import type { Agent } from '../agents/agent.ts'
import type { AgentConfig } from '../agents/config.ts'
import type { JudgeConfig } from '../agents/judge-config.ts'
import { asksJudge } from '../check/completion/asks-judge.ts'
import type { CompletionCheck } from '../check/completion/completion-check.ts'
import type { CheckConfig } from '../check/completion/config.ts'
import { describeCheck } from '../check/completion/describe.ts'
import type { Judge } from '../check/completion/judge.ts'
import type { Criterion } from '../criteria/criterion.ts'
import { isLoopId, loopIdFor } from '../loop/loop-id.ts'
import type { Sensor } from '../loop/sensor.ts'
import { type Limits, type LoopSpec, loopSpecSchema } from '../loop/state.ts'
import { RULES, ruleNamed } from '../proof/rules.ts'
import { namedFinding } from '../proof/waiver.ts'
import { issueWords, type SchemaIssue } from '../std/issue-words.ts'
import { nearest } from '../std/nearest.ts'
import { systemClock } from '../system/clock.ts'
import { type Environment, newNonce } from '../system/shell.ts'
import { isGitFolder } from '../system/tree.ts'
import { cleanText } from './clean-output.ts'
import { expectedStart } from './expected-start.ts'
import type { Hooks } from './hooks.ts'
import { runProblem } from './problems.ts'
import type { LoopOptions } from './settings/settings.ts'
import { DEFAULT_OPTIONS } from './settings/values.ts'

type OwnOptions = Omit<LoopOptions, 'limits' | 'hooks'>

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
  readonly sensors?: readonly Sensor[]
  readonly hooks?: Partial<Hooks>
}

/** The request as the loop keeps it, with every default. Throws a `UsageError` for a request that cannot be a loop. */
export function specFor(request: RunRequest, tree: string, cwd: string, env: Environment = {}): LoopSpec {
  const task = cleanText(request.task, env)
  const { id, ...options } = withDefaults(request)
  if (id !== null && !isLoopId(id)) {
    throw runProblem('bad-loop-id', { id })
  }
  if (isGitFolder(tree)) throw runProblem('bare-repository', { tree })
  const check = checkConfigOf(request)
  const [agent, ...otherAgents] = request.agents.map(asConfig)
  return valid({
    id: id ?? loopIdFor(task, randomBytes(4).toString('hex')),
    task,
    tree,
    workspace: realpathSync(cwd),
    done: cleanText(doneWords(request, check), env),
    check,
    expectNow: expectedStart(task, check, request),
    taskClass: request.taskClass ?? null,
    rationale: (request.proposal?.rationale ?? []).map(line => cleanText(line, env)),
    acceptance: (request.acceptance ?? []).map(line => cleanText(line, env)),
    agent: agent ?? { kind: 'custom', name: 'none' },
    otherAgents,
    limits: { ...DEFAULT_OPTIONS.limits, ...request.limits },
    ...options,
    // A judge is asked about what the agent calls done, and not about every thought on the way.
    checkWhen: options.checkWhen ?? (asksJudge(check) ? 'on-claim' : 'every-turn'),
    free: request.free ?? [],
    waive: options.waive.map(knownFinding),
    quarantine: request.quarantine ?? [],
    judge: request.judge && 'kind' in request.judge ? request.judge : null,
    hooks: hookCommands(request),
    worktree: request.worktree ?? null,
    nonce: newNonce(),
    startedAt: new Date(systemClock.now()).toISOString(),
  })
}

const { limits: _limits, hooks: _hooks, ...OWN_DEFAULTS } = DEFAULT_OPTIONS

function withDefaults(request: RunRequest): OwnOptions {
  const asked: Readonly<Record<string, unknown>> = { ...request }
  const options = Object.entries(OWN_DEFAULTS).map(([name, standard]) => [name, asked[name] ?? standard])
  return Object.fromEntries(options) as OwnOptions
}

/** Flags and files were read as what they should be; a program that uses the library may pass anything. */
function valid(spec: LoopSpec): LoopSpec {
  const parsed = loopSpecSchema.safeParse(spec)
  if (parsed.success) return spec
  const issues: readonly SchemaIssue[] = parsed.error.issues
  throw runProblem('request-invalid', { issue: issueWords(issues, 'The request') })
}

/** Refuses unknown names, so that a typo in a waiver is noticed. */
function knownFinding(name: string): string {
  const { rule, test } = namedFinding(name)
  if (test !== null || (rule !== null && ruleNamed(rule))) return name
  const near = nearest(
    rule ?? '',
    RULES.map(known => known.rule),
  )
  throw runProblem('unknown-finding', { name, near })
}

/** Functions cannot be saved: a loop that another process resumes continues without them. */
const hookCommands = ({ hooks }: RunRequest): LoopSpec['hooks'] => ({
  postIteration: typeof hooks?.postIteration === 'string' ? hooks.postIteration : null,
  onVerified: hooks?.onVerified ?? null,
})

/** The request that a loop was begun with, as far as it is written down. */
export const requestOf = (spec: LoopSpec): RunRequest => ({
  task: spec.task,
  agents: [spec.agent, ...spec.otherAgents],
  hooks: spec.hooks,
  sandbox: spec.sandbox,
  ...(spec.check === null ? {} : { check: spec.check }),
  ...(spec.judge === null ? {} : { judge: spec.judge }),
})

/** Null for a check of the caller's own, which no other process can make again. */
function checkConfigOf({ criterion, check }: RunRequest): CheckConfig | null {
  if (criterion) return { kind: 'criterion', criterion }
  return check && !isCheck(check) ? check : null
}

export const isCheck = (check: CheckConfig | CompletionCheck): check is CompletionCheck =>
  'description' in check && typeof check.description === 'function'

function doneWords({ check }: RunRequest, config: CheckConfig | null): string {
  if (config) return describeCheck(config)
  if (check && isCheck(check)) return check.description()
  throw runProblem('no-criterion', {})
}

const asConfig = (agent: AgentConfig | Agent): AgentConfig =>
  'turn' in agent ? { kind: 'custom', name: agent.name } : agent
