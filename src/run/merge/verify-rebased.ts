import { randomBytes } from 'node:crypto'
import { join, relative } from 'node:path'
import { type Agent, type Turn, UNKNOWN_USAGE } from '../../agents/agent.ts'
import type { LoopEvent } from '../../loop/events.ts'
import { loopIdFor } from '../../loop/loop-id.ts'
import type { LoopState } from '../../loop/state.ts'
import { waiversOf } from '../../loop/waivers.ts'
import { nameOf } from '../../proof/waiver.ts'
import { NO_USAGE } from '../../std/usage.ts'
import type { Environment } from '../../system/shell.ts'
import type { Rebased } from '../../workspace/worktrees/rebase.ts'
import { createAgentLoop } from '../agent-loop.ts'
import type { RunRequest } from '../run-request.ts'

interface VerifyParts {
  readonly env: Environment
  /** The project's state view. */
  readonly view: string
  readonly say: (line: string) => void
  readonly emit?: (event: LoopEvent) => void
  readonly signal: AbortSignal
}

/** A rebased result, in whose working tree the commit that it is based on is checked out. */
type RebasedWork = Pick<Rebased, 'path' | 'commit' | 'checkOut'>

/** The id of a loop that verifies a merge. */
export const mergeLoopId = (task: string): string => loopIdFor(`merge ${task}`, randomBytes(4).toString('hex'))

/**
 * A loop of one turn with git as its agent: the whole proof, with the work on top of the present branch. `changes`: what differs from
 * the request of the loop that did the work.
 */
export async function verifyRebased(
  state: LoopState,
  rebased: RebasedWork,
  parts: VerifyParts,
  changes: Partial<RunRequest> = {},
): Promise<LoopState> {
  const { spec } = state
  const loops = createAgentLoop({
    cwd: join(rebased.path, relative(spec.tree, spec.workspace)),
    env: parts.env,
    stateDirectory: parts.view,
    onWarning: parts.say,
    ...(parts.emit ? { emit: parts.emit } : {}),
  })
  return await loops.run({ ...requestFor(state, rebased), ...changes }, parts.signal)
}

function requestFor(state: LoopState, rebased: RebasedWork): RunRequest {
  const { spec } = state
  return {
    // The same task text, because it says what may change.
    task: spec.task,
    id: mergeLoopId(spec.task),
    ...(spec.check === null ? {} : { check: spec.check }),
    // The check may pass or fail on the present branch, unless it must stay passing.
    expectNow: spec.expectNow === 'passing' ? 'passing' : 'either',
    ...(spec.taskClass === null ? {} : { taskClass: spec.taskClass }),
    agents: [gitAsAgent(rebased)],
    limits: { ...spec.limits, iterations: 1, tokens: null, usd: null },
    proof: spec.proof,
    mayChange: spec.mayChange,
    free: spec.free,
    waive: waiversOf(state).map(nameOf),
    quarantine: spec.quarantine,
  }
}

const gitAsAgent = ({ checkOut, commit }: RebasedWork): Agent => ({
  name: 'git',
  tells: { tokens: true, usd: true },
  async turn(): Promise<Turn> {
    const done = await checkOut()
    return {
      ...UNKNOWN_USAGE,
      usage: NO_USAGE,
      ended: done.ok ? 'claims-done' : 'failed',
      answer: done.ok ? `checked out ${commit}` : done.error,
      exitCode: done.ok ? 0 : 1,
      durationMs: 0,
      error: done.ok ? null : done.error,
    }
  },
})
