import { basename, join } from 'node:path'
import * as z from 'zod/mini'
import type { Disk } from '../host/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../host/durable.ts'
import { exclusively } from '../host/mutex.ts'
import { isAlive, type ProcessIdentity } from '../host/process-table.ts'
import { fail, ok, type Result } from '../std/result.ts'
import { isUsageError } from '../std/usage-error.ts'
import { formatJson } from './format-json.ts'
import { archiveFile, type Layout, projectFolder } from './layout.ts'
import { readOverview } from './overview.ts'
import type { RegistryEntry } from './registry-document.ts'
import { setAside } from './set-aside.ts'

const placeSchema = z.readonly(
  z.object({
    loop: z.string(),
    task: z.string(),
    /** Where its project is kept. */
    project: z.string(),
    /** The process that is to drive it. */
    owner: z.readonly(z.object({ pid: z.int(), started: z.string(), boot: z.string() })),
    claimed_at: z.string(),
  }),
)

/** One of the few that may run in the background at once: per user and machine, for that is what they share. */
export type Place = z.infer<typeof placeSchema>

export interface CapacityPorts {
  readonly disk: Disk
  readonly layout: Layout
  /** Who asks, now. */
  readonly self: ProcessIdentity
  readonly now: () => number
  readonly warn: (message: string) => void
}

export interface Claim {
  readonly loop: string
  readonly task: string
  /** How many may run at once. */
  readonly max: number
  /** Who will drive it; the process that asks when not given. */
  readonly owner?: ProcessIdentity
}

/** A loop that has a place, as others see it. */
export interface Placed {
  readonly loop_id: string
  readonly iteration: number
  readonly task: string
}

export type NoPlace =
  | { readonly kind: 'full'; readonly max: number; readonly active: readonly Placed[] }
  | { readonly kind: 'taken'; readonly loop: string }

/**
 * Takes one of the places for background loops, or says why there is none. To look and to take are one: of any number that ask at
 * once exactly the allowed number get one. A loop that has a place keeps it, and whoever claims it again becomes its owner.
 */
export async function claimPlace(ports: CapacityPorts, claim: Claim): Promise<Result<Place, NoPlace>> {
  const { disk, layout, self } = ports
  const { loop, task, max, owner = self } = claim
  await makeDirectoryDurably(disk, layout.places)
  return exclusively({ disk, directory: join(layout.places, 'lock'), self }, async () => {
    const held = await heldPlaces(ports, 'tidy')
    const own = held.find(({ place }) => place.loop === loop)
    if (own && own.place.project !== layout.project) return fail({ kind: 'taken', loop })
    if (!own && held.length >= max) return fail({ kind: 'full', max, active: held.map(({ seen }) => seen) })
    const place = { loop, task, project: layout.project, owner, claimed_at: new Date(ports.now()).toISOString() }
    await writeDurably(disk, placeFile(layout, loop), formatJson(place))
    return ok(place)
  })
}

/** For the end of a loop, and a pause; to give back what is not held changes nothing. */
export const releasePlace = ({ disk, layout }: Pick<CapacityPorts, 'disk' | 'layout'>, loop: string): Promise<void> =>
  disk.remove(placeFile(layout, loop))

/** Who has the place of a loop; null when it has none. */
export async function ownerOfPlace(ports: CapacityPorts, loop: string): Promise<ProcessIdentity | null> {
  return (await readPlace(ports, placeFile(ports.layout, loop), 'look'))?.owner ?? null
}

/** Null when there is room now. Only a look: whoever goes on must still claim a place. */
export async function noRoom(ports: CapacityPorts, max: number): Promise<NoPlace | null> {
  const held = await heldPlaces(ports, 'look')
  return held.length < max ? null : { kind: 'full', max, active: held.map(({ seen }) => seen) }
}

interface Held {
  readonly place: Place
  readonly seen: Placed
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

async function readPlace({ disk, warn }: CapacityPorts, path: string, purpose: 'look' | 'tidy'): Promise<Place | null> {
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
function parsePlace(text: string): Result<Place, string> {
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

/** Loops whose process died are taken up again by themselves for so long. */
const RESUMED_WITHIN_MS = 10 * 60_000

/** The loop that a place is held for, as it stands; null when the place is free: its loop ended or rests, or nobody will go on with it. */
async function asHeld({ disk, self, now }: CapacityPorts, place: Place): Promise<Placed | null> {
  const { loop, task, owner } = place
  const entry = await entryOf(disk, place)
  if (entry === 'ended' || (entry === 'not-begun' && !isAlive(owner))) return null
  if (entry === 'not-begun') return { loop_id: loop, iteration: 0, task }
  const { status, iteration, last_active } = entry
  const recent = entry.owner.boot === self.boot && now() - Date.parse(last_active) < RESUMED_WITHIN_MS
  const held = status === 'running' || (status === 'interrupted' && (recent || isAlive(owner)))
  return held ? { loop_id: loop, iteration, task } : null
}

async function entryOf(disk: Disk, { loop, project }: Place): Promise<RegistryEntry | 'ended' | 'not-begun'> {
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
