import { randomBytes } from 'node:crypto'
import { join, relative } from 'node:path'
import { type Agent, type Turn, UNKNOWN_USAGE } from '../agents/agent.ts'
import { loopIdFor } from '../loop/loop-id.ts'
import { describeOutcome, exitCodeOf } from '../loop/outcome.ts'
import type { LoopSpec, LoopState } from '../loop/state.ts'
import { waiversOf } from '../loop/waivers.ts'
import { nameOf } from '../proof/waiver.ts'
import { createAgentLoop } from '../run/agent-loop.ts'
import type { RunRequest } from '../run/spec.ts'
import { EXIT, type ExitCode } from '../std/exit-codes.ts'
import { fail, ok, type Result } from '../std/result.ts'
import { gitIn } from '../system/git.ts'
import type { Environment } from '../system/shell.ts'
import { dropWorktree } from '../workspace/worktrees/drop-worktree.ts'
import { fastForward, obstacle, shortRef, untrackedInTheWay } from '../workspace/worktrees/fast-forward.ts'
import { type Rebased, type RebaseTrouble, rebase } from '../workspace/worktrees/rebase.ts'
import { workCommit } from '../workspace/worktrees/work-commit.ts'

export interface Merged {
  readonly onto: string
  readonly from: string
  readonly to: string
  /** The loop that ran the gate again; null when the branch had everything already. */
  readonly gate: string | null
}

/** Why nothing was merged; everything is as it was. */
interface NotMerged {
  readonly says: string
  readonly next: string
  readonly exitCode: ExitCode
}

interface MergeParts {
  readonly env: Environment
  /** Where the project keeps its view. */
  readonly view: string
  readonly say: (line: string) => void
  readonly signal: AbortSignal
}

type OwnTree = NonNullable<LoopSpec['worktree']>

/**
 * Brings the work of a loop back to the branch it came from: rebased, proven again on what that branch is now, and only then moved
 * on to. Everything happens in a working tree made for it, so that a refusal leaves nothing behind.
 */
export async function mergeLoop(
  state: LoopState,
  own: OwnTree & { readonly onto: string },
  parts: MergeParts,
): Promise<Result<Merged, NotMerged>> {
  const { env, say } = parts
  const { spec } = state
  const tip = await gitIn(own.origin, env)('rev-parse', '-q', '--verify', own.onto)
  if (!tip.ok) return fail(gone(own.onto))
  const early = await obstacle({ origin: own.origin, ref: own.onto, from: tip.value, env })
  if (early !== null) return fail(inTheWay(early, spec.id))
  const work = await workCommit(spec.tree, `${spec.task}\n\nVerified by the loop ${spec.id}.`, env)
  if (!work.ok) return fail(gitTrouble(work.error))
  say(`rebasing the work of ${spec.id} onto ${shortRef(own.onto)}`)
  const rebased = await rebase({ tree: spec.tree, work: work.value, base: own.base, tip: tip.value, env })
  if (!rebased.ok) return fail(notRebased(rebased.error, spec.tree, own.onto))
  const { commit, close } = rebased.value
  const move = { origin: own.origin, ref: own.onto, from: tip.value, to: commit, env }
  const stranger = await untrackedInTheWay(move)
  if (stranger !== null) {
    await close()
    return fail(inTheWay(stranger, spec.id))
  }
  const gate = commit === tip.value ? ok(null) : await proveAgain(state, rebased.value, parts).finally(close)
  if (!gate.ok) return gate
  if (gate.value === null) await close()
  const moved = await fastForward(move)
  if (!moved.ok) return fail(inTheWay(moved.error, spec.id))
  await dropWorktree({ origin: own.origin, path: spec.tree, branch: own.branch, env })
  return ok({ onto: shortRef(own.onto), from: tip.value, to: commit, gate: gate.value })
}

const gone = (ref: string): NotMerged => ({
  says: `There is no branch ${shortRef(ref)} any more.`,
  next: 'Make it again, or merge by hand.',
  exitCode: EXIT.usage,
})

const inTheWay = (what: string, id: string): NotMerged => ({
  says: `Nothing was merged: ${what}.`,
  next: `Mend that, then: agent-loop merge ${id}`,
  exitCode: EXIT.busy,
})

const gitTrouble = (says: string): NotMerged => ({
  says: `Nothing was merged: ${says}`,
  next: 'Everything is as it was.',
  exitCode: EXIT.gateBroken,
})

function notRebased(trouble: RebaseTrouble, tree: string, onto: string): NotMerged {
  if (trouble.kind === 'git') return gitTrouble(trouble.says)
  return {
    says: `The work conflicts with ${shortRef(onto)} in ${trouble.files.join(', ')}.`,
    next: `Everything is as it was. Resolve it in ${tree}: commit, git rebase ${shortRef(onto)}, then merge again.`,
    exitCode: EXIT.stuck,
  }
}

/** A loop of one turn, in which git is the agent: the whole proof, on what the branch is now and with the work on top of it. */
async function proveAgain(state: LoopState, rebased: Rebased, parts: MergeParts): Promise<Result<string, NotMerged>> {
  const { spec } = state
  parts.say('running the gate again on the result')
  const loops = createAgentLoop({
    cwd: join(rebased.path, relative(spec.tree, spec.workspace)),
    env: parts.env,
    stateDirectory: parts.view,
    onWarning: parts.say,
  })
  const end = await loops.run(requestFor(state, rebased), parts.signal)
  if (end.outcome?.kind === 'verified') return ok(end.spec.id)
  const missing = end.missing === null ? '' : `\n${end.missing.split('\n').slice(0, 10).join('\n')}`
  const why = end.outcome ? describeOutcome(end.outcome) : 'the gate did not end'
  return fail({
    says: `The gate says no to the result: ${why}${missing}`,
    next: `Everything is as it was. See agent-loop diff ${end.spec.id}, and the work itself in ${spec.tree}`,
    exitCode: end.outcome ? exitCodeOf(end.outcome) : EXIT.gateBroken,
  })
}

function requestFor(state: LoopState, rebased: Rebased): RunRequest {
  const { spec } = state
  return {
    // The same words, for they say what may change.
    task: spec.task,
    id: loopIdFor(`merge ${spec.task}`, randomBytes(4).toString('hex')),
    ...(spec.check === null ? {} : { check: spec.check }),
    // What the branch says now is no news, unless it must stay green.
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

const gitAsAgent = ({ checkOut, commit }: Rebased): Agent => ({
  name: 'git',
  tells: { tokens: false, usd: false },
  async turn(): Promise<Turn> {
    const done = await checkOut()
    return {
      ...UNKNOWN_USAGE,
      ended: done.ok ? 'claims-done' : 'failed',
      answer: done.ok ? `checked out ${commit}` : done.error,
      exitCode: done.ok ? 0 : 1,
      durationMs: 0,
      error: done.ok ? null : done.error,
    }
  },
})
