import { describeAgent } from '../../agents/config.ts'
import { verifiesMerge } from '../../loop/loop-id.ts'
import { describeOutcome } from '../../loop/outcome.ts'
import type { LoopState } from '../../loop/state.ts'
import type { ProcessIdentity } from '../../system/process-table.ts'
import type { LoopPaths } from '../layout.ts'
import { spentDocument } from '../view/state-document.ts'
import type { OwnerKind, RegistryEntry } from './registry-document.ts'

const MISSING_LENGTH = 200

/** The process that drives a loop. */
type Driver = ProcessIdentity & { readonly kind: OwnerKind }

/** A loop's line of the registry. */
export function entryFor({ spec, ...state }: LoopState, self: Driver, paths: LoopPaths): RegistryEntry {
  return {
    loop_id: spec.id,
    task: spec.task,
    status: state.outcome?.kind ?? 'running',
    iteration: state.iteration,
    max_iterations: spec.limits.iterations,
    completion_criteria: spec.done,
    started_at: spec.startedAt,
    last_active: state.lastActive,
    pid: self.pid,
    owner: { kind: spec.agent.kind === 'host' ? 'adopted' : self.kind, started: self.started, boot: self.boot },
    working_directory: spec.workspace,
    state_file: paths.viewState,
    verdict: state.checks.at(-1)?.verdict ?? null,
    missing: state.missing === null ? null : (state.missing.split('\n')[0] ?? '').slice(0, MISSING_LENGTH),
    failing: state.failing?.ids ?? [],
    spent: spentDocument(state.spent),
    time_limit_ms: spec.limits.totalMs,
    ended: state.outcome && describeOutcome(state.outcome),
    ...worktreeOf(spec),
    ...(verifiesMerge(spec.id, describeAgent(spec.agent)) ? { verifies_merge: true } : {}),
    ...(spec.forkOf === null ? {} : { fork_of: { loop_id: spec.forkOf.loop, iteration: spec.forkOf.iteration } }),
  }
}

function worktreeOf({ worktree, tree }: LoopState['spec']): Pick<RegistryEntry, 'worktree'> {
  if (worktree === null) return {}
  const { branch, onto, origin } = worktree
  return { worktree: { path: tree, branch, onto, origin } }
}
