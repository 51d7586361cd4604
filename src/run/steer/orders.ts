import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { systemClock } from '../../system/clock.ts'
import type { Disk } from '../../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../../system/durable.ts'
import { runProblem } from '../problems.ts'

const orderSchema = z.discriminatedUnion('kind', [
  z.readonly(z.object({ kind: z.literal('abort') })),
  z.readonly(z.object({ kind: z.literal('pause'), because: z.optional(z.string()) })),
  z.readonly(z.object({ kind: z.literal('tell'), text: z.string() })),
])

/** A person's order to a loop that another process drives. */
export type LoopOrder = z.infer<typeof orderSchema>

type LeftOrder = LoopOrder & { readonly id: string }

/** The longest hint that a prompt should carry. */
export const LONGEST_HINT = 4_000
const MOST = 20

export function refuseBadHint(id: string, text: string): void {
  if (text.trim() === '') throw runProblem('hint-empty', { id })
  if (text.length > LONGEST_HINT) throw runProblem('hint-too-long', { id, longest: LONGEST_HINT })
}

export const newOrderId = (): string => `${systemClock.now()}-${randomBytes(4).toString('hex')}`

/** Writes one file, complete when it appears. Resolves to its id, which the loop's journal records once the order was read. */
export async function leaveOrder(disk: Disk, folder: string, order: LoopOrder, id = newOrderId()): Promise<string> {
  await makeDirectoryDurably(disk, folder)
  await writeDurably(disk, fileOf(folder, id), JSON.stringify(order))
  return id
}

/** Oldest first. Files of other kinds are not ours. */
export async function readOrders(disk: Disk, folder: string): Promise<readonly LeftOrder[]> {
  const ids = (await disk.list(folder)).filter(name => name.endsWith('.json')).map(name => name.slice(0, -5))
  const found: LeftOrder[] = []
  for (const id of ids) {
    const read = orderSchema.safeParse(parsed(await disk.read(fileOf(folder, id))))
    if (read.success) found.push({ ...read.data, id })
  }
  return found.slice(0, MOST)
}

export async function dropOrders(disk: Disk, folder: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await disk.remove(fileOf(folder, id))
}

/** The orders to the process that drives the loop. Hints are for the loop itself, whichever process drives it next. */
export const forProcess = (orders: readonly LeftOrder[]): readonly string[] =>
  orders.filter(({ kind }) => kind !== 'tell').map(({ id }) => id)

const fileOf = (folder: string, id: string): string => join(folder, `${id}.json`)

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}
