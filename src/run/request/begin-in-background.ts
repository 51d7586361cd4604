import { isUsageError } from '../../std/usage-error.ts'
import { layoutOf } from '../../store/layout.ts'
import { whoWorksIn } from '../../store/lease.ts'
import { nodeDisk } from '../../system/disk.ts'
import { treeOf } from '../../system/tree.ts'
import { createAgentLoop } from '../agent-loop.ts'
import type { RunRequest } from '../run-request.ts'
import type { Settings } from '../settings/load.ts'
import { refuseInsideLoop } from '../steer/inside-turn.ts'
import { type HandedOver, handOver, jobFor } from './background.ts'
import { refuseWithoutSlot, withSlot } from './claim-slot.ts'
import type { RequestContext } from './context.ts'
import { loopRequest } from './loop-request.ts'
import { ownWorktree } from './own-worktree.ts'

/** Starts a loop in the background and prints nothing. Everything that needs a person happens before the loop is handed over. */
export async function beginInBackground(
  context: RequestContext,
  asked: string,
  settings: Settings,
): Promise<HandedOver> {
  const { cwd, env } = context
  const { 'state-dir': stateDirectory, 'max-loops': maxLoops, worktree } = settings.values
  const wanted = { stateDirectory, maxLoops, worktree }
  await refuseInsideLoop(env)
  await refuseWithoutSlot(context, wanted)
  const request = await loopRequest(context, asked, settings)
  // In its own worktree, uncommitted changes of this tree keep nothing from being pushed.
  const rehearsed = worktree ? { ...request, after: {} } : request
  const { id, task } = await createAgentLoop({ cwd, env, stateDirectory }).rehearse(rehearsed)
  return await withSlot(context, wanted, { id, task }, () => begin(context, wanted, { ...request, id, task }))
}

interface BackgroundPlace {
  readonly stateDirectory: string | null
  readonly maxLoops: number
  readonly worktree: boolean
}

type Named = RunRequest & { readonly id: string }

/** In this tree, or in its own worktree when another loop works in this one. */
async function begin(context: RequestContext, place: BackgroundPlace, request: Named): Promise<HandedOver> {
  const holder = await holderOfTree(context, place)
  if (place.worktree || holder !== null) return await beginApart(context, place, request, holder)
  const job = jobFor(context, request.id, place)
  try {
    return await handOver(context, request.id, { kind: 'start', job, request })
  } catch (error) {
    // Of several loops that start at once, only one gets the tree.
    if (!isUsageError(error) || error.code !== 'tree-busy') throw error
    return await beginApart(context, place, request, await holderOfTree(context, place))
  }
}

async function beginApart(
  context: RequestContext,
  place: BackgroundPlace,
  asked: Named,
  holder: string | null,
): Promise<HandedOver> {
  const { cwd, stateDirectory, request, tidy } = await ownWorktree(context, place.stateDirectory, asked, {
    busyWith: holder,
  })
  try {
    const job = jobFor({ ...context, cwd }, asked.id, { ...place, stateDirectory })
    return await handOver(context, asked.id, { kind: 'start', job, request })
  } catch (error) {
    await tidy(null)
    throw error
  }
}

async function holderOfTree({ cwd, env }: RequestContext, { stateDirectory }: BackgroundPlace): Promise<string | null> {
  const tree = treeOf(cwd)
  const lease = await whoWorksIn(nodeDisk('private'), layoutOf(env, tree, stateDirectory).leases, tree)
  return lease?.loop ?? null
}
