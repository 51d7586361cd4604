import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Agent, type Turn, UNKNOWN_USAGE } from '../agents/agent.ts'
import { loopIdFor } from '../loop/loop-id.ts'
import { describeOutcome, exitCodeOf } from '../loop/outcome.ts'
import type { LoopSpec, LoopState } from '../loop/state.ts'
import { waiversOf } from '../loop/waivers.ts'
import { nameOf } from '../proof/waiver.ts'
import { createAgentLoop } from '../run/agent-loop.ts'
import type { RunRequest } from '../run/run-request.ts'
import { EXIT, type ExitCode } from '../std/exit-codes.ts'
import { fail, ok, type Result } from '../std/result.ts'
import { gitIn } from '../system/git.ts'
import { foreignRepository, newPrograms } from '../system/git-programs.ts'
import type { Environment } from '../system/shell.ts'
import { dropWorktree } from '../workspace/worktrees/drop-worktree.ts'
import { fastForward, inTheWayOf, obstacle, shortRef } from '../workspace/worktrees/fast-forward.ts'
import { isWorktreeOf } from '../workspace/worktrees/is-worktree-of.ts'
import { type Rebased, type RebaseTrouble, rebase } from '../workspace/worktrees/rebase.ts'
import { workCommit } from '../workspace/worktrees/work-commit.ts'

export interface Merged {
  readonly onto: string
  readonly from: string
  readonly to: string
  /** The loop that verified the result again; null when the branch already contained the work. */
  readonly gate: string | null
}

/** Why nothing was merged. Nothing was changed. */
interface NotMerged {
  readonly says: string
  readonly next: string
  readonly exitCode: ExitCode
}

interface MergeParts {
  readonly env: Environment
  /** The project's state view. */
  readonly view: string
  readonly say: (line: string) => void
  readonly signal: AbortSignal
}

type OwnTree = NonNullable<LoopSpec['worktree']>

/**
 * Merges the work of a loop into the branch that it came from: rebases it, verifies it again on the present branch, and only then
 * moves the branch. Everything happens in a temporary worktree, so that a refusal leaves nothing behind.
 */
export async function mergeLoop(
  state: LoopState,
  own: OwnTree & { readonly onto: string },
  parts: MergeParts,
): Promise<Result<Merged, NotMerged>> {
  const { env, say } = parts
  const { spec } = state
  const foreign = await foreignRepository(own.origin, env)
  if (foreign !== null) return fail(gitTrouble(foreign))
  if (existsSync(spec.tree) && !isWorktreeOf(own.origin, spec.tree)) return fail(otherRepository(own.origin, spec.tree))
  const changed = await changedPrograms(own, spec.tree, env)
  if (changed.length > 0) return fail(otherPrograms(changed, spec.tree, own.branch))
  const tip = await gitIn(own.origin, env)('rev-parse', '-q', '--verify', own.onto)
  if (!tip.ok) return fail(gone(own.onto))
  const early = await obstacle({ origin: own.origin, ref: own.onto, from: tip.value, env })
  if (early !== null) return fail(inTheWay(early, spec.id))
  const work = await workCommit(spec.tree, `${spec.task}\n\nVerified by the loop ${spec.id}.`, env)
  if (!work.ok) return fail(gitTrouble(work.error))
  say(`rebasing the work of ${spec.id} onto ${shortRef(own.onto)}`)
  const rebased = await rebase({
    tree: spec.tree,
    work: work.value,
    base: own.base,
    tip: tip.value,
    programs: own.programs,
    env,
  })
  if (!rebased.ok) return fail(notRebased(rebased.error, spec.tree, own))
  const { commit, close } = rebased.value
  const move = { origin: own.origin, ref: own.onto, from: tip.value, to: commit, env }
  const files = await inTheWayOf(move)
  if (files !== null) {
    await close()
    return fail(inTheWay(files, spec.id))
  }
  const gate = commit === tip.value ? ok(null) : await verifyAgain(state, rebased.value, parts).finally(close)
  if (!gate.ok) return gate
  if (gate.value === null) await close()
  const moved = await fastForward(move)
  if (!moved.ok) return fail(inTheWay(moved.error, spec.id))
  await dropWorktree({ origin: own.origin, path: spec.tree, branch: own.branch, env })
  return ok({ onto: shortRef(own.onto), from: tip.value, to: commit, gate: gate.value })
}

/** Programs that git would start here and that were not configured when the loop began: its agent may have added them. */
async function changedPrograms({ origin, programs }: OwnTree, tree: string, env: Environment): Promise<string[]> {
  if (programs === undefined) return []
  return [...new Set([...(await newPrograms(origin, programs, env)), ...(await newPrograms(tree, programs, env))])]
}

const otherRepository = (origin: string, tree: string): NotMerged => ({
  says: `Nothing was merged: ${tree} is no longer a worktree of ${origin}, because its .git file was changed.`,
  next: `Look at ${join(tree, '.git')} before you run git there. The files of the work are in ${tree}.`,
  exitCode: EXIT.tampered,
})

const otherPrograms = (names: readonly string[], tree: string, branch: string): NotMerged => ({
  says: `Nothing was merged: git would run a program that was not configured when the loop began (${names.join(', ')}).`,
  next: `Look at it: git -C ${tree} config --show-origin --list. Remove it and merge again, or commit the work in ${tree} and merge ${branch} with git.`,
  exitCode: EXIT.tampered,
})

const gone = (ref: string): NotMerged => ({
  says: `The branch ${shortRef(ref)} no longer exists.`,
  next: 'Create it again, or merge by hand.',
  exitCode: EXIT.usage,
})

const inTheWay = (what: string, id: string): NotMerged => ({
  says: `Nothing was merged: ${what}.`,
  next: `Then merge again: agent-loop merge ${id}`,
  exitCode: EXIT.busy,
})

const gitTrouble = (says: string): NotMerged => ({
  says: `Nothing was merged: ${says}`,
  next: 'Nothing was changed.',
  exitCode: EXIT.gateBroken,
})

function notRebased(
  trouble: RebaseTrouble,
  tree: string,
  { onto, branch }: OwnTree & { readonly onto: string },
): NotMerged {
  if (trouble.kind === 'git') return gitTrouble(trouble.says)
  if (trouble.kind === 'programs') return otherPrograms(trouble.names, tree, branch)
  return {
    says: `The work conflicts with ${shortRef(onto)} in ${trouble.files.join(', ')}.`,
    next: `Nothing was changed. Resolve the conflict in ${tree}: commit, git rebase ${shortRef(onto)}, then merge again.`,
    exitCode: EXIT.stuck,
  }
}

/** A loop of one turn with git as its agent: the whole proof, with the work on top of the present branch. */
async function verifyAgain(state: LoopState, rebased: Rebased, parts: MergeParts): Promise<Result<string, NotMerged>> {
  const { spec } = state
  parts.say('verifying the result again')
  const loops = createAgentLoop({
    cwd: join(rebased.path, relative(spec.tree, spec.workspace)),
    env: parts.env,
    stateDirectory: parts.view,
    onWarning: parts.say,
  })
  const end = await loops.run(requestFor(state, rebased), parts.signal)
  if (end.outcome?.kind === 'verified') return ok(end.spec.id)
  const missing = end.missing === null ? '' : `\n${end.missing.split('\n').slice(0, 10).join('\n')}`
  const why = end.outcome ? describeOutcome(end.outcome) : 'the check did not finish'
  return fail({
    says: `The result was not verified: ${why}${missing}`,
    next: `Nothing was changed. See agent-loop diff ${end.spec.id}. The work is in ${spec.tree}`,
    exitCode: end.outcome ? exitCodeOf(end.outcome) : EXIT.gateBroken,
  })
}

function requestFor(state: LoopState, rebased: Rebased): RunRequest {
  const { spec } = state
  return {
    // The same task text, because it says what may change.
    task: spec.task,
    id: loopIdFor(`merge ${spec.task}`, randomBytes(4).toString('hex')),
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
