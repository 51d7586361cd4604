import type { ProcessIdentity } from '../host/process-table.ts'
import { describeOutcome } from '../loop/outcome.ts'
import type { LoopState } from '../loop/state.ts'
import type { LoopPaths } from './layout.ts'
import type { RegistryEntry } from './registry-document.ts'
import { spentDocument } from './state-document.ts'

const MISSING_LENGTH = 200

/** A loop's line of the registry. */
export function entryFor({ spec, ...state }: LoopState, owner: ProcessIdentity, paths: LoopPaths): RegistryEntry {
  return {
    loop_id: spec.id,
    task: spec.task,
    status: state.outcome?.kind ?? 'running',
    iteration: state.iteration,
    max_iterations: spec.limits.iterations,
    completion_criteria: spec.done,
    started_at: spec.startedAt,
    last_active: state.lastActive,
    pid: owner.pid,
    owner: { kind: spec.agent.kind === 'host' ? 'adopted' : 'foreground', started: owner.started, boot: owner.boot },
    working_directory: spec.workspace,
    state_file: paths.viewState,
    verdict: state.checks.at(-1)?.verdict ?? null,
    missing: state.missing === null ? null : (state.missing.split('\n')[0] ?? '').slice(0, MISSING_LENGTH),
    failing: state.failing?.ids ?? [],
    spent: spentDocument(state.spent),
    ended: state.outcome && describeOutcome(state.outcome),
  }
}
