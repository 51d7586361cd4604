import { createAgentLoop } from '../../../agent-loop.ts'
import type { RunRequest } from '../../../drive/spec.ts'
import { nodeDisk } from '../../../host/disk.ts'
import { treeOf } from '../../../host/tree.ts'
import { loadSettings, type Settings } from '../../../settings/load.ts'
import { isUsageError } from '../../../std/usage-error.ts'
import { layoutOf } from '../../../store/layout.ts'
import { whoWorksIn } from '../../../store/lease.ts'
import { type HandedOver, handOver, jobFor, showHandedOver } from '../background.ts'
import type { Command, CommandContext } from '../command.ts'
import { showDryRun } from '../dry-run.ts'
import { givenSettings, LOOP_FLAGS } from '../loop-flags.ts'
import { loopRequest } from '../loop-request.ts'
import { ownWorktree } from '../own-worktree.ts'
import { refuseWithoutRoom, withPlace } from '../place.ts'

export const start: Command = {
  summary:
    'Runs an agent in a loop in the background, until the criterion holds. It survives this terminal, and crashes; all is asked and refused here first.',
  usage: 'agent-loop start "<task>" [-c "<criterion>"] --agent-cmd "<command>"',
  flags: LOOP_FLAGS,
  run: startInBackground,
}

/** Everything that needs a person happens before the loop is handed over. */
export async function startInBackground(context: CommandContext): Promise<number> {
  const settings = await loadSettings(givenSettings(context.flags), context.env, treeOf(context.cwd))
  const { stateDirectory } = settings
  if (context.flags.has('dry-run'))
    await showDryRun(context, await loopRequest(context, settings), { stateDirectory, where: 'in the background' })
  else showHandedOver(context, await beginInBackground(context, settings))
  return 0
}

/** The same without a word, for who tells it in another way. */
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
