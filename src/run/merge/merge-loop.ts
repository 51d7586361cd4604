import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describeOutcome, exitCodeOf } from '../../loop/outcome.ts'
import type { LoopSpec, LoopState } from '../../loop/state.ts'
import { EXIT, type ExitCode } from '../../std/exit-codes.ts'
import { fail, ok, type Result } from '../../std/result.ts'
import { gitIn } from '../../system/git.ts'
import { foreignRepository, newPrograms } from '../../system/git-programs.ts'
import type { Environment } from '../../system/shell.ts'
import { changedSettings, checkoutSettings } from '../../workspace/worktrees/checkout-settings.ts'
import { dropWorktree } from '../../workspace/worktrees/drop-worktree.ts'
import { fastForward, inTheWayOf, obstacle, shortRef } from '../../workspace/worktrees/fast-forward.ts'
import { isWorktreeOf } from '../../workspace/worktrees/is-worktree-of.ts'
import { type Rebased, type RebaseTrouble, rebase } from '../../workspace/worktrees/rebase.ts'
import { workCommit } from '../../workspace/worktrees/work-commit.ts'
import { verifyRebased } from './verify-rebased.ts'

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
  const unsafe = await unsafeRepository(own, spec.tree, env)
  if (unsafe !== null) return fail(unsafe)
  const tip = await gitIn(own.origin, env)('rev-parse', '-q', '--verify', own.onto)
  if (!tip.ok) return fail(gone(own.onto))
  const early = await obstacle({ origin: own.origin, ref: own.onto, from: tip.value, env })
  if (early !== null) return fail(inTheWay(early, spec.id))
  const work = await workCommit(spec.tree, `${spec.task}\n\nVerified by the loop ${spec.id}.`, env)
  if (!work.ok) return fail(gitTrouble(work.error))
  say(`rebasing the work of ${spec.id} onto ${shortRef(own.onto)}`)
  const rebased = await rebase({
    tree: spec.tree,
    origin: own.origin,
    work: work.value,
    base: own.base,
    tip: tip.value,
    programs: own.programs,
    checkout: own.checkout,
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

/** Why git may not work in these trees: they belong to another repository, or git would start a program that is new. */
export async function unsafeRepository(own: OwnTree, tree: string, env: Environment): Promise<NotMerged | null> {
  const foreign = await foreignRepository(own.origin, env)
  if (foreign !== null) return gitTrouble(foreign)
  if (existsSync(tree) && !isWorktreeOf(own.origin, tree)) return otherRepository(own.origin, tree)
  const changed = await changedPrograms(own, tree, env)
  if (changed.length > 0) return otherPrograms(changed, tree, own.branch)
  const { origin, checkout } = own
  const settings = checkout === undefined ? [] : changedSettings(checkout, await checkoutSettings(origin, env))
  return settings.length > 0 ? otherSettings(settings, tree, own.branch) : null
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

const otherSettings = (names: readonly string[], tree: string, branch: string): NotMerged => ({
  says: `Nothing was merged: git would check out other files than when the loop began (changed: ${names.join(', ')}).`,
  next: `Look at it: git -C ${tree} config --show-origin --list, and the folder .git/info. Undo the change and merge again, or commit the work in ${tree} and merge ${branch} with git.`,
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
  if (trouble.kind === 'checkout') return otherSettings(trouble.names, tree, branch)
  return {
    says: `The work conflicts with ${shortRef(onto)} in ${trouble.files.join(', ')}.`,
    next: `Nothing was changed. Resolve the conflict in ${tree}: commit, git rebase ${shortRef(onto)}, then merge again.`,
    exitCode: EXIT.stuck,
  }
}

async function verifyAgain(state: LoopState, rebased: Rebased, parts: MergeParts): Promise<Result<string, NotMerged>> {
  parts.say('verifying the result again')
  const end = await verifyRebased(state, rebased, parts)
  if (end.outcome?.kind === 'verified') return ok(end.spec.id)
  const missing = end.missing === null ? '' : `\n${end.missing.split('\n').slice(0, 10).join('\n')}`
  const why = end.outcome ? describeOutcome(end.outcome) : 'the check did not finish'
  return fail({
    says: `The result was not verified: ${why}${missing}`,
    next: `Nothing was changed. See agent-loop diff ${end.spec.id}. The work is in ${state.spec.tree}`,
    exitCode: end.outcome ? exitCodeOf(end.outcome) : EXIT.gateBroken,
  })
}
