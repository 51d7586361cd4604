import { once } from 'node:events'
import type { Limits } from '../loop/state.ts'
import { createAgentLoop } from '../run/agent-loop.ts'
import { loopParts } from '../run/loop-parts.ts'
import { moveLoop } from '../run/move/move-loop.ts'
import type { RunRequest } from '../run/run-request.ts'
import { killFamily } from '../system/end-processes.ts'
import type { Environment } from '../system/shell.ts'
import { prepareClone } from './prepare-clone.ts'

/** What the process of a loop gets from its worker. */
export interface ChildTask {
  readonly id: string
  readonly cwd: string
  readonly request: RunRequest
  readonly setup: string | null
  /** Its journal and snapshots are in the store already. */
  readonly begun: boolean
  readonly limits: Partial<Limits> | null
}

/** `saved`: the journal has more lines, and the loop waits until they are in the database. */
export type ChildMessage = { readonly kind: 'saved' } | { readonly kind: 'failed'; readonly error: string }

/** Runs one loop with the ordinary code, in a clone, for the worker that started this process. */
export async function runChild(env: Environment, signal: AbortSignal): Promise<number> {
  const [task] = (await once(process, 'message')) as [ChildTask]
  // Without its worker nothing of the loop would be saved.
  process.once('disconnect', () => {
    killFamily({ leader: null, nonce: env['AGENT_LOOP_FLEET_MARK'] ?? task.id, since: null })
    process.exit(1)
  })
  try {
    await run(task, env, signal)
  } catch (error) {
    const message: ChildMessage = { kind: 'failed', error: error instanceof Error ? error.message : String(error) }
    await new Promise<void>(resolve => process.send?.(message, undefined, undefined, () => resolve()))
  }
  process.removeAllListeners('disconnect')
  process.disconnect()
  return 0
}

async function run(task: ChildTask, env: Environment, signal: AbortSignal): Promise<void> {
  const { id, cwd, request, limits } = task
  const replicate = async (): Promise<void> => {
    const answer = once(process, 'message')
    process.send?.({ kind: 'saved' } satisfies ChildMessage)
    await answer
  }
  const options = { cwd, env, background: true, replicate }
  const loops = createAgentLoop(options)
  const prepare = (): Promise<void> => prepareClone({ cwd, setup: task.setup, env })
  if (!task.begun) {
    await prepare()
    await loops.run({ ...request, id }, signal)
    return
  }
  await moveLoop(loopParts(options), id, { prepare })
  await loops.resume(id, { limits: limits ?? {}, heeding: true }, signal)
}
