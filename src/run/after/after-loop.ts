import { readFile } from 'node:fs/promises'
import { whyNoActions } from '../../loop/approval.ts'
import type { LoopSpec, LoopState } from '../../loop/state.ts'
import { fail, type Result } from '../../std/result.ts'
import { loopPaths } from '../../store/layout.ts'
import { sha256 } from '../../system/blobs.ts'
import { gitIn } from '../../system/git.ts'
import { shortRef } from '../../workspace/worktrees/fast-forward.ts'
import { cleanText } from '../clean-output.ts'
import type { AfterParts } from './after-parts.ts'
import { commitMessage } from './commit-message.ts'
import { type Committed, changedRepository, commitWork, newSettings } from './commit-work.ts'
import { pushPlace } from './prepare-after.ts'

type After = NonNullable<LoopSpec['after']>

/** Commits the work of a turn that has not verified it. A failure is reported and does not change the loop. */
export async function afterTurn(state: LoopState, parts: AfterParts): Promise<void> {
  const { after } = state.spec
  if (after?.commit !== 'turn' || state.phase === 'waiting' || state.outcome?.kind === 'verified') return
  const { say } = parts
  const done = await committed(after, state, parts)
  if (!done.ok) say(`turn ${state.iteration} is not committed: ${done.error}`)
}

/** Commits, pushes, and opens a pull request, as far as the loop was asked to, once the work is verified. */
export async function afterLoop(state: LoopState, parts: AfterParts): Promise<void> {
  const { after } = state.spec
  if (after === null || state.outcome?.kind !== 'verified') return
  const { say } = parts
  const isChecked = await isCheckedTree(state, parts)
  const done = isChecked ? await committed(after, state, parts) : fail('the files changed after the check')
  if (!done.ok) return say(`the work is not committed${after.push ? ' and not pushed' : ''}: ${done.error}`)
  const { head, isNew, leftOut } = done.value
  const branch = after.ref === null ? 'no branch' : shortRef(after.ref)
  say(isNew ? `committed ${head.slice(0, 12)} on ${branch}` : 'there was nothing to commit')
  if (leftOut.length > 0)
    say(`not committed, because they had uncommitted changes before the loop: ${leftOut.join(', ')}`)
  if (after.push === null) return
  const skipped = whyNotPushed(state, after, done.value)
  if (skipped !== null) return say(`not pushed: ${skipped}`)
  const trouble = await push(after, head, state.spec, parts)
  if (trouble !== null) return say(`not pushed: ${trouble}`)
  say(`pushed ${head.slice(0, 12)} to ${after.push.remote} ${shortRef(after.push.to)}`)
  if (after.pr === null) return
  const { openPullRequest } = await import('./pull-request.ts')
  await openPullRequest(state, after, parts)
}

/** Whether the files still are those that were verified: a process may have survived, or a person may have edited them. */
async function isCheckedTree({ checks, outcome }: LoopState, { keeper }: AfterParts): Promise<boolean> {
  const checked = checks.at(-1)?.tree ?? null
  // Before the first turn, only the check has written into the tree, and that is never committed.
  const isStart = outcome?.kind === 'verified' && outcome.because === 'already_green'
  return isStart || (checked !== null && (await keeper.now()) === checked)
}

const AFTER_WAIVER = 'a finding was waived, and it is unknown whether a person or the agent did that'

function whyNotPushed(state: LoopState, { head: start }: After, { head, leftOut }: Committed): string | null {
  if (whyNoActions(state) !== null) return AFTER_WAIVER
  if (leftOut.length > 0) return 'the commit does not contain the whole work'
  return head === start ? 'there is no new commit' : null
}

async function committed(after: After, state: LoopState, parts: AfterParts): Promise<Result<Committed, string>> {
  const { spec } = state
  const { env, layout, keeper } = parts
  const changes = await keeper.changed()
  if (changes === null) return fail('agent-loop cannot tell what changed since the start')
  const bytes = await readFile(loopPaths(layout, spec.id).receipt).catch(() => null)
  const receipt = bytes && sha256(bytes)
  return await commitWork(after, {
    tree: spec.tree,
    env,
    changed: changes.map(({ path }) => path),
    written: state.written,
    message: leftOut => cleanText(commitMessage(state, { receipt, leftOut }), env),
  })
}

/** Exactly this commit, never with force, and without hooks. Resolves to why it failed. */
async function push(after: After, head: string, spec: LoopSpec, { env }: AfterParts): Promise<string | null> {
  const { push: target } = after
  if (target === null) return 'no remote is named'
  const place = pushPlace(spec)
  const changed = (await changedRepository(after, spec.tree, env)) ?? (await newSettings(after, place, env))
  if (changed !== null) return changed
  const ssh = Object.fromEntries(Object.entries(env).filter(([name]) => /^GIT_(?:SSH|ASKPASS)/.test(name)))
  const git = gitIn(place, env, ssh)
  const url = await git('remote', 'get-url', '--push', '--all', target.remote)
  if (!url.ok || url.value !== target.url) return `the address of ${target.remote} was changed`
  if (!(await git('merge-base', '--is-ancestor', after.head, head)).ok)
    return 'the commits from before the loop were replaced'
  const quiet = ['--no-verify', '--no-follow-tags', '--no-signed', '--recurse-submodules=no']
  const pushed = await git('push', '-q', ...quiet, '--', target.remote, `${head}:${target.to}`)
  return pushed.ok ? null : cleanText(pushed.error, env)
}
