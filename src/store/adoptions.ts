import { join } from 'node:path'
import { shortDigest } from '../system/digest.ts'
import type { Disk } from '../system/disk.ts'
import { makeDirectoryDurably, writeDurably } from '../system/durable.ts'
import { isSameProcess, type ProcessIdentity } from '../system/process-table.ts'
import type { Environment } from '../system/shell.ts'

/** Which session of an assistant takes the turns of a loop. */
export interface Adoption {
  readonly loop: string
  /** Marks the loop's processes. */
  readonly nonce: string
  readonly tree: string
  readonly workspace: string
  /** The directory of the project's view. */
  readonly view: string
  /** The assistant: its name, and its process. */
  readonly name: string
  readonly host: ProcessIdentity
  /** Null until the session's first stop reports it; at the adoption it is unknown. */
  readonly session: string | null
  /** Of a kind of subagent in that session; null for the session itself. */
  readonly subagent: string | null
  /**
   * The environment of the checks, from the adoption, without secrets: the hook's own differs, and tools read it. Deleted when the loop
   * ends.
   */
  readonly env: Environment
  /** Names of the credentials at the adoption: the hook's own environment has their values. Older versions did not save them. */
  readonly secrets?: readonly string[]
  /** Of each other variable with a secret, a digest of its value: the hook's own counts only if it is the same. Older versions had none. */
  readonly digests?: Readonly<Record<string, string>>
  /** A turn that is being closed in the background: the assistant does not know its verdict yet. */
  readonly pending: {
    readonly iteration: number
    readonly ended: 'claims-done' | 'asks'
    readonly answer: string
  } | null
}

/** The session that stops. */
export interface Stopper {
  readonly session: string
  readonly subagent: string | null
  readonly directory: string | null
}

/** The process that reports a stop. */
interface StopReporter {
  readonly ancestors: () => readonly ProcessIdentity[]
  /** The loop whose turn or check it is part of. */
  readonly loopAround: () => Promise<string | null>
}

/**
 * The loop whose turn a session has ended; null when it has none, which costs one look at a file. A loop that was adopted without a
 * session's name belongs to the first session that stops in its tree and descends from the same process. An agent of one loop cannot
 * end the turn of another.
 */
export async function findAdoption(
  disk: Disk,
  folder: string,
  stopper: Stopper,
  { ancestors, loopAround }: StopReporter,
): Promise<Adoption | null> {
  const known = await readAdoption(disk, fileOf(folder, stopper))
  const unnamed = known ? [] : (await disk.list(folder)).filter(name => name.startsWith(UNNAMED))
  if (known === null && unnamed.length === 0) return null
  const around = await loopAround()
  const isOther = ({ loop, subagent }: Adoption): boolean =>
    subagent !== stopper.subagent || (around !== null && around !== loop)
  if (known) return known.session === stopper.session && !isOther(known) ? known : null
  const lineage = ancestors()
  for (const name of unnamed) {
    const found = await readAdoption(disk, join(folder, name))
    if (found === null || isOther(found)) continue
    if (!lineage.some(each => isSameProcess(each, found.host)) || !isInside(stopper.directory, found.tree)) continue
    const named = { ...found, session: stopper.session }
    await writeAdoption(disk, folder, named)
    await disk.remove(join(folder, name))
    return named
  }
  return null
}

export async function writeAdoption(disk: Disk, folder: string, adoption: Adoption): Promise<void> {
  await makeDirectoryDurably(disk, folder)
  await writeDurably(disk, pathOf(folder, adoption), JSON.stringify(adoption))
}

export const removeAdoption = (disk: Disk, folder: string, adoption: Adoption): Promise<void> =>
  disk.remove(pathOf(folder, adoption))

/** All adoptions, to find one by its loop or process. */
export async function listAdoptions(disk: Disk, folder: string): Promise<readonly Adoption[]> {
  const names = (await disk.list(folder)).filter(name => name.endsWith('.json'))
  const all = await Promise.all(names.map(name => readAdoption(disk, join(folder, name))))
  return all.filter(adoption => adoption !== null)
}

const UNNAMED = 'process-'

const pathOf = (folder: string, { session, subagent, host }: Adoption): string =>
  session === null
    ? join(folder, `${UNNAMED}${shortDigest(`${host.pid} ${host.started} ${host.boot} ${subagent}`)}.json`)
    : fileOf(folder, { session, subagent })

const fileOf = (folder: string, { session, subagent }: Pick<Stopper, 'session' | 'subagent'>): string =>
  join(folder, `session-${shortDigest(`${subagent} ${session}`)}.json`)

async function readAdoption(disk: Disk, path: string): Promise<Adoption | null> {
  const text = await disk.read(path)
  if (text === null) return null
  const value: unknown = JSON.parse(text)
  if (isAdoption(value)) return value
  throw new Error(`${path} is damaged`)
}

// Checked by hand: loading a schema library would cost more than the rest of a stop without a loop.
function isAdoption(value: unknown): value is Adoption {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Readonly<Record<string, unknown>>
  const texts = ['loop', 'nonce', 'tree', 'workspace', 'view', 'name'].every(name => typeof fields[name] === 'string')
  const host = fields['host']
  const env = fields['env']
  if (typeof env !== 'object' || env === null) return false
  return texts && typeof host === 'object' && host !== null && 'pid' in host && 'started' in host && 'boot' in host
}

/** For an assistant that does not report its directory, the process alone decides. */
const isInside = (directory: string | null, tree: string): boolean =>
  directory === null || directory === tree || directory.startsWith(`${tree}/`) || tree.startsWith(`${directory}/`)
