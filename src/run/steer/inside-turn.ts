import { join } from 'node:path'
import { leasesIn } from '../../store/layout.ts'
import { readLease } from '../../store/lease.ts'
import { ancestorsOf, descendsFrom } from '../../system/ancestry.ts'
import { nodeDisk } from '../../system/disk.ts'
import { isSameProcess } from '../../system/process-table.ts'
import type { Environment } from '../../system/shell.ts'
import { stateHome } from '../../system/state-home.ts'
import { runProblem } from '../problems.ts'

/** Only people start loops. Only the mark of a turn counts: a criterion may well be a test suite that starts loops. */
export function refuseInsideTurn(env: Environment): void {
  const outer = env['AGENT_LOOP_ID']
  if (outer) throw runProblem('loop-inside-turn', { loop: outer })
}

/** The same for the daemon, which would work outside the turn's limits: also without that variable, for loops of the same state home. */
export async function refuseInsideLoop(env: Environment): Promise<void> {
  const outer = await loopAround(env, { session: false })
  if (outer) throw runProblem('loop-inside-turn', { loop: outer })
}

/** The agent cannot control its own loop, even if it clears its environment: its ancestors or its control group carry the loop's mark. */
export function refuseFromInside(env: Environment, loop: string, nonce: string): void {
  const outer = env['AGENT_LOOP_ID'] || (descendsFrom(process.pid, [nonce]) ? loop : null)
  if (outer) throw runProblem('control-inside-turn', { loop: outer })
}

/**
 * The loop whose turn or check this process is part of; null when it is part of none. With `session`, a process of the assistant that
 * takes a loop's turns counts as well.
 */
export async function loopAround(env: Environment, { session }: { readonly session: boolean }): Promise<string | null> {
  if (env['AGENT_LOOP_ID']) return env['AGENT_LOOP_ID']
  const [disk, folder] = [nodeDisk('private'), leasesIn(stateHome(env))]
  for (const name of (await disk.list(folder)).filter(name => name.endsWith('.json'))) {
    const lease = await readLease(disk, join(folder, name))
    if (lease === null) continue
    const { host } = lease
    const hosted = session && host !== undefined && ancestorsOf(process.pid).some(each => isSameProcess(each, host))
    if (hosted || descendsFrom(process.pid, [lease.nonce])) return lease.loop
  }
  return null
}
