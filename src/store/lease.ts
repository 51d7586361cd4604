import { join, sep } from 'node:path'
import * as z from 'zod/mini'
import { fail, ok, type Result } from '../std/result.ts'
import { isUsageError } from '../std/usage-error.ts'
import { shortDigest } from '../system/digest.ts'
import type { Disk } from '../system/disk.ts'
import { makeDirectoryDurably, replaceFile, writeDurably } from '../system/durable.ts'
import { endFamily } from '../system/end-processes.ts'
import { exclusively } from '../system/mutex.ts'
import { isAlive, isSameProcess, type ProcessIdentity } from '../system/process-table.ts'
import { storeProblem } from './problems.ts'

const processSchema = z.readonly(z.object({ pid: z.int(), started: z.string(), boot: z.string() }))

const leaseSchema = z.readonly(
  z.object({
    tree: z.string(),
    loop: z.string(),
    nonce: z.string(),
    /** The process that works for the loop. */
    owner: processSchema,
    /** The assistant whose session takes the loop's turns. It keeps the tree between turns, when no process of ours runs. */
    host: z.optional(processSchema),
  }),
)

const workerSchema = z.object({ loop: z.string(), owner: processSchema })

/** Which loop works in a tree. One agent per tree, for all processes of a user on this machine. */
export type Lease = z.infer<typeof leaseSchema>

interface LeasePlace {
  readonly disk: Disk
  readonly directory: string
  readonly self: ProcessIdentity
}

const REAP_GRACE_MS = 2_000

/** Takes the tree, or returns the lease of the current holder. A tree inside or around a leased one counts as leased too. */
export async function takeLease(
  place: LeasePlace,
  wanted: Lease,
): Promise<Result<{ release(): Promise<void> }, Lease>> {
  const { disk, directory, self } = place
  const path = leasePath(directory, wanted.tree)
  await makeDirectoryDurably(disk, directory)
  return exclusively({ disk, directory: join(directory, 'lock'), self }, async () => {
    let rest: Lease | null = null
    for (const name of (await disk.list(directory)).filter(name => name.endsWith('.json'))) {
      const lease = await readLease(disk, join(directory, name))
      if (lease === null) continue
      const same = lease.loop === wanted.loop
      const free = same && isAtRest(lease) ? true : await isLeft(disk, join(directory, name), lease, same)
      if (!free && overlaps(lease.tree, wanted.tree)) return fail(lease)
      if (same && lease.host) rest = { ...lease, owner: lease.host }
    }
    const host = wanted.host ?? rest?.host
    if (host) await workFor(disk, path, { ...wanted, host })
    else await writeDurably(disk, path, JSON.stringify(wanted))
    return ok({ release: () => (rest ? restAs(disk, path, rest) : forget(disk, path)) })
  })
}

async function restAs(disk: Disk, path: string, before: Lease): Promise<void> {
  const resting = JSON.stringify(before)
  if ((await disk.read(path)) !== resting) await replaceFile(disk, path, resting)
  await disk.remove(workPath(path))
}

/**
 * The lease of an assistant's session stays with the assistant. A file next to it names the process that works for it, which changes
 * with every turn. It need not be durable, because a power cut ends every holder.
 */
async function workFor(disk: Disk, path: string, lease: Lease & { readonly host: ProcessIdentity }): Promise<void> {
  const { loop, owner, host } = lease
  const resting = JSON.stringify({ ...lease, owner: host })
  if ((await disk.read(path)) !== resting) await replaceFile(disk, path, resting)
  await replaceFile(disk, workPath(path), JSON.stringify({ loop, owner }))
}

/** The current lease of a tree, or of one inside or around it; null when there is none. Read-only: to work there, take the lease. */
export async function whoWorksIn(disk: Disk, directory: string, tree: string): Promise<Lease | null> {
  for (const name of (await disk.list(directory)).filter(name => name.endsWith('.json'))) {
    const lease = await readLease(disk, join(directory, name))
    const held = lease && (isAlive(lease.owner) || (lease.host !== undefined && isAlive(lease.host)))
    if (held && overlaps(lease.tree, tree)) return lease
  }
  return null
}

/** The lease of a loop, whatever its tree; null when it has none. Damaged leases are reported by the code that takes one. */
export async function leaseOf(disk: Disk, directory: string, loop: string): Promise<Lease | null> {
  for (const name of (await disk.list(directory)).filter(name => name.endsWith('.json'))) {
    const lease = await readLease(disk, join(directory, name)).catch(() => null)
    if (lease?.loop === loop) return lease
  }
  return null
}

/** Ends the processes that dead holders left running, in all trees. */
export async function reapOrphans(place: LeasePlace): Promise<void> {
  const { disk, directory, self } = place
  await makeDirectoryDurably(disk, directory)
  await exclusively({ disk, directory: join(directory, 'lock'), self }, async () => {
    for (const name of (await disk.list(directory)).filter(name => name.endsWith('.json'))) {
      const lease = await readLease(disk, join(directory, name))
      if (lease) await isLeft(disk, join(directory, name), lease, false)
    }
  })
}

/** Drops the lease of a loop that has ended, even if an assistant's session would keep it. */
export const dropLease = ({ disk, directory }: LeasePlace, tree: string): Promise<void> =>
  forget(disk, leasePath(directory, tree))

/** Leaves the tree to the assistant that takes the next turn. */
export const restLease = ({ disk, directory }: LeasePlace, tree: string): Promise<void> =>
  disk.remove(workPath(leasePath(directory, tree)))

/** Whether a process of ours works for a loop now. */
export async function isAtWork(
  disk: Disk,
  directory: string,
  { tree, loop }: Pick<Lease, 'tree' | 'loop'>,
): Promise<boolean> {
  const lease = await readLease(disk, leasePath(directory, tree))
  return lease?.loop === loop && isWorking(lease)
}

/** A process of ours runs a turn or a check of the loop. */
export const isWorking = (lease: Lease): boolean => !isAtRest(lease) && isAlive(lease.owner)

/** The assistant takes its turn, and no process of ours works. */
const isAtRest = ({ owner, host }: Lease): boolean => host !== undefined && isSameProcess(host, owner)

/** The holder is gone, and nothing keeps the tree for its loop. Its leftover processes are ended. */
async function isLeft(disk: Disk, path: string, lease: Lease, same: boolean): Promise<boolean> {
  if (isAlive(lease.owner)) return false
  if (!same && lease.host && isAlive(lease.host)) return false
  return await succeed(disk, path, lease)
}

/** Ends the agent of a dead holder before another loop works in that tree. False when it cannot be ended. */
async function succeed(disk: Disk, path: string, lease: Lease): Promise<boolean> {
  const gone = await endFamily({ leader: null, nonce: lease.nonce, since: null }, REAP_GRACE_MS)
  if (gone) await forget(disk, path)
  return gone
}

async function forget(disk: Disk, path: string): Promise<void> {
  await disk.remove(path)
  await disk.remove(workPath(path))
}

/** Null when there is none; throws when the file is damaged. */
export async function readLease(disk: Disk, path: string): Promise<Lease | null> {
  const text = await disk.read(path)
  if (text === null) return null
  try {
    const lease = leaseSchema.parse(JSON.parse(text))
    return lease.host ? { ...lease, ...(await readWorker(disk, path, lease.loop)) } : lease
  } catch {
    // Leases are written atomically, so this is no accident. It is unknown whose tree it was.
    throw storeProblem('lease-damaged', { path })
  }
}

/** Empty when no process works. A file that a power cut left incomplete belongs to a process that it ended. */
async function readWorker(disk: Disk, path: string, loop: string): Promise<Partial<Pick<Lease, 'owner'>>> {
  try {
    const worker = workerSchema.parse(JSON.parse((await disk.read(workPath(path))) ?? ''))
    return worker.loop === loop ? { owner: worker.owner } : {}
  } catch (error) {
    if (isUsageError(error)) throw error
    return {}
  }
}

const overlaps = (a: string, b: string): boolean => a === b || inside(a, b) || inside(b, a)
const inside = (inner: string, outer: string): boolean => inner.startsWith(outer.endsWith(sep) ? outer : outer + sep)

const workPath = (path: string): string => `${path}.work`
const leasePath = (directory: string, tree: string): string => join(directory, `${shortDigest(tree)}.json`)
