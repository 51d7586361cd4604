import { join } from 'node:path'
import * as z from 'zod/mini'
import { type Waiver, waiverSchema } from '../../proof/waiver.ts'
import { descendsFrom } from '../../system/ancestry.ts'
import type { Disk } from '../../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../../system/durable.ts'
import { isAlive, type ProcessIdentity } from '../../system/process-table.ts'

const handedSchema = z.object({
  waiver: waiverSchema,
  owner: z.readonly(z.object({ pid: z.int(), started: z.string(), boot: z.string() })),
})

const MOST = 20
const LONGEST = 20_000

/** In the environment of everything that an agent starts. */
export const INSIDE_A_TURN = 'AGENT_LOOP_ID='

/**
 * Leaves a waiver for a running loop. The process that leaves it must live until the loop has taken it: a file alone could be the
 * agent's, but no process of the agent is left when a turn has ended.
 */
export async function handOver(
  disk: Disk,
  folder: string,
  handed: { readonly waiver: Waiver; readonly owner: ProcessIdentity },
): Promise<string> {
  await makeDirectoryDurably(disk, folder)
  const path = join(folder, `${handed.owner.pid}-${handed.owner.started}.json`)
  await writeDurably(disk, path, JSON.stringify(handed))
  return path
}

/** Waivers from processes that are alive and not part of a turn. Removes all files. */
export async function takeWaivers(disk: Disk, folder: string, nonce: string): Promise<readonly Waiver[]> {
  const waivers: Waiver[] = []
  for (const name of (await disk.list(folder)).filter(name => name.endsWith('.json')).slice(0, MOST)) {
    const path = join(folder, name)
    const text = (await disk.read(path).catch(() => null)) ?? ''
    const read = text.length > LONGEST ? null : handedSchema.safeParse(parsed(text))
    if (read?.success && isPresent(read.data.owner, nonce)) waivers.push(read.data.waiver)
    await disk.remove(path)
  }
  return waivers
}

const isPresent = (owner: ProcessIdentity, nonce: string): boolean =>
  isAlive(owner) && !descendsFrom(owner.pid, [nonce, INSIDE_A_TURN])

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
