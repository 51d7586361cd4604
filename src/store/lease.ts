import { join, sep } from 'node:path'
import * as z from 'zod/mini'
import { shortDigest } from '../host/digest.ts'
import type { Disk } from '../host/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../host/durable.ts'
import { endFamily } from '../host/end-processes.ts'
import { exclusively } from '../host/mutex.ts'
import { isAlive, type ProcessIdentity } from '../host/process-table.ts'
import { fail, ok, type Result } from '../std/result.ts'
import { UsageError } from '../std/usage-error.ts'

const leaseSchema = z.readonly(
  z.object({
    tree: z.string(),
    loop: z.string(),
    nonce: z.string(),
    owner: z.readonly(z.object({ pid: z.int(), started: z.string(), boot: z.string() })),
  }),
)

/** Who works on a tree. Machine-wide for a user: one agent per tree, whoever drives it. */
export type Lease = z.infer<typeof leaseSchema>

export interface LeasePlace {
  readonly disk: Disk
  readonly directory: string
  readonly self: ProcessIdentity
}

const REAP_GRACE_MS = 2_000

/** Takes the tree, or says who has it. A tree inside a leased one, or around it, is taken too. */
export async function takeLease(
  place: LeasePlace,
  wanted: Lease,
): Promise<Result<{ release(): Promise<void> }, Lease>> {
  const { disk, directory, self } = place
  const path = leasePath(directory, wanted.tree)
  await makeDirectoryDurably(disk, directory)
  return exclusively({ disk, directory: join(directory, 'lock'), self }, async () => {
    for (const name of (await disk.list(directory)).filter(name => name.endsWith('.json'))) {
      const lease = await readLease(disk, join(directory, name))
      if (lease === null) continue
      const free = !isAlive(lease.owner) && (await succeed(disk, join(directory, name), lease))
      if (!free && overlaps(lease.tree, wanted.tree)) return fail(lease)
    }
    await writeDurably(disk, path, JSON.stringify(wanted))
    return ok({ release: () => disk.remove(path) })
  })
}

/** Who works on a tree now, or in one inside or around it; null when nobody does. Only a look: to work there it must be taken. */
export async function whoWorksIn(disk: Disk, directory: string, tree: string): Promise<Lease | null> {
  for (const name of (await disk.list(directory)).filter(name => name.endsWith('.json'))) {
    const lease = await readLease(disk, join(directory, name))
    if (lease && isAlive(lease.owner) && overlaps(lease.tree, tree)) return lease
  }
  return null
}

/** Ends what dead holders left running, whatever tree they worked on. */
export async function reapOrphans(place: LeasePlace): Promise<void> {
  const { disk, directory, self } = place
  await makeDirectoryDurably(disk, directory)
  await exclusively({ disk, directory: join(directory, 'lock'), self }, async () => {
    for (const name of (await disk.list(directory)).filter(name => name.endsWith('.json'))) {
      const lease = await readLease(disk, join(directory, name))
      if (lease && !isAlive(lease.owner)) await succeed(disk, join(directory, name), lease)
    }
  })
}

/** The holder died; its agent may live on, and must not, before anybody else works in that tree. False when it does. */
async function succeed(disk: Disk, path: string, lease: Lease): Promise<boolean> {
  const gone = await endFamily({ leader: null, nonce: lease.nonce, since: null }, REAP_GRACE_MS)
  if (gone) await disk.remove(path)
  return gone
}

async function readLease(disk: Disk, path: string): Promise<Lease | null> {
  const text = await disk.read(path)
  if (text === null) return null
  try {
    return leaseSchema.parse(JSON.parse(text))
  } catch {
    // Leases are written in one piece, so this is no accident; whose tree it was nobody can tell.
    throw new UsageError(
      'tree-busy',
      `${path} is damaged: who works where is not known.`,
      'When no loop runs on this machine, remove that file.',
    )
  }
}

const overlaps = (a: string, b: string): boolean => a === b || inside(a, b) || inside(b, a)
const inside = (inner: string, outer: string): boolean => inner.startsWith(outer.endsWith(sep) ? outer : outer + sep)

const leasePath = (directory: string, tree: string): string => join(directory, `${shortDigest(tree)}.json`)
