import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { iterationDirectory, type LoopPaths } from '../store/layout.ts'
import { tailFile } from '../system/tail-file.ts'
import type { LoopClaim, LoopRows } from './loop-rows.ts'

const NAMES = ['agent.log', 'verify.log'] as const
/** What one turn may store of each log; the whole log is on the worker. */
const MOST_BYTES = 4 * 1024 ** 2

/** Copies the logs of a loop's turns to the database. They were redacted before they were written. */
export interface LogShipper {
  ship(): Promise<void>
}

export function logShipper(rows: LoopRows, claim: LoopClaim, paths: LoopPaths): LogShipper {
  const tails = new Map<string, { readonly tail: ReturnType<typeof tailFile>; sent: number }>()
  const shipOne = async (turn: number, name: string): Promise<void> => {
    const path = join(iterationDirectory(paths, turn), name)
    if (!existsSync(path)) return
    const known = tails.get(path) ?? { tail: tailFile(path), sent: 0 }
    tails.set(path, known)
    for (let bytes = await known.tail.next(); bytes.length > 0; bytes = await known.tail.next()) {
      const kept = Buffer.from(bytes.subarray(0, Math.max(0, MOST_BYTES - known.sent)))
      known.sent += kept.length
      if (kept.length > 0) await rows.keepLog(claim, { turn, name, bytes: kept })
    }
  }
  return {
    async ship() {
      if (!existsSync(paths.iterations)) return
      const turns = readdirSync(paths.iterations).map(Number).filter(Number.isInteger)
      for (const turn of turns.slice(-2)) for (const name of NAMES) await shipOne(turn, name)
    },
  }
}
