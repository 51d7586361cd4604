import { isUsageError } from '../../std/usage-error.ts'
import { layoutOf } from '../../store/layout.ts'
import { whoWorksIn } from '../../store/lease.ts'
import { nodeDisk } from '../../system/disk.ts'
import { treeOf } from '../../system/tree.ts'
import { createAgentLoop } from '../agent-loop.ts'
import type { Settings } from '../settings/load.ts'
import type { RunRequest } from '../spec.ts'
import { type HandedOver, handOver, jobFor } from './background.ts'
import type { CommandContext } from './command.ts'
import { loopRequest } from './loop-request.ts'
import { ownWorktree } from './own-worktree.ts'
import { refuseWithoutRoom, withPlace } from './place.ts'

/** Starts a loop in the background and prints nothing. Everything that needs a person happens before the loop is handed over. */
export async function beginInBackground(context: CommandContext, settings: Settings): Promise<HandedOver> {
  const { cwd, env } = context
  const { stateDirectory } = settings
  await refuseWithoutRoom(context, settings)
  const request = await loopRequest(context, settings)
  const { id, task } = await createAgentLoop({ cwd, env, stateDirectory }).rehearse(request)
  return await withPlace(context, settings, { id, task }, () => begin(context, settings, { ...request, id }))
}

type Named = RunRequest & { readonly id: string }

/** In this tree, or, when somebody works in it, in one of its own. */
async function begin(context: CommandContext, settings: Settings, request: Named): Promise<HandedOver> {
  const holder = await holderOfTree(context, settings)
  if (settings.worktree || holder !== null) return await beginApart(context, settings, request, holder)
  const job = jobFor(context, request.id, settings)
  try {
    return await handOver(context, request.id, { kind: 'start', job, request })
  } catch (error) {
    // Of several that begin at once only one gets the tree.
    if (!isUsageError(error) || error.code !== 'tree-busy') throw error
    return await beginApart(context, settings, request, await holderOfTree(context, settings))
  }
}

async function beginApart(
  context: CommandContext,
  settings: Settings,
  asked: Named,
  holder: string | null,
): Promise<HandedOver> {
  const { cwd, stateDirectory, request, tidy } = await ownWorktree(context, settings.stateDirectory, asked, holder)
  try {
    const job = jobFor({ ...context, cwd }, asked.id, { ...settings, stateDirectory })
    return await handOver(context, asked.id, { kind: 'start', job, request })
  } catch (error) {
    await tidy(null)
    throw error
  }
}

async function holderOfTree({ cwd, env }: CommandContext, { stateDirectory }: Settings): Promise<string | null> {
  const tree = treeOf(cwd)
  const lease = await whoWorksIn(nodeDisk('private'), layoutOf(env, tree, stateDirectory).leases, tree)
  return lease?.loop ?? null
}
