import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fsync, openSync, readSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import { type ObjectKind, objectId } from './git-objects.ts'

/** Collects objects and adds them to the repository together: all of them, or none. */
export interface PackWriter {
  /** Returns the object's id. An object that exists already, such as `last`, is not written again. */
  add(kind: ObjectKind, bytes: Uint8Array, last?: string | null): string
  /** Complete when it resolves, and durable once the folder of packs is synced. Resolves to whether anything was written. */
  finish(): Promise<boolean>
  /** Discards an unfinished pack. */
  abandon(): void
}

interface Placed {
  readonly id: string
  readonly offset: number
  readonly crc: number
}

interface Waiting {
  readonly id: string
  readonly kind: ObjectKind
  readonly bytes: Uint8Array
}

const HEADER = 12
// Offsets in the index have 31 bits; a second pack begins well before that.
const MAX_PACK = 1024 ** 3
const FLUSH = 1024 ** 2
const PRIVATE = 0o600
const kinds: Readonly<Record<ObjectKind, number>> = { tree: 2, blob: 3 }
const syncFile = promisify(fsync)

export function packWriter(folder: string, isThere: (id: string) => boolean): PackWriter {
  const known = new Set<string>()
  const packs: OpenPack[] = []
  return {
    add(kind, bytes, last) {
      const id = objectId(kind, bytes)
      if (id === last || known.has(id) || isThere(id)) return id
      known.add(id)
      const latest = packs.at(-1)
      const pack = latest && latest.size() < MAX_PACK ? latest : openPack(folder)
      if (pack !== latest) packs.push(pack)
      pack.append(id, kind, bytes)
      return id
    },
    async finish() {
      if (packs.length === 0) return false
      for (const pack of packs) await pack.seal()
      for (const pack of packs.splice(0)) pack.publish()
      return true
    },
    abandon() {
      for (const pack of packs.splice(0)) pack.discard()
    },
  }
}

interface OpenPack {
  append(id: string, kind: ObjectKind, bytes: Uint8Array): void
  size(): number
  /** Writes and syncs the pack under a temporary name. */
  seal(): Promise<void>
  publish(): void
  discard(): void
}

/** Compresses and writes at the end, or when much data waits: adding the objects of a small change costs neither. */
function openPack(folder: string): OpenPack {
  const temporary = join(folder, `tmp_pack_${randomBytes(6).toString('hex')}`)
  const placed: Placed[] = []
  let files: { readonly pack: number; readonly index: number } | null = null
  let sum: Buffer = Buffer.alloc(0)
  let waiting: Waiting[] = []
  let [size, waits] = [HEADER, 0]
  const opened = (): { readonly pack: number; readonly index: number } => {
    files ??= { pack: openSync(temporary, 'w+', PRIVATE), index: openSync(`${temporary}.idx`, 'w+', PRIVATE) }
    return files
  }
  const flush = (): void => {
    const from = size
    const written = waiting.map(({ id, kind, bytes }) => {
      const data = Buffer.concat([entryHeader(kind, bytes.length), deflateSync(bytes, { level: 1 })])
      placed.push({ id, offset: size, crc: crc32(data) })
      size += data.length
      return data
    })
    writeAll(opened().pack, Buffer.concat(written), from)
    waiting = []
    waits = 0
  }
  return {
    size: () => size + waits,
    append(id, kind, bytes) {
      waiting.push({ id, kind, bytes })
      waits += bytes.length
      if (waits > FLUSH) flush()
    },
    async seal() {
      flush()
      const { pack, index } = opened()
      writeAll(pack, header(placed.length), 0)
      sum = digestOf(pack, size)
      writeAll(pack, sum, size)
      writeFileSync(index, indexBytes(placed, sum))
      await Promise.all([pack, index].map(each => syncFile(each)))
    },
    publish() {
      const name = join(folder, `pack-${sum.toString('hex')}`)
      for (const each of Object.values(opened())) closeSync(each)
      // Git finds a pack by its index, so the index comes last.
      renameSync(temporary, `${name}.pack`)
      renameSync(`${temporary}.idx`, `${name}.idx`)
    },
    discard() {
      if (files) for (const each of Object.values(files)) closeSync(each)
      for (const each of [temporary, `${temporary}.idx`]) rmSync(each, { force: true })
    },
  }
}

function writeAll(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done)
}

function header(objects: number): Buffer {
  const bytes = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  bytes.writeUInt32BE(objects, 8)
  return bytes
}

/** Kind and size, seven bits at a time, the lowest first. */
function entryHeader(kind: ObjectKind, size: number): Buffer {
  const bytes = [(kinds[kind] << 4) | (size & 15)]
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) | 0x80
    bytes.push(rest & 0x7f)
  }
  return Buffer.from(bytes)
}

function digestOf(file: number, size: number): Buffer {
  const hash = createHash('sha1')
  const chunk = Buffer.alloc(Math.min(size, FLUSH))
  for (let at = 0; at < size; ) {
    const read = readSync(file, chunk, 0, Math.min(chunk.length, size - at), at)
    if (read === 0) throw new Error('a pack is shorter than the data written to it')
    hash.update(chunk.subarray(0, read))
    at += read
  }
  return hash.digest()
}

function indexBytes(placed: readonly Placed[], packSum: Buffer): Buffer {
  const sorted = [...placed].sort((one, two) => (one.id < two.id ? -1 : 1))
  const fanout = Buffer.alloc(1024)
  const counts = new Array<number>(256).fill(0)
  for (const { id } of sorted) {
    const first = Number.parseInt(id.slice(0, 2), 16)
    counts[first] = (counts[first] ?? 0) + 1
  }
  let sum = 0
  for (const [at, count] of counts.entries()) {
    sum += count
    fanout.writeUInt32BE(sum, at * 4)
  }
  const crcs = Buffer.alloc(sorted.length * 4)
  const offsets = Buffer.alloc(sorted.length * 4)
  for (const [at, { crc, offset }] of sorted.entries()) {
    crcs.writeUInt32BE(crc, at * 4)
    offsets.writeUInt32BE(offset, at * 4)
  }
  const ids = Buffer.from(sorted.map(({ id }) => id).join(''), 'hex')
  const body = Buffer.concat([Buffer.from('ff744f6300000002', 'hex'), fanout, ids, crcs, offsets, packSum])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}
