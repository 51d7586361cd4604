import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { LoopState } from '../../loop/state.ts'
import type { UsageError } from '../../std/usage-error.ts'
import { layoutOf, loopPaths } from '../../store/layout.ts'
import { storeProblem } from '../../store/problems.ts'
import { refuseForeignView } from '../../store/view/view-disk.ts'
import { nodeDisk } from '../../system/disk.ts'
import { treeOf } from '../../system/tree.ts'
import { plain } from '../../tools/reading/plain.ts'
import { dropWorktree } from '../../workspace/worktrees/drop-worktree.ts'
import { shortRef } from '../../workspace/worktrees/fast-forward.ts'
import { openWorktree, type Worktree } from '../../workspace/worktrees/open-worktree.ts'
import type { RunRequest } from '../run-request.ts'
import { specFor } from '../spec.ts'
import { refuseInsideTurn } from '../steer/inside-turn.ts'
import type { RequestContext } from './context.ts'
import { requestProblem } from './problems.ts'

/** Where a loop works, and its request. */
export interface Workplace {
  readonly cwd: string
  readonly stateDirectory: string | null
  readonly request: RunRequest
  /** Removes the worktree of a loop that never began (null), or that had nothing to do. */
  tidy(state: LoopState | null): Promise<void>
}

/**
 * Creates a worktree for a loop. The loop stays part of the person's project, with its registry, state view, and store. Prints what
 * was created and copied. Throws a `UsageError` when no worktree is possible. `busyWith`: the loop that works in the person's tree.
 * `from`: the branch, the commit, and the ignored files to start with.
 */
export async function ownWorktree(
  { cwd, env, err }: Pick<RequestContext, 'cwd' | 'env' | 'err'>,
  stateDirectory: string | null,
  asked: RunRequest,
  {
    busyWith = null,
    ...from
  }: { readonly busyWith?: string | null } & Pick<Parameters<typeof openWorktree>[0], 'onto' | 'at' | 'ignored'> = {},
): Promise<Workplace> {
  const tree = treeOf(cwd)
  const layout = layoutOf(env, tree, stateDirectory)
  refuseInsideTurn(env)
  await refuseForeignView(layout, nodeDisk('private'))
  const { workspace, id } = specFor(asked, tree, cwd, env)
  const request = { ...asked, id }
  const { journal } = loopPaths(layout, id)
  if (existsSync(journal)) throw storeProblem('loop-exists', { id, elsewhere: false })
  const opened = await openWorktree({ tree, loop: id, folder: layout.worktrees, ours: layout.view, env, ...from })
  if (!opened.ok) throw refused(opened.error, busyWith)
  if (busyWith !== null) err(`agent-loop: the loop ${busyWith} works in ${tree}, so this loop gets its own worktree`)
  for (const line of worktreeLines(opened.value, tree)) err(line)
  const { path, branch, base, programs, checkout } = opened.value
  return {
    cwd: join(path, relative(tree, workspace)),
    stateDirectory: layout.view,
    request: { ...request, worktree: { origin: tree, branch, onto: opened.value.onto, base, programs, checkout } },
    async tidy(state) {
      const idle = state?.outcome?.kind === 'verified' && state.outcome.because === 'already_green'
      if (!idle && existsSync(journal)) return
      await dropWorktree({ origin: tree, path, branch, env })
      if (idle) err(`agent-loop: removed the worktree ${path}; there was nothing to do`)
    },
  }
}

function refused(why: string, busyWith: string | null): UsageError {
  const because = plain(why)
  return busyWith === null
    ? requestProblem('no-worktree', { because })
    : requestProblem('no-second-worktree', { because, busyWith })
}

const NAMED = 4

function worktreeLines({ path, branch, onto, base, copied, ...rest }: Worktree, tree: string): readonly string[] {
  const commit = base.slice(0, 12)
  const from = onto === null ? commit : `${shortRef(onto)} at ${commit}`
  const named = (paths: readonly string[]): string =>
    [...paths.slice(0, NAMED), ...(paths.length > NAMED ? [`and ${paths.length - NAMED} more`] : [])]
      .map(plain)
      .join(', ')
  const lines = [
    `this loop works in ${path}, on the branch ${branch}, created from ${from}`,
    ...(copied.length > 0 ? [`copied ignored files: ${named(copied)}`] : []),
    ...(rest.tooLarge.length > 0 ? [`not copied, because too large: ${named(rest.tooLarge)}`] : []),
    ...(rest.inTheWay.length > 0
      ? [`not copied, because the commit has a link or a file in their place: ${named(rest.inTheWay)}`]
      : []),
    ...(rest.notIsolated.length > 0 ? [`still tied to ${tree}: ${named(rest.notIsolated)}`] : []),
    ...(rest.dirty ? [`uncommitted changes in ${tree} are not included`] : []),
  ]
  return lines.map(line => `agent-loop: ${line}`)
}
