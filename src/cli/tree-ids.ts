import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, ok, type Result } from '../std/result.ts'
import { activityLogIn } from '../store/layout.ts'
import { userGit } from '../system/git.ts'
import type { Environment } from '../system/shell.ts'
import { openSnapshots } from '../workspace/snapshots/snapshots.ts'

/** The ids that git gives to the files of a tree. */
interface TreeIds {
  /** Of the present files, without ignored ones. */
  readonly working: string
  /** Of HEAD; null without a commit. */
  readonly head: string | null
}

/** Reads the whole tree once and stores nothing. */
export async function treeIds(tree: string, ours: string, env: Environment): Promise<Result<TreeIds, string>> {
  const scratch = await mkdtemp(join(tmpdir(), 'agent-loop-receipt-'))
  try {
    const opened = await openSnapshots({
      repository: join(scratch, 'tree.git'),
      tree,
      exclude: [ours, activityLogIn(tree)],
      env,
    })
    const taken = opened.ok ? await opened.value.take('present') : opened
    if (!taken.ok) return fail(taken.error)
    const head = await userGit(tree, env, ['rev-parse', '-q', '--verify', 'HEAD^{tree}'])
    return ok({ working: taken.value.tree, head: head.ok ? head.value.toString().trim() : null })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
