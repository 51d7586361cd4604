import { describeAgent } from '../../agents/config.ts'
import { describeOutcome, exitCodeOf } from '../../loop/outcome.ts'
import type { LoopState, Spent } from '../../loop/state.ts'

/** `state.json`: the state of a loop, in the format that other programs read. */
export function stateDocument({ spec, ...state }: LoopState): Readonly<Record<string, unknown>> {
  return {
    version: '1.0.0',
    loop_id: spec.id,
    task: spec.task,
    status: state.outcome?.kind ?? 'running',
    phase: state.phase,
    iteration: state.iteration,
    max_iterations: spec.limits.iterations,
    completion_criteria: spec.done,
    agent: describeAgent(spec.agent),
    working_directory: spec.workspace,
    started_at: spec.startedAt,
    last_active: state.lastActive,
    spent: spentDocument(state.spent),
    missing: state.missing,
    checks: state.checks.map(({ iteration, verdict, turnEnded }) => ({ iteration, verdict, turn_ended: turnEnded })),
    outcome: state.outcome && {
      exit_code: exitCodeOf(state.outcome),
      message: describeOutcome(state.outcome),
    },
  }
}

/** What was used so far. A sum with an unknown part is null. */
export const spentDocument = ({ ms, tokens, usd, unreported }: Spent) => ({
  ms: Math.round(ms),
  tokens: unreported.tokens ? null : tokens,
  usd: unreported.usd ? null : usd,
})
