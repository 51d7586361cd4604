import { dirname } from 'node:path'
import { type LoopEvent, loopEventSchema } from '../../loop/events.ts'
import { fail, ok, type Result } from '../../std/result.ts'
import type { UsageError } from '../../std/usage-error.ts'
import type { Disk } from '../../system/disk.ts'
import { makeDirectoryDurably, replaceFile, writeDurably } from '../../system/durable.ts'
import { storeProblem } from '../problems.ts'
import { FIRST_LINK, linkOf } from './chain.ts'
import { setAside } from './set-aside.ts'

/**
 * A loop's events, one per line, each with the hash of the line before it, so that a changed or removed line is detected. Events
 * that were saved together count together: all but the last are marked `more`, and a batch without its last line, as a power cut
 * leaves it, is dropped when the journal is read.
 *
 * One process writes. A process that takes the journal over first increments a number and then replaces the file by a copy. The
 * process before it, if it was only suspended, still writes into the old file and sees by the number that its writes do not count.
 */
export interface Journal<Event = LoopEvent> {
  /** Durable when it resolves. Throws when another process has taken over the journal; what was written then does not count. */
  append(events: readonly Event[]): Promise<void>
  /** Whether the file still ends where this process left it. */
  intact(): Promise<boolean>
  /** How many events there are, and the hash that the next one will carry. */
  head(): { readonly seq: number; readonly link: string }
  close(): Promise<void>
}

/** Reads the event of a line; the error says what is wrong with it. Journals of loops need none. */
export type ReadEvent<Event> = (value: unknown) => Result<Event, string>

const readLoopEvent: ReadEvent<LoopEvent> = value => {
  const read = loopEventSchema.safeParse(value)
  if (read.success) return ok(read.data)
  return fail(`${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}`)
}

export const createJournal = (disk: Disk, path: string, first: LoopEvent): Promise<Journal> =>
  createJournalOf(disk, path, first, readLoopEvent)

/** The same for events of another kind. */
export async function createJournalOf<Event extends object>(
  disk: Disk,
  path: string,
  first: Event,
  readEvent: ReadEvent<Event>,
): Promise<Journal<Event>> {
  await makeDirectoryDurably(disk, dirname(path))
  const head = { seq: 0, link: FIRST_LINK }
  const { text, next } = encode([first], head)
  const epoch = await nextEpoch(disk, path)
  await writeDurably(disk, path, text)
  return await journalFrom(disk, { path, epoch, readEvent }, next)
}

/** Null when there is no journal. A damaged file is left as it is for the caller. */
export const openJournal = (disk: Disk, path: string): Promise<OpenedJournal<LoopEvent> | null> =>
  openJournalOf(disk, path, readLoopEvent)

interface OpenedJournal<Event> {
  readonly events: Event[]
  readonly journal: Journal<Event>
}

/** The same for events of another kind. */
export async function openJournalOf<Event extends object>(
  disk: Disk,
  path: string,
  readEvent: ReadEvent<Event>,
): Promise<OpenedJournal<Event> | null> {
  if (!(await disk.exists(path))) return null
  // Before reading: the process that held it before either sees this, or has already written what is read here.
  const epoch = await nextEpoch(disk, path)
  const read = await readJournalOf(disk, path, readEvent)
  if (read === null) return null
  // Incomplete lines that a power cut left were never acknowledged, and are not in the copy.
  await writeDurably(disk, path, read.text)
  return { events: read.events, journal: await journalFrom(disk, { path, epoch, readEvent }, read.head) }
}

/** No holder survives a power cut, so the number need not be durable. */
async function nextEpoch(disk: Disk, path: string): Promise<number> {
  const epoch = (await epochOf(disk, path)) + 1
  await replaceFile(disk, epochFile(path), String(epoch))
  return epoch
}

const epochOf = async (disk: Disk, path: string): Promise<number> => Number(await disk.read(epochFile(path)))
const epochFile = (path: string): string => `${path}.epoch`

export const readJournal = (disk: Disk, path: string): Promise<JournalContent<LoopEvent> | null> =>
  readJournalOf(disk, path, readLoopEvent)

/** The same for events of another kind. */
export async function readJournalOf<Event>(
  disk: Disk,
  path: string,
  readEvent: ReadEvent<Event>,
): Promise<JournalContent<Event> | null> {
  const text = await disk.read(path)
  return text === null ? null : decode(text, { path, readEvent })
}

/** The events of a damaged journal before its first bad line; null when there is no journal. */
export async function intactStart(disk: Disk, path: string): Promise<JournalContent<LoopEvent> | null> {
  const text = await disk.read(path)
  return text === null ? null : decode(text, { path, readEvent: readLoopEvent }, 'up to the damage')
}

/** Moves a damaged journal aside and writes its intact start, with one more event, in its place. Resolves to the new name. */
export async function replaceDamaged(
  disk: Disk,
  path: string,
  { text, head }: JournalContent<LoopEvent>,
  last: LoopEvent,
): Promise<string> {
  // The process that held it before sees by the number that its writes do not count.
  await nextEpoch(disk, path)
  const aside = await setAside(disk, path)
  await writeDurably(disk, path, text + encode([last], head).text)
  return aside
}

interface Head {
  readonly seq: number
  readonly link: string
}

interface JournalContent<Event> {
  readonly events: Event[]
  readonly head: Head
  readonly text: string
  readonly torn: boolean
}

interface JournalFile<Event> {
  readonly path: string
  readonly readEvent: ReadEvent<Event>
}

async function journalFrom<Event extends object>(
  disk: Disk,
  { path, epoch, readEvent }: JournalFile<Event> & { readonly epoch: number },
  start: Head,
): Promise<Journal<Event>> {
  const file = await disk.open(path)
  let head = start
  let stamp = await disk.stamp(path)
  let spoiled = false
  let syncFailed = false
  // Before every save, which would otherwise hide what another process wrote.
  const look = async (): Promise<void> => {
    if ((await disk.stamp(path)) === stamp) return
    const read = await readJournalOf(disk, path, readEvent).catch(() => null)
    if (read === null || read.torn || read.head.seq !== head.seq || read.head.link !== head.link) spoiled = true
  }
  const refuseTaken = async (): Promise<void> => {
    if ((await epochOf(disk, path)) !== epoch) throw (await disk.exists(path)) ? taken(path) : gone(path)
  }
  const sync = (): Promise<void> =>
    file.sync().catch((error: unknown) => {
      syncFailed = true
      throw error
    })
  const write = async (events: readonly Event[]): Promise<void> => {
    await refuseTaken()
    // After a failed sync the content of the disk is unknown, and a second sync would not show it.
    if (syncFailed) throw storeProblem('journal-not-durable', { path })
    await look()
    const { text, next } = encode(events, head)
    await file.append(text)
    head = next
    stamp = await disk.stamp(path)
  }
  return {
    head: () => head,
    async append(events) {
      await write(events)
      await sync()
      await refuseTaken()
    },
    async intact() {
      await refuseTaken()
      await look()
      return !spoiled
    },
    close: () => file.close(),
  }
}

const taken = (path: string): UsageError => storeProblem('journal-taken-over', { path })

const gone = (path: string): UsageError => storeProblem('journal-deleted', { path })

function encode(events: readonly object[], head: Head): { text: string; next: Head } {
  let { seq, link } = head
  let text = ''
  for (const [index, event] of events.entries()) {
    const more = index < events.length - 1 ? { more: true } : {}
    const line = JSON.stringify({ ...event, seq, prev: link, ...more })
    text += `${line}\n`
    seq += 1
    link = linkOf(line)
  }
  return { text, next: { seq, link } }
}

function decode<Event>(
  text: string,
  { path, readEvent }: JournalFile<Event>,
  reach: 'whole' | 'up to the damage' = 'whole',
): JournalContent<Event> {
  const lines = text.split('\n')
  const complete = lines.slice(0, -1)
  const parsed: ParsedLine<Event>[] = []
  let head: Head = { seq: 0, link: FIRST_LINK }
  for (const [index, line] of complete.entries()) {
    const entry = parseLine(line, head, readEvent)
    if (typeof entry === 'string') {
      if (index === complete.length - 1 || reach === 'up to the damage') break
      throw corrupt(path, index + 1, entry)
    }
    parsed.push(entry)
    head = { seq: head.seq + 1, link: linkOf(line) }
  }
  return settled(parsed, text)
}

interface ParsedLine<Event> {
  readonly line: string
  readonly event: Event
  readonly more: boolean
}

/** A batch counts when its last line exists. */
function settled<Event>(parsed: readonly ParsedLine<Event>[], text: string): JournalContent<Event> {
  const kept = parsed.slice(0, parsed.findLastIndex(({ more }) => !more) + 1)
  const good = kept.map(({ line }) => `${line}\n`).join('')
  const last = kept.at(-1)
  const head = { seq: kept.length, link: last ? linkOf(last.line) : FIRST_LINK }
  return { events: kept.map(({ event }) => event), head, text: good, torn: good !== text }
}

function parseLine<Event>(line: string, head: Head, readEvent: ReadEvent<Event>): ParsedLine<Event> | string {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return 'it is not JSON'
  }
  const { seq, prev, more, ...event } = value as { seq?: unknown; prev?: unknown; more?: unknown }
  const read = readEvent(event)
  if (!read.ok) return read.error
  if (seq !== head.seq || prev !== head.link) return 'it does not follow the line before it'
  return { line, event: read.value, more: more === true }
}

const corrupt = (path: string, line: number, what: string): UsageError =>
  storeProblem('journal-damaged', { path, line, what })
