import { randomBytes } from 'node:crypto'
import { realpathSync } from 'node:fs'
import type { Agent } from '../agents/agent.ts'
import type { AgentConfig } from '../agents/config.ts'
import { asksJudge } from '../check/completion/asks-judge.ts'
import type { CheckConfig } from '../check/completion/config.ts'
import { describeCheck } from '../check/completion/describe.ts'
import { isLoopId, loopIdFor } from '../loop/loop-id.ts'
import { type LoopSpec, loopSpecSchema } from '../loop/state.ts'
import { RULES, ruleNamed } from '../proof/rules.ts'
import { namedFinding } from '../proof/waiver.ts'
import { issueWords, type SchemaIssue } from '../std/issue-words.ts'
import { nearest } from '../std/nearest.ts'
import { systemClock } from '../system/clock.ts'
import { type Environment, newNonce } from '../system/shell.ts'
import { isGitFolder } from '../system/tree.ts'
import { cleanText } from './clean-output.ts'
import { expectedStart } from './expected-start.ts'
import { runProblem } from './problems.ts'
import { isCheck, type OwnOptions, type RunRequest } from './run-request.ts'
import { DEFAULT_OPTIONS } from './settings/values.ts'

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
    proves: request.proves ?? null,
    after: null,
    forkOf: request.forkOf ?? null,
    race: request.race ?? null,
    nonce: newNonce(),
    startedAt: new Date(systemClock.now()).toISOString(),
  })
}

const { limits: _limits, hooks: _hooks, after: _after, ...OWN_DEFAULTS } = DEFAULT_OPTIONS

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

/** Null for a check of the caller's own, which no other process can make again. */
function checkConfigOf({ criterion, check }: RunRequest): CheckConfig | null {
  if (criterion) return { kind: 'criterion', criterion }
  return check && !isCheck(check) ? check : null
}

function doneWords({ check }: RunRequest, config: CheckConfig | null): string {
  if (config) return describeCheck(config)
  if (check && isCheck(check)) return check.description()
  throw runProblem('no-criterion', {})
}

const asConfig = (agent: AgentConfig | Agent): AgentConfig =>
  'turn' in agent ? { kind: 'custom', name: agent.name } : agent
