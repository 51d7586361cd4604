import { appendFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoopEvent } from '../../loop/events.ts'
import type { SpentToday } from '../../loop/reasons.ts'
import type { Disk } from '../../system/disk.ts'

/**
 * What all loops of this user spend, one file per day, one line per turn or judgement. Lines are only added, so loops that run at the
 * same time need no lock.
 */
export interface Spending {
  /** Before the events are saved: a cost that is counted twice is better than one that is missing. */
  note(events: readonly LoopEvent[]): Promise<void>
  today(): Promise<SpentToday>
}

interface SpendingParts {
  readonly disk: Disk
  readonly folder: string
  readonly now: () => Date
}

export function openSpending({ disk, folder, now }: SpendingParts): Spending {
  const file = (): string => join(folder, `${dayOf(now())}.jsonl`)
  return {
    async note(events) {
      const lines = events.flatMap(linesOf)
      if (lines.length === 0) return
      if (!(await disk.exists(file()))) await startDay(folder)
      await appendFile(file(), lines.join(''), { mode: 0o600 })
    },
    today: async () => sumOf((await disk.read(file())) ?? ''),
  }
}

const two = (value: number): string => String(value).padStart(2, '0')

/** The calendar day of this machine's time zone. */
export const dayOf = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

const DAYS_KEPT = 60

async function startDay(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const days = (await readdir(folder)).filter(name => name.endsWith('.jsonl')).sort()
  for (const day of days.slice(0, -DAYS_KEPT)) await rm(join(folder, day), { force: true })
}

/** A turn that met a rate limit did no work. Null is unknown, which is not 0. */
function linesOf(event: LoopEvent): readonly string[] {
  const line = (usd: number | null): string => `${JSON.stringify({ at: event.at, loop: event.loop, usd })}\n`
  if (event.kind === 'turn-end') return event.ended === 'rate-limited' ? [] : [line(event.usage?.usd ?? null)]
  if (event.kind === 'check-end' || event.kind === 'baseline-end')
    return (event.judged ?? []).map(({ usd }) => line(usd))
  return []
}

/** A line that cannot be read is an unknown cost. */
function sumOf(text: string): SpentToday {
  let [usd, unknown] = [0, 0]
  for (const line of text.split('\n')) {
    if (line === '') continue
    const cost = costIn(line)
    if (cost === null) unknown += 1
    else usd += cost
  }
  return { usd, unknown }
}

function costIn(line: string): number | null {
  try {
    const { usd } = JSON.parse(line) as { usd?: unknown }
    return typeof usd === 'number' && usd >= 0 ? usd : null
  } catch {
    return null
  }
}
