import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { LoopPaths } from './layout.ts'

/** The step of the proof that runs, for processes that watch the loop. It is no event, because nothing has happened yet. */
const provingSchema = z.object({ iteration: z.int(), step: z.nullable(z.string()), at: z.string() })

type ProvingNote = z.infer<typeof provingSchema>

const fileIn = ({ directory }: Pick<LoopPaths, 'directory'>): string => join(directory, 'proving.json')

/** Only a view reads it, so a disk that fails stops nothing here. */
export function noteProving(paths: Pick<LoopPaths, 'directory'>, note: ProvingNote): void {
  try {
    writeFileSync(fileIn(paths), JSON.stringify(note), { mode: 0o600 })
  } catch {}
}

/** Null when there is none, and while it is being written. */
export function readProving(paths: Pick<LoopPaths, 'directory'>): ProvingNote | null {
  try {
    return provingSchema.parse(JSON.parse(readFileSync(fileIn(paths), 'utf8')))
  } catch {
    return null
  }
}
