import type { AskPerson } from '../../agents/agent.ts'
import type { Permissions } from '../../agents/permissions.ts'
import type { LoopEvent } from '../../loop/events.ts'
import { describeOutcome, exitCodeOf, type Outcome } from '../../loop/outcome.ts'
import type { LoopState } from '../../loop/state.ts'
import type { ExitCode } from '../../std/exit-codes.ts'
import type { Environment } from '../../system/shell.ts'
import { createAgentLoop } from '../agent-loop.ts'
import { requestProblem } from '../request/problems.ts'
import type { RunRequest } from '../run-request.ts'
import { type AgentChoice, chosenAgent } from './agent-choice.ts'
import { type RunEvent, runEvents } from './run-events.ts'
import { doneBy, type Until } from './until.ts'

type LoopSettings = Omit<
  RunRequest,
  'task' | 'agents' | 'criterion' | 'check' | 'expectNow' | 'taskClass' | 'proposal' | 'worktree' | 'acceptance'
>

/** What `run` is asked to do. Everything but `task`, `until`, and `agent` has a default, the same as on the command line. */
export interface RunOptions extends LoopSettings {
  readonly task: string
  readonly until: Until
  /** Of several, the first works; the others take over when it makes no progress. */
  readonly agent: AgentChoice | readonly [AgentChoice, ...AgentChoice[]]
  /** The model of a named agent; its own default when not given. */
  readonly model?: string
  /** What a named agent may do without asking; `auto-edit` by default, `full` in a sandbox. */
  readonly permissions?: Permissions
  /** The directory to work in; the process's own by default. */
  readonly cwd?: string
  /** The environment of agents and checks; the process's own by default. */
  readonly env?: Environment
  /** The directory of the state view; `.aiwg/ralph` in the tree by default. */
  readonly stateDirectory?: string
  /** Aborts the run, as `abort()` does. */
  readonly signal?: AbortSignal
  /** Something that does not change the result, such as a hook that failed. */
  readonly onWarning?: (message: string) => void
  /** Passes an agent's question to a person; without it, nobody can be asked. */
  readonly ask?: AskPerson
}

/** How a run ended. */
export interface RunResult {
  readonly id: string
  /** The check passed after the last turn, and its proof holds. An agent's claim is never `verified`. */
  readonly verified: boolean
  /** Why the run ended, as data: `kind` is `verified`, `limit_reached`, `stuck`… */
  readonly outcome: Outcome
  /** The same as one sentence. */
  readonly message: string
  /** The exit code of `agent-loop run` for this outcome. */
  readonly exitCode: ExitCode
  readonly turns: number
  readonly durationMs: number
  /** Null when some turn did not report it. */
  readonly tokens: number | null
  readonly usd: number | null
  /** What the last check found missing; null when nothing is. */
  readonly missing: string | null
  /** The path of the signed receipt; null when the run is not verified. */
  readonly receipt: string | null
}

/** A run that has begun: a promise of its result, and an async iterable of its events. */
export interface Run extends Promise<RunResult>, AsyncIterable<RunEvent> {
  /** Stops the agent and the check. Resolves when their processes are gone, to a result whose outcome is `aborted`. */
  abort(): Promise<RunResult>
}

/**
 * Runs an agent in a loop until the work is proven done, a limit is reached, or nothing moves any more.
 *
 * The run starts immediately. Await it for the result, or iterate over its events. Leaving the iteration early (`break`, `return`, or
 * an error) aborts the run, and waits until the agent has stopped. Rejects with a `UsageError` when the run cannot start; every other
 * end is a result.
 *
 * @example
 * ```ts
 * import { run } from 'agent-loop'
 *
 * const result = await run({ task: 'write the changelog', until: 'test -s CHANGELOG.md', agent: 'claude' })
 * console.log(result.verified, result.turns) // true 1
 * ```
 *
 * @example
 * ```ts
 * import { run } from 'agent-loop'
 *
 * const loop = run({ task: 'write the changelog', until: 'test -s CHANGELOG.md', agent: 'claude' })
 * for await (const event of loop) {
 *   if (event.kind === 'check-end') console.log(event.verdict) // verified
 * }
 * ```
 */
export function run(options: RunOptions): Run {
  const stop = new AbortController()
  const events = runEvents()
  const given = options.signal ? [options.signal] : []
  const signal = AbortSignal.any([stop.signal, ...given])
  const result = settled(() => runToEnd(options, signal, events.add), events.end)
  const abort = (): Promise<RunResult> => {
    stop.abort()
    return result
  }
  return Object.assign(result, {
    abort,
    [Symbol.asyncIterator]() {
      // The iterator throws a failure, so it is handled even if nobody awaits the result.
      result.catch(() => {})
      return events.read(() => abort().catch(() => {}))
    },
  })
}

/** Ends the events with the work. A handler on the result itself would hide a failure that nobody handles. */
async function settled<T>(work: () => Promise<T>, end: (failure?: unknown) => void): Promise<T> {
  try {
    const value = await work()
    end()
    return value
  } catch (error) {
    end(error)
    throw error
  }
}

async function runToEnd(options: RunOptions, signal: AbortSignal, add: (event: LoopEvent) => void): Promise<RunResult> {
  const { task, until, agent, cwd, env, stateDirectory, onWarning, ask, ...rest } = options
  const { model, permissions, signal: _signal, limits, ...settings } = rest
  if (typeof task !== 'string' || task.trim() === '') throw requestProblem('no-task', {})
  const warn = (message: string): void => onWarning?.(message)
  const { iterations, ...done } = await doneBy(until, { cwd: cwd ?? process.cwd(), warn })
  const choice = {
    env: env ?? process.env,
    model,
    permissions,
    sandbox: settings.sandbox,
    interactive: ask !== undefined,
  }
  const [first, ...others] = isList(agent) ? agent : [agent]
  const agents = [
    await chosenAgent(first, choice),
    ...(await Promise.all(others.map(other => chosenAgent(other, choice)))),
  ] as const
  let receipt: string | null = null
  const loops = createAgentLoop({
    ...{ cwd, env, stateDirectory, ask },
    onWarning: warn,
    emit: event => {
      if (event.kind === 'loop-end') receipt = event.receipt
      add(event)
    },
  })
  const suggested = iterations === null ? {} : { iterations }
  const state = await loops.run(
    { ...settings, ...done, task: task.trim(), agents, limits: { ...suggested, ...limits } },
    signal,
  )
  return resultOf(state, receipt)
}

const isList = (agent: RunOptions['agent']): agent is readonly [AgentChoice, ...AgentChoice[]] => Array.isArray(agent)

function resultOf(state: LoopState, receipt: string | null): RunResult {
  const { spec, outcome, iteration, spent, missing } = state
  if (!outcome) throw new Error(`the loop ${spec.id} stopped without an outcome`)
  return {
    id: spec.id,
    verified: outcome.kind === 'verified',
    outcome,
    message: describeOutcome(outcome),
    exitCode: exitCodeOf(outcome),
    turns: iteration,
    durationMs: spent.ms,
    tokens: spent.unreported.tokens ? null : spent.tokens,
    usd: spent.unreported.usd ? null : spent.usd,
    missing,
    receipt,
  }
}
