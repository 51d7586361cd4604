import type { LoopState } from '../../loop/state.ts'
import type { Closer } from '../../run/daemon/run-daemon.ts'
import { openLoops } from '../../run/open-loops.ts'
import { UsageError } from '../../std/usage-error.ts'
import { type Adoption, listAdoptions } from '../../store/adoptions.ts'
import { sessionsIn } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import type { Environment } from '../../system/shell.ts'
import { stateHome } from '../../system/state-home.ts'
import {
  isPast,
  leavePending,
  type PendingTurn,
  type Said,
  type StopContext,
  sceneOf,
  stateIn,
  stillVerifying,
  told,
  turnEndedIn,
  within,
} from './scene.ts'

interface AtWork {
  readonly scene: StopContext
  readonly pending: PendingTurn
  readonly closed: Promise<LoopState>
}

/**
 * Closes the turns of sessions in a process that stays. What takes longer than a session waits goes on here, and its next stop finds
 * it; a stop that is told twice is one.
 */
export function daemonCloser(env: Environment, log: (line: string) => void): Closer {
  const crew = new Map<string, Promise<AtWork>>()
  const open = openLoops()
  /** Turns whose sessions were told to come again. */
  const waited = new Set<string>()
  const begin = async (loop: string, said: Said): Promise<AtWork> => {
    const warn = (message: string): void => log(`${loop}: ${message}`)
    const scene = sceneOf(env, await adoptionOf(env, loop), { warn, openLoops: open })
    const known = await open.stateOf(loop)
    if (await scene.atWork())
      throw new UsageError('tree-busy', `Another process closes a turn of ${loop}.`, 'Wait for it.')
    const state = known ?? stateIn(scene, await scene.events())
    const pending = await turnEndedIn(scene, state, said)
    const closed = isPast(state, pending.iteration)
      ? Promise.resolve(state)
      : scene.loops.closeAdopted(scene.adoption, { agent: scene.adoption.name, ...pending })
    // Who waits for it is told; that nobody may be waiting is no fault.
    closed.catch((error: unknown) => log(`${loop}: ${String(error)}`)).finally(() => crew.delete(loop))
    return { scene, pending, closed }
  }
  return {
    count: () => crew.size,
    async close({ loop, answer, ended, patienceMs }) {
      const begun = crew.get(loop) ?? begin(loop, { answer, ended })
      crew.set(loop, begun)
      const { scene, pending, closed } = await begun.catch((error: unknown) => {
        crew.delete(loop)
        throw error
      })
      const first = await within(closed, patienceMs)
      if (first !== null) {
        const adoption = waited.delete(loop) ? { ...scene.adoption, pending } : scene.adoption
        return await told({ ...scene, adoption }, first)
      }
      waited.add(loop)
      await leavePending(scene, pending)
      return stillVerifying(scene)
    },
  }
}

async function adoptionOf(env: Environment, loop: string): Promise<Adoption> {
  const all = await listAdoptions(nodeDisk('private'), sessionsIn(stateHome(env)))
  const found = all.find(adoption => adoption.loop === loop)
  if (found) return found
  throw new UsageError('no-such-loop', `No session takes the turns of ${loop}.`, 'See agent-loop list')
}
