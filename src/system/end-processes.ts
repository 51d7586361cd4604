import { setTimeout as sleep } from 'node:timers/promises'
import { hasProcesses, killGroups, removeGroup } from './control-group.ts'
import { carries, listProcesses, type ProcessEntry } from './process-table.ts'

/** How to recognize the processes to end: descendants of a process, and everything that carries its mark. */
interface ProcessFamily {
  /** The leader of a process group; null when it is gone already. */
  readonly leader: number | null
  /** A text in the environment or control group of every descendant: finds those that left the session and their parents. */
  readonly nonce: string
  /** Processes that started before this cannot carry the mark; null when unknown. */
  readonly since: string | null
}

const POLL_MS = 15
const KILL_ROUNDS = 200

/** Ends a whole family: SIGTERM, then after the grace period SIGKILL until none is left. True when none is left. */
export async function endFamily(family: ProcessFamily, graceMs: number): Promise<boolean> {
  const deadline = performance.now() + graceMs
  let members = membersOf(family)
  signalAll(members, 'SIGTERM')
  while (members.length > 0 && performance.now() < deadline) {
    await sleep(POLL_MS)
    members = membersOf(family)
  }
  // A process that forks while it is being killed leaves a child, so one round is not enough.
  for (let round = 0; isLeft(members, family) && round < KILL_ROUNDS; round++) {
    kill(members, family)
    await sleep(POLL_MS)
    members = membersOf(family)
  }
  const ended = !isLeft(members, family)
  removeGroup(family.nonce)
  return ended
}

/** SIGKILL at once and synchronously; for the exit of our own process, when nothing can be awaited. */
export function killFamily(family: ProcessFamily): void {
  for (let round = 0, members = membersOf(family); isLeft(members, family) && round < KILL_ROUNDS; round++) {
    kill(members, family)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS)
    members = membersOf(family)
  }
}

const isLeft = (members: readonly ProcessEntry[], { nonce }: ProcessFamily): boolean =>
  members.length > 0 || hasProcesses(nonce)

/** All current members of the family: descendants of its leader, its group and session, and carriers of its mark. */
function membersOf({ leader, nonce, since }: ProcessFamily): ProcessEntry[] {
  const table = listProcesses()
  const found = new Map<number, ProcessEntry>()
  const children = groupByParent(table)
  const add = (entry: ProcessEntry): void => {
    if (found.has(entry.pid) || entry.pid === process.pid) return
    found.set(entry.pid, entry)
    for (const child of children.get(entry.pid) ?? []) add(child)
  }
  for (const entry of table) {
    const led = leader !== null && (entry.pid === leader || entry.group === leader || entry.session === leader)
    if (led || (!isOlder(entry, since) && carries(entry.pid, nonce))) add(entry)
  }
  return [...found.values()]
}

/** Reading the environment of every process on a busy machine would cost more than the rest of a turn. */
const isOlder = ({ started }: ProcessEntry, since: string | null): boolean =>
  since !== null && Number(started) < Number(since)

function groupByParent(table: readonly ProcessEntry[]): Map<number, ProcessEntry[]> {
  const groups = new Map<number, ProcessEntry[]>()
  for (const entry of table) groups.set(entry.parent, [...(groups.get(entry.parent) ?? []), entry])
  return groups
}

function kill(members: readonly ProcessEntry[], { nonce }: ProcessFamily): void {
  killGroups(
    nonce,
    members.map(({ pid }) => pid),
  )
  signalAll(members, 'SIGKILL')
}

function signalAll(members: readonly ProcessEntry[], signal: NodeJS.Signals): void {
  for (const { pid } of members) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended in the meantime.
    }
  }
}
