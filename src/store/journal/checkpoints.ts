import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import type { LoopState } from '../../loop/state.ts'
import type { Disk } from '../../system/disk.ts'
import { checkpointFile, type LoopPaths } from '../layout.ts'

/**
 * The compressed state after an iteration, to look back, and in case the journal is damaged. It carries its own length and digest,
 * so that an incomplete one is detected.
 */
const checkpointSchema = z.readonly(
  z.object({
    version: z.literal('1.0.0'),
    loop_id: z.string(),
    iteration: z.int(),
    /** How many lines of the journal it covers. */
    events: z.int(),
    length: z.int(),
    sha256: z.string(),
    state: z.unknown(),
  }),
)

const LAST_KEPT = 50

/** The first and the last fifty are kept. Each has its own file; one that a power cut left incomplete is detected and not used. */
export async function writeCheckpoint(disk: Disk, paths: LoopPaths, state: LoopState, events: number): Promise<void> {
  const text = JSON.stringify(state)
  const head = { version: '1.0.0', loop_id: state.spec.id, iteration: state.iteration, events }
  const document = JSON.stringify({ ...head, length: text.length, sha256: digestOf(text), state })
  const path = checkpointFile(paths, state.iteration)
  await disk.write(path, gzipSync(document, { level: 1 }))
  await disk.sync(path)
  await disk.sync(paths.checkpoints)
  const old = state.iteration - LAST_KEPT
  if (old > 1) await disk.remove(checkpointFile(paths, old))
}

/** The iteration of the newest intact checkpoint; null when there is none. Damaged ones are moved aside and reported. */
export async function newestCheckpoint(
  disk: Disk,
  paths: LoopPaths,
  say: (message: string) => void,
): Promise<number | null> {
  const iterations = (await disk.list(paths.checkpoints))
    .flatMap(name => /^iteration-(\d+)\.json\.gz$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a)
  for (const iteration of iterations) {
    const path = checkpointFile(paths, iteration)
    if (isWhole(await disk.readBytes(path), iteration)) return iteration
    await disk.rename(path, `${path}.damaged`)
    say(`the checkpoint ${path} is damaged; it was moved to ${basename(path)}.damaged, and the previous one is used`)
  }
  return null
}

function isWhole(bytes: Uint8Array | null, iteration: number): boolean {
  if (bytes === null) return false
  try {
    const read = checkpointSchema.safeParse(JSON.parse(gunzipSync(bytes, { maxOutputLength: LARGEST }).toString()))
    if (!read.success || read.data.iteration !== iteration) return false
    const text = JSON.stringify(read.data.state)
    return text.length === read.data.length && digestOf(text) === read.data.sha256
  } catch {
    return false
  }
}

const LARGEST = 256 * 1024 * 1024

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
