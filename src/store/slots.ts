import { basename, join } from 'node:path'
import * as z from 'zod/mini'
import { fail, ok, type Result } from '../std/result.ts'
import { isUsageError } from '../std/usage-error.ts'
import type { Disk } from '../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../system/durable.ts'
import { exclusively } from '../system/mutex.ts'
import { isAlive, isSameProcess, type ProcessIdentity } from '../system/process-table.ts'
import { isFresh, lastBeat } from './heartbeat.ts'
import { setAside } from './journal/set-aside.ts'
import { archiveFile, daemonPaths, type Layout, loopFiles, projectFolder } from './layout.ts'
import { readOverview } from './registry/overview.ts'
import type { RegistryEntry } from './registry/registry-document.ts'
import { formatJson } from './view/format-json.ts'

const processSchema = z.readonly(z.object({ pid: z.int(), started: z.string(), boot: z.string() }))

const placeSchema = z.readonly(
  z.object({
    loop: z.string(),
    task: z.string(),
    /** Where its project is kept. */
    project: z.string(),
    /** Who has it: whoever asked for the loop, then the process that is to drive it. */
    owner: processSchema,
    /** Whoever asked, once somebody else is to drive it: they ask again when that one dies before the loop has begun. */
    asker: z.optional(processSchema),
    /** Its loop rests only until the next daemon is there. */
    resting: z.optional(z.boolean()),
    claimed_at: z.string(),
  }),
)

/** One of the few that may run in the background at once: per user and machine, for that is what they share. */
export type Slot = z.infer<typeof placeSchema>

export interface CapacityPorts {
  readonly disk: Disk
  readonly layout: Layout
  /** Who asks, now. */
  readonly self: ProcessIdentity
  readonly now: () => number
  /** Seconds since the machine began; a clock that nobody sets. */
  readonly sinceBoot: () => number
  readonly warn: (message: string) => void
}

export interface Claim {
  readonly loop: string
  readonly task: string
  /** How many may run at once. */
  readonly max: number
}

/** A loop that has a place, as others see it. */
interface SlotClaim {
  readonly loop_id: string
  readonly iteration: number
  readonly task: string
}

export type NoPlace =
  | { readonly kind: 'full'; readonly max: number; readonly active: readonly SlotClaim[] }
  | { readonly kind: 'taken'; readonly loop: string }

/**
 * Takes one of the places for background loops, or says why there is none. To look and to take are one: of any number that ask at
 * once exactly the allowed number get one. A loop that has a place keeps it, and who has it keeps it too.
 */
export const claimPlace = (ports: CapacityPorts, claim: Claim): Promise<Result<Slot, NoPlace>> =>
  among(ports, claim, (place, own) => (own && isAlive(own.owner) ? own : place))

/** The same for whoever is to drive the loop: a place that somebody else asked for becomes theirs, and nobody gets it between. */
export const takeOverPlace = (ports: CapacityPorts, claim: Claim): Promise<Result<Slot, NoPlace>> =>
  among(ports, claim, (place, own) => {
    const asker = own && (own.asker ?? own.owner)
    return asker && isAlive(asker) && !isSameProcess(asker, ports.self) ? { ...place, asker } : place
  })

/** For the end of a loop, and a pause; to give back what is not held changes nothing. */
export const releasePlace = ({ disk, layout }: Pick<CapacityPorts, 'disk' | 'layout'>, loop: string): Promise<void> =>
  disk.remove(placeFile(layout, loop))

/** For whoever asked in vain: what somebody else has by now, or had before, stays theirs. */
export const withdrawPlace = (ports: CapacityPorts, loop: string): Promise<void> =>
  amendPlace(ports, loop, place => {
    const { asker, ...others } = place
    if (isSameProcess(place.owner, ports.self)) return null
    return asker && isSameProcess(asker, ports.self) ? (isAlive(place.owner) ? others : null) : place
  })

/** For whoever was to drive the loop and refuses it: who asked has the place again while they live, to try in another tree. */
export const handBackPlace = (ports: CapacityPorts, loop: string): Promise<void> =>
  amendPlace(ports, loop, ({ asker, ...place }) => (asker && isAlive(asker) ? { ...place, owner: asker } : null))

/** The loop pauses until another daemon is there, and nobody may have its place meanwhile. */
export const keepPlaceAtRest = (ports: CapacityPorts, loop: string): Promise<void> =>
  amendPlace(ports, loop, place => ({ ...place, resting: true }))

async function among(
  ports: CapacityPorts,
  { loop, task, max }: Claim,
  choose: (place: Slot, own: Slot | undefined) => Slot,
): Promise<Result<Slot, NoPlace>> {
  const { disk, layout, self } = ports
  await makeDirectoryDurably(disk, layout.places)
  return locked(ports, async () => {
    const held = await heldPlaces(ports, 'tidy')
    const own = held.find(({ place }) => place.loop === loop)
    if (own && own.place.project !== layout.project) return fail({ kind: 'taken', loop })
    if (!own && held.length >= max) return fail({ kind: 'full', max, active: held.map(({ seen }) => seen) })
    const claimed_at = new Date(ports.now()).toISOString()
    const place = choose({ loop, task, project: layout.project, owner: self, claimed_at }, own?.place)
    if (place !== own?.place) await writeDurably(disk, placeFile(layout, loop), formatJson(place))
    return ok(place)
  })
}

/** Changes a place that is there; null gives it back. */
function amendPlace(ports: CapacityPorts, loop: string, amend: (place: Slot) => Slot | null): Promise<void> {
  const path = placeFile(ports.layout, loop)
  return locked(ports, async () => {
    const place = await readPlace(ports, path, 'look')
    const after = place && amend(place)
    if (place && !after) await ports.disk.remove(path)
    else if (after && after !== place) await writeDurably(ports.disk, path, formatJson(after))
  })
}

const locked = <T>({ disk, layout, self }: CapacityPorts, work: () => Promise<T>): Promise<T> =>
  exclusively({ disk, directory: join(layout.places, 'lock'), self }, work)

/** Null when there is room now. Only a look: whoever goes on must still claim a place. */
export async function noRoom(ports: CapacityPorts, max: number): Promise<NoPlace | null> {
  const held = await heldPlaces(ports, 'look')
  return held.length < max ? null : { kind: 'full', max, active: held.map(({ seen }) => seen) }
}

interface Held {
  readonly place: Slot
  readonly seen: SlotClaim
}

async function heldPlaces(ports: CapacityPorts, purpose: 'look' | 'tidy'): Promise<readonly Held[]> {
  const { disk, layout } = ports
  const files = (await disk.list(layout.places)).filter(name => name.endsWith('.json'))
  const found: Held[] = []
  for (const path of files.map(name => join(layout.places, name))) {
    const place = await readPlace(ports, path, purpose)
    const seen = place && (await asHeld(ports, place))
    if (place && seen) found.push({ place, seen })
    else if (place && purpose === 'tidy') await disk.remove(path)
  }
  return found.sort((a, b) => (a.place.claimed_at < b.place.claimed_at ? -1 : 1))
}

async function readPlace({ disk, warn }: CapacityPorts, path: string, purpose: 'look' | 'tidy'): Promise<Slot | null> {
  const text = await disk.read(path)
  const read = text === null ? null : parsePlace(text)
  if (read === null || read.ok) return read?.value ?? null
  if (purpose === 'tidy') {
    const aside = await setAside(disk, path)
    warn(`${path} is damaged at ${read.error}; it was moved to ${basename(aside)}`)
  }
  return null
}

/** A place from its text, or the field that is wrong. */
function parsePlace(text: string): Result<Slot, string> {
  try {
    return ok(placeSchema.parse(JSON.parse(text)))
  } catch (error) {
    const field = error instanceof z.core.$ZodError ? error.issues[0]?.path.join('.') : ''
    return fail(field || 'the document')
  }
}

/** The files of places that cannot be read, and where they are wrong. */
export async function damagedPlaces(
  disk: Disk,
  { places }: Layout,
): Promise<readonly { readonly path: string; readonly field: string }[]> {
  const paths = (await disk.list(places)).filter(name => name.endsWith('.json')).map(name => join(places, name))
  const read = await Promise.all(paths.map(async path => ({ path, place: parsePlace((await disk.read(path)) ?? '') })))
  return read.flatMap(({ path, place }) => (place.ok ? [] : [{ path, field: place.error }]))
}

/**
 * The loop that a place is held for, as it stands; null when the place is free: its loop ended or rests, or nobody will go on with it.
 * One that a dead daemon was at work on has it while the next daemon takes it up by itself.
 */
async function asHeld(ports: CapacityPorts, place: Slot): Promise<SlotClaim | null> {
  const { loop, task, owner, asker } = place
  const entry = await entryOf(ports.disk, place)
  if (entry === 'ended') return null
  const expected = isAlive(owner) || (await isTakenUp(ports, owner))
  if (entry === 'not-begun') {
    const wanted = isAlive(owner) || (asker !== undefined && isAlive(asker))
    const written = async (): Promise<boolean> =>
      expected && (await ports.disk.exists(loopFiles(projectFolder(place.project), loop).journal))
    return wanted || (await written()) ? { loop_id: loop, iteration: 0, task } : null
  }
  const { status, iteration } = entry
  const waits = status === 'interrupted' || (status === 'paused' && place.resting === true)
  return status === 'running' || (waits && expected) ? { loop_id: loop, iteration, task } : null
}

const isTakenUp = async ({ disk, layout, self, sinceBoot }: CapacityPorts, { boot }: ProcessIdentity) =>
  boot === self.boot && isFresh(await lastBeat(disk, daemonPaths(layout.home).heartbeat, self.boot), sinceBoot())

async function entryOf(disk: Disk, { loop, project }: Slot): Promise<RegistryEntry | 'ended' | 'not-begun'> {
  const folder = projectFolder(project)
  const { active, recent } = await readOverview(disk, folder).catch((error: unknown) => {
    // A project whose registry is damaged must not keep the others from starting; whether its loop lives the owner tells.
    if (isUsageError(error)) return { active: [], recent: [] }
    throw error
  })
  const entry = active.find(({ loop_id }) => loop_id === loop)
  if (entry) return entry
  const ended = recent.some(({ loop_id }) => loop_id === loop) || (await disk.exists(archiveFile(folder, loop)))
  return ended ? 'ended' : 'not-begun'
}

const placeFile = ({ places }: Layout, loop: string): string => join(places, `${loop}.json`)
