import { join } from 'node:path'
import { HOST_FACTS, isHost } from '../../agents/hosts.ts'
import type { LoopSpec } from '../../loop/state.ts'
import { listAdoptions } from '../../store/adoptions.ts'
import { type Layout, leasesIn } from '../../store/layout.ts'
import { isWorking, type Lease, readLease } from '../../store/lease.ts'
import { ancestorsOf, descendsFrom } from '../../system/ancestry.ts'
import { nodeDisk } from '../../system/disk.ts'
import { isHidden, isSameProcess } from '../../system/process-table.ts'
import type { Environment } from '../../system/shell.ts'
import { stateHome } from '../../system/state-home.ts'
import type { PeerProcesses } from '../../system/tcp-peer.ts'
import { runProblem } from '../problems.ts'

/** Only people start loops. Only the mark of a turn counts: a criterion may well be a test suite that starts loops. */
export function refuseInsideTurn(env: Environment): void {
  const outer = env['AGENT_LOOP_ID']
  if (outer) throw runProblem('loop-inside-turn', { loop: outer })
}

/**
 * The same also without that variable, for loops of the same state home: for the daemon, which would work outside the turn's limits,
 * and for trust, which outlives the turn.
 */
export async function refuseInsideLoop(env: Environment): Promise<void> {
  const outer = await loopAround(env, { session: false })
  if (outer) throw runProblem('loop-inside-turn', { loop: outer })
}

/**
 * An agent cannot control a loop, neither its own nor another, even if it clears its environment: its ancestors or its control group
 * carry its loop's mark. `nonce` is the mark of the controlled loop, which may have no lease any more.
 */
export async function refuseFromInside(env: Environment, id: string, nonce: string | undefined): Promise<void> {
  const isOwn = nonce !== undefined && descendsFrom(process.pid, [nonce])
  refuseControl(isOwn ? id : await loopAround(env, { session: false }))
}

/** The same for decisions about the work itself, which an assistant may not take about its turns either. */
export async function refuseInSession(
  env: Environment,
  layout: Pick<Layout, 'sessions'>,
  spec: LoopSpec,
): Promise<void> {
  await refuseFromInside(env, spec.id, spec.nonce)
  refuseControl((await isInsideHostOf(layout, spec)) ? spec.id : await loopAround(env, { session: true }))
}

function refuseControl(loop: string | null): void {
  if (loop !== null) throw runProblem('control-inside-turn', { loop })
}

/** Whether we run inside the assistant that takes, or took, the turns of this loop. */
export async function isInsideHostOf(
  { sessions }: Pick<Layout, 'sessions'>,
  { id, agent }: Pick<LoopSpec, 'id' | 'agent'>,
): Promise<boolean> {
  if (agent.kind !== 'host') return false
  // After the loop's end, the adoption may be gone while the session lives.
  const facts = isHost(agent.name) ? HOST_FACTS[agent.name] : null
  const marks = facts ? [...facts.session, ...facts.marks].map(variable => `${variable}=`) : []
  if (descendsFrom(process.pid, marks)) return true
  const hosts = (await listAdoptions(nodeDisk('private'), sessions)).filter(({ loop }) => loop === id)
  return hosts.length > 0 && ancestorsOf(process.pid).some(each => hosts.some(({ host }) => isSameProcess(each, host)))
}

/**
 * The loop whose turn or check this process is part of; null when it is part of none. With `session`, a process of the assistant that
 * takes a loop's turns counts as well.
 */
export async function loopAround(env: Environment, { session }: { readonly session: boolean }): Promise<string | null> {
  if (env['AGENT_LOOP_ID']) return env['AGENT_LOOP_ID']
  for (const lease of await leasesOf(env)) {
    const { loop, nonce, host, owner } = lease
    // From another namespace nobody can tell whether this process belongs to that turn.
    if (isHidden(owner) && isWorking(lease)) return loop
    const hosted = session && host !== undefined && ancestorsOf(process.pid).some(each => isSameProcess(each, host))
    if (hosted || descendsFrom(process.pid, [nonce])) return loop
  }
  return null
}

/**
 * Refuses a request that came over a connection from a process inside a turn or a check: what we start for it would run outside the
 * limits of that turn. Where the process cannot be found, it could be one of those as long as a loop is running.
 */
export async function refuseCaller(env: Environment, caller: PeerProcesses): Promise<void> {
  const leases = await leasesOf(env)
  if (caller === 'closed') throw runProblem('caller-gone', {})
  if (caller === 'unknown') {
    const running = leases.find(isWorking)
    if (running) throw runProblem('caller-unknown', { loop: running.loop })
    return
  }
  // A server inside a turn, such as one that a test starts, gives its callers nothing that they do not have.
  const marks = [TURN_MARK].filter(mark => !descendsFrom(process.pid, [mark]))
  const nonces = leases.map(({ nonce }) => nonce)
  if (caller.some(pid => descendsFrom(pid, [...marks, ...nonces]))) throw runProblem('caller-inside-turn', {})
}

const TURN_MARK = 'AGENT_LOOP_ID='

/** All leases in the state home. */
async function leasesOf(env: Environment): Promise<readonly Lease[]> {
  const [disk, folder] = [nodeDisk('private'), leasesIn(stateHome(env))]
  const names = (await disk.list(folder)).filter(name => name.endsWith('.json'))
  const leases = await Promise.all(names.map(name => readLease(disk, join(folder, name))))
  return leases.filter(lease => lease !== null)
}
