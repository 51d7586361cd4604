import { join } from 'node:path'
import * as z from 'zod/mini'
import type { LoopState } from '../loop/state.ts'
import type { Disk } from '../system/disk.ts'
import { replaceFile } from '../system/durable.ts'

/** Records how long a loop works on its current step, so that the time of a process that is killed still counts. */
export interface TimeRecord {
  /** How long killed processes worked on the step that the loop resumes at; 0 once that step is over. */
  lostMs(): number
  /** Called when the loop's state was saved. */
  saved(state: LoopState): Promise<void>
  close(): void
}

const recordSchema = z.object({ step: z.string(), ms: z.number().check(z.nonnegative()) })

/** At most so much of a killed process's time is lost. */
const TICK_MS = 1_000

/** Time is measured by a clock that does not advance while the machine is off, and ends with the last sign of life. */
export async function openTimeRecord(disk: Disk, directory: string, state: LoopState): Promise<TimeRecord> {
  const path = join(directory, 'time.json')
  let step = stepOf(state)
  let lost = await recordedMs(disk, path, step)
  let start = performance.now()
  // Without this file only time is forgotten, so a disk that fails does not stop the loop here.
  const write = (): Promise<void> =>
    replaceFile(disk, path, JSON.stringify({ step, ms: Math.round(lost + performance.now() - start) })).catch(() => {})
  const timer = setInterval(() => void write(), TICK_MS)
  timer.unref()
  return {
    lostMs: () => lost,
    async saved(state) {
      if (stepOf(state) === step) return
      ;[step, lost, start] = [stepOf(state), 0, performance.now()]
      await write()
    },
    close: () => clearInterval(timer),
  }
}

const stepOf = ({ phase, iteration }: LoopState): string => `${phase} ${iteration}`

async function recordedMs(disk: Disk, path: string, step: string): Promise<number> {
  try {
    const record = recordSchema.parse(JSON.parse((await disk.read(path)) ?? ''))
    return record.step === step ? record.ms : 0
  } catch {
    return 0
  }
}
