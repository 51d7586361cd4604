import { type LoopEvent, loopEventSchema } from '../../loop/events.ts'
import { tailFile } from '../../system/tail-file.ts'

/**
 * Follows a growing journal: each call returns the events that were saved since the last call. A batch is returned when it is
 * complete. The hash chain is not checked here, but when the loop is resumed.
 */
export function followJournal(path: string): { next(): Promise<readonly LoopEvent[]> } {
  const tail = tailFile(path)
  let rest = Buffer.alloc(0)
  let batch: LoopEvent[] = []
  return {
    async next() {
      const whole: LoopEvent[] = []
      for (let piece = await tail.next(); piece.length > 0; piece = await tail.next()) {
        const bytes = Buffer.concat([rest, piece])
        const end = bytes.lastIndexOf('\n') + 1
        rest = bytes.subarray(end)
        for (const line of bytes.subarray(0, end).toString().split('\n')) {
          const { event, more } = eventIn(line)
          if (event) batch.push(event)
          if (more) continue
          whole.push(...batch)
          batch = []
        }
      }
      return whole
    },
  }
}

function eventIn(line: string): { event: LoopEvent | null; more: boolean } {
  try {
    const value: unknown = JSON.parse(line)
    const read = loopEventSchema.safeParse(value)
    const more = typeof value === 'object' && value !== null && 'more' in value && value.more === true
    return { event: read.success ? read.data : null, more }
  } catch {
    return { event: null, more: true }
  }
}
