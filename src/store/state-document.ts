import { describeAgent } from '../agents/config.ts'
import { describeCriterion } from '../criteria/describe.ts'
import { describeOutcome, exitCodeOf } from '../loop/outcome.ts'
import type { LoopState } from '../loop/state.ts'

/** `state.json`: where a loop stands, in the spelling that other programs read. */
export function stateDocument({ spec, ...state }: LoopState): Readonly<Record<string, unknown>> {
  return {
    version: '1.0.0',
    loop_id: spec.id,
    task: spec.task,
    status: state.outcome?.kind ?? 'running',
    phase: state.phase,
    iteration: state.iteration,
    max_iterations: spec.limits.iterations,
    completion_criteria: describeCriterion(spec.criterion),
    agent: describeAgent(spec.agent),
    working_directory: spec.workspace,
    started_at: spec.startedAt,
    last_active: state.lastActive,
    spent: { ms: Math.round(state.spentMs) },
    missing: state.missing,
    checks: state.checks.map(({ iteration, verdict, turnEnded }) => ({ iteration, verdict, turn_ended: turnEnded })),
    outcome: state.outcome && {
      exit_code: exitCodeOf(state.outcome),
      message: describeOutcome(state.outcome),
    },
  }
}
