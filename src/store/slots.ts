import { basename, join } from 'node:path'
import * as z from 'zod/mini'
import { fail, ok, type Result } from '../std/result.ts'
import { isUsageError } from '../std/usage-error.ts'
import type { Disk } from '../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../system/durable.ts'
import { exclusively } from '../system/mutex.ts'
import { isAlive, isSameBoot, isSameProcess, type ProcessIdentity } from '../system/process-table.ts'
import { formatJson } from './format-json.ts'
import { isFresh, lastBeat } from './heartbeat.ts'
import { setAside } from './journal/set-aside.ts'
import { archiveFile, daemonPaths, type Layout, loopFiles, projectFolder } from './layout.ts'
import { readOverview } from './registry/overview.ts'
import type { RegistryEntry } from './registry/registry-document.ts'

const processSchema = z.readonly(z.object({ pid: z.int(), started: z.string(), boot: z.string() }))

const slotSchema = z.readonly(
  z.object({
    loop: z.string(),
    task: z.string(),
    /** The folder of its project in the private store. */
    project: z.string(),
    /** The process that holds it: first the one that asked for the loop, then the one that drives it. */
    owner: processSchema,
    /** The process that asked, once another one is to drive the loop: it asks again if that one dies before the loop begins. */
    asker: z.optional(processSchema),
    /** Its loop is paused only until the next daemon runs. */
    resting: z.optional(z.boolean()),
    claimed_at: z.string(),
  }),
)

/** The right of one loop to run in the background. The number of slots is per user and machine. */
export type Slot = z.infer<typeof slotSchema>

export interface SlotPorts {
  readonly disk: Disk
  readonly layout: Layout
  /** The process that asks. */
  readonly self: ProcessIdentity
  readonly now: () => number
  /** Seconds since the machine started; nobody can set this clock. */
  readonly sinceBoot: () => number
  readonly warn: (message: string) => void
}

export interface Claim {
  readonly loop: string
  readonly task: string
  /** How many may run at once. */
  readonly max: number
}

/** A loop that holds a slot, as others see it. */
interface SlotClaim {
  readonly loop_id: string
  readonly iteration: number
  readonly task: string
}

export type NoSlot =
  | { readonly kind: 'full'; readonly max: number; readonly active: readonly SlotClaim[] }
  | { readonly kind: 'taken'; readonly loop: string }

/**
 * Takes a slot for a background loop, or says why none is free. Looking and taking are one step: of any number of processes that
 * ask at once, exactly the allowed number get a slot. A loop that holds a slot keeps it, and so does its owner.
 */
export const claimSlot = (ports: SlotPorts, claim: Claim): Promise<Result<Slot, NoSlot>> =>
  claimWith(ports, claim, (slot, own) => (own && isAlive(own.owner) ? own : slot))

/** The same for the process that is to drive the loop: it takes over the slot that another process asked for. Nobody can take it in between. */
export const takeOverSlot = (ports: SlotPorts, claim: Claim): Promise<Result<Slot, NoSlot>> =>
  claimWith(ports, claim, (slot, own) => {
    const asker = own && (own.asker ?? own.owner)
    return asker && isAlive(asker) && !isSameProcess(asker, ports.self) ? { ...slot, asker } : slot
  })

/** For the end of a loop, and a pause. Releasing a slot that is not held changes nothing. */
export const releaseSlot = ({ disk, layout }: Pick<SlotPorts, 'disk' | 'layout'>, loop: string): Promise<void> =>
  disk.remove(slotFile(layout, loop))

/** For a process whose loop did not begin: a slot that another process holds stays with it. */
export const withdrawSlot = (ports: SlotPorts, loop: string): Promise<void> =>
  changeSlot(ports, loop, slot => {
    const { asker, ...others } = slot
    if (isSameProcess(slot.owner, ports.self)) return null
    return asker && isSameProcess(asker, ports.self) ? (isAlive(slot.owner) ? others : null) : slot
  })

/** For a process that refuses to drive the loop: the process that asked gets the slot back while it lives, to try another tree. */
export const handBackSlot = (ports: SlotPorts, loop: string): Promise<void> =>
  changeSlot(ports, loop, ({ asker, ...slot }) => (asker && isAlive(asker) ? { ...slot, owner: asker } : null))

/** The loop pauses until the next daemon runs. Until then nobody else gets its slot. */
export const keepSlotPaused = (ports: SlotPorts, loop: string): Promise<void> =>
  changeSlot(ports, loop, slot => ({ ...slot, resting: true }))

async function claimWith(
  ports: SlotPorts,
  { loop, task, max }: Claim,
  choose: (slot: Slot, own: Slot | undefined) => Slot,
): Promise<Result<Slot, NoSlot>> {
  const { disk, layout, self } = ports
  await makeDirectoryDurably(disk, layout.slots)
  return locked(ports, async () => {
    const held = await heldSlots(ports, 'tidy')
    const own = held.find(({ slot }) => slot.loop === loop)
    if (own && own.slot.project !== layout.project) return fail({ kind: 'taken', loop })
    if (!own && held.length >= max) return fail({ kind: 'full', max, active: held.map(({ seen }) => seen) })
    const claimed_at = new Date(ports.now()).toISOString()
    const slot = choose({ loop, task, project: layout.project, owner: self, claimed_at }, own?.slot)
    if (slot !== own?.slot) await writeDurably(disk, slotFile(layout, loop), formatJson(slot))
    return ok(slot)
  })
}

/** Changes an existing slot; null releases it. */
function changeSlot(ports: SlotPorts, loop: string, change: (slot: Slot) => Slot | null): Promise<void> {
  const path = slotFile(ports.layout, loop)
  return locked(ports, async () => {
    const slot = await readSlot(ports, path, 'look')
    const after = slot && change(slot)
    if (slot && !after) await ports.disk.remove(path)
    else if (after && after !== slot) await writeDurably(ports.disk, path, formatJson(after))
  })
}

const locked = <T>({ disk, layout, self }: SlotPorts, work: () => Promise<T>): Promise<T> =>
  exclusively({ disk, directory: join(layout.slots, 'lock'), self }, work)

/** Null when a slot is free now. This only looks: the caller must still claim one. */
export async function noFreeSlot(ports: SlotPorts, max: number): Promise<NoSlot | null> {
  const held = await heldSlots(ports, 'look')
  return held.length < max ? null : { kind: 'full', max, active: held.map(({ seen }) => seen) }
}

interface Held {
  readonly slot: Slot
  readonly seen: SlotClaim
}

async function heldSlots(ports: SlotPorts, purpose: 'look' | 'tidy'): Promise<readonly Held[]> {
  const { disk, layout } = ports
  const files = (await disk.list(layout.slots)).filter(name => name.endsWith('.json'))
  const found: Held[] = []
  for (const path of files.map(name => join(layout.slots, name))) {
    const slot = await readSlot(ports, path, purpose)
    const seen = slot && (await asHeld(ports, slot))
    if (slot && seen) found.push({ slot, seen })
    else if (slot && purpose === 'tidy') await disk.remove(path)
  }
  return found.sort((a, b) => (a.slot.claimed_at < b.slot.claimed_at ? -1 : 1))
}

async function readSlot({ disk, warn }: SlotPorts, path: string, purpose: 'look' | 'tidy'): Promise<Slot | null> {
  const text = await disk.read(path)
  const read = text === null ? null : parseSlot(text)
  if (read === null || read.ok) return read?.value ?? null
  if (purpose === 'tidy') {
    const aside = await setAside(disk, path)
    warn(`${path} is damaged at ${read.error}; it was moved to ${basename(aside)}`)
  }
  return null
}

/** A slot from its text, or the field that is wrong. */
function parseSlot(text: string): Result<Slot, string> {
  try {
    return ok(slotSchema.parse(JSON.parse(text)))
  } catch (error) {
    const field = error instanceof z.core.$ZodError ? error.issues[0]?.path.join('.') : ''
    return fail(field || 'the document')
  }
}

/** The slot files that cannot be read, and the field that is wrong. */
export async function damagedSlots(
  disk: Disk,
  { slots }: Layout,
): Promise<readonly { readonly path: string; readonly field: string }[]> {
  const paths = (await disk.list(slots)).filter(name => name.endsWith('.json')).map(name => join(slots, name))
  const read = await Promise.all(paths.map(async path => ({ path, slot: parseSlot((await disk.read(path)) ?? '') })))
  return read.flatMap(({ path, slot }) => (slot.ok ? [] : [{ path, field: slot.error }]))
}

/**
 * The loop that holds a slot; null when the slot is free: its loop ended or is paused, or no process will resume it.
 * A loop of a dead daemon keeps its slot while the next daemon resumes it by itself.
 */
async function asHeld(ports: SlotPorts, slot: Slot): Promise<SlotClaim | null> {
  const { loop, task, owner, asker } = slot
  const entry = await entryOf(ports.disk, slot)
  if (entry === 'ended') return null
  const expected = isAlive(owner) || (await isResumedByDaemon(ports, owner))
  if (entry === 'not-begun') {
    const wanted = isAlive(owner) || (asker !== undefined && isAlive(asker))
    const written = async (): Promise<boolean> =>
      expected && (await ports.disk.exists(loopFiles(projectFolder(slot.project), loop).journal))
    return wanted || (await written()) ? { loop_id: loop, iteration: 0, task } : null
  }
  const { status, iteration } = entry
  const waits = status === 'interrupted' || (status === 'paused' && slot.resting === true)
  return status === 'running' || (waits && expected) ? { loop_id: loop, iteration, task } : null
}

const isResumedByDaemon = async ({ disk, layout, self, sinceBoot }: SlotPorts, { boot }: ProcessIdentity) =>
  isSameBoot(boot, self.boot) &&
  isFresh(await lastBeat(disk, daemonPaths(layout.home).heartbeat, self.boot), sinceBoot())

async function entryOf(disk: Disk, { loop, project }: Slot): Promise<RegistryEntry | 'ended' | 'not-begun'> {
  const folder = projectFolder(project)
  const { active, recent } = await readOverview(disk, folder).catch((error: unknown) => {
    // A damaged registry of one project must not keep others from starting. The owner process shows whether its loop lives.
    if (isUsageError(error)) return { active: [], recent: [] }
    throw error
  })
  const entry = active.find(({ loop_id }) => loop_id === loop)
  if (entry) return entry
  const ended = recent.some(({ loop_id }) => loop_id === loop) || (await disk.exists(archiveFile(folder, loop)))
  return ended ? 'ended' : 'not-begun'
}

const slotFile = ({ slots }: Layout, loop: string): string => join(slots, `${loop}.json`)
