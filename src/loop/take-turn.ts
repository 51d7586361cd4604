import type { Agent } from '../agents/agent.ts'
import type { Clock } from '../system/clock.ts'
import type { Blocked } from './blocked.ts'
import type { LoopEvent, TurnFacts } from './events.ts'
import { isoTime } from './iso-time.ts'
import { nextPrompt } from './prompt.ts'
import type { LoopState } from './state.ts'
import { STANDSTILL, standstill } from './stuck.ts'
import { limitedNow } from './wait.ts'

export interface TurnPorts {
  /**
   * The agent for this turn: the first one, or the next in the list after a long standstill. Agents at their rate limit are
   * skipped.
   */
  readonly agent: (standstillTurns: number, limited: readonly string[]) => Agent
  readonly clock: Clock
  /** What "done" means, in the words of the check. */
  readonly done: string
  readonly newFence: () => string
  /** What earlier loops learned about what is missing now; empty when nothing. */
  readonly recall: (state: LoopState) => Promise<readonly string[]>
  /** Puts the prompt where the agent can read it, outside the tree; resolves to its path. */
  readonly keepPrompt: (iteration: number, prompt: string) => Promise<string>
  /** What the agent's programs find in their environment. */
  readonly variables: (iteration: number, promptFile: string) => Readonly<Record<string, string>>
  /** What the agent said with `agent-loop blocked` during the turn. */
  readonly blockedIn: (iteration: number) => Promise<readonly Blocked[]>
  /** Saves a snapshot of the tree; resolves to its id, or null when that fails. */
  readonly keepTree: (iteration: number) => Promise<string | null>
  /** How long a process that was killed worked on the step that the loop resumes at; 0 otherwise. */
  readonly lostMs: () => number
  readonly emit: (event: LoopEvent) => void
  /** The same as of `ClosePorts`. */
  readonly clean: <T>(value: T) => T
}

export const turnStart = ({ spec, iteration }: LoopState, clock: Clock): LoopEvent => ({
  kind: 'turn-start',
  loop: spec.id,
  at: isoTime(clock),
  iteration: iteration + 1,
})

/** Takes one turn. Null: an assistant takes the turn and reports when it ends. */
export type TakeTurn = (
  state: LoopState,
  /** The turn has just begun; false when it was found in progress. */
  begun: boolean,
  signal: AbortSignal,
) => Promise<LoopEvent | null>

export const ownTurns =
  (ports: TurnPorts): TakeTurn =>
  (state, begun, signal) =>
    begun ? takeTurn(state, ports, signal) : lostTurn(state, ports)

/** Runs the agent for one turn. The loop's remaining time also limits the turn. */
async function takeTurn(state: LoopState, ports: TurnPorts, signal: AbortSignal): Promise<LoopEvent> {
  const { spec, iteration } = state
  const recalled = await ports.recall(state)
  const prompt = ports.clean(nextPrompt(state, { done: ports.done, fence: ports.newFence(), recalled }))
  const promptFile = await ports.keepPrompt(iteration, prompt)
  const still = standstill(state)?.turns ?? 0
  const agent = ports.agent(still, limitedNow(state, ports.clock))
  const turn = await agent.turn({
    loop: spec.id,
    iteration,
    prompt,
    promptFile,
    workspace: spec.workspace,
    variables: ports.variables(iteration, promptFile),
    session: sessionFor(state, agent, still),
    timeoutMs: Math.min(spec.limits.turnMs, spec.limits.totalMs - state.spent.ms),
    signal,
    onText: text => ports.emit({ kind: 'turn-text', loop: spec.id, at: isoTime(ports.clock), iteration, text }),
  })
  const before = treeBefore(state)
  const tree = await ports.keepTree(iteration)
  return turnEnd(state, ports.clock, {
    agent: agent.name,
    ended: turn.ended,
    claims_done: turn.ended === 'claims-done',
    exit_code: turn.exitCode,
    error: turn.error,
    answer: turn.answer,
    tree,
    tree_changed: tree === null || tree !== before,
    duration_ms: turn.durationMs,
    session: turn.session,
    usage: turn.usage,
    retry_after_ms: turn.retryAfterMs,
    tools: turn.tools,
    blocked: await ports.blockedIn(iteration),
  })
}

/**
 * An agent that makes no progress gets a fresh conversation. A conversation can be continued only by the agent that started it.
 */
function sessionFor({ spec, turn }: LoopState, agent: Agent, standstillTurns: number): string | null {
  if (spec.strategy !== 'continue' || standstillTurns >= STANDSTILL.freshContext) return null
  return turn?.agent === agent.name ? turn.session : null
}

export const treeBefore = ({ turn, checks }: LoopState): string | null => turn?.tree ?? checks.at(-1)?.tree ?? null

/** Ends a turn that was in progress when the loop's process died. Its changes in the tree are checked. */
async function lostTurn(state: LoopState, ports: TurnPorts): Promise<LoopEvent> {
  const tree = await ports.keepTree(state.iteration)
  return turnEnd(state, ports.clock, {
    agent: '',
    ended: 'lost',
    claims_done: false,
    exit_code: null,
    error: 'the loop was interrupted during this turn',
    answer: '',
    tree,
    tree_changed: tree === null || tree !== treeBefore(state),
    duration_ms: ports.lostMs(),
    session: null,
    usage: null,
    retry_after_ms: null,
    tools: [],
    blocked: await ports.blockedIn(state.iteration),
  })
}

export const turnEnd = ({ spec, iteration }: LoopState, clock: Clock, facts: TurnFacts): LoopEvent => ({
  kind: 'turn-end',
  loop: spec.id,
  at: isoTime(clock),
  iteration,
  ...facts,
})
