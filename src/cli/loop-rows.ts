import { formatDuration } from '../std/duration.ts'
import type { SeenLoop } from '../store/registry/overview.ts'
import { plain } from '../tools/reading/plain.ts'

/** Loops, one per line. */
export function loopRows(loops: readonly SeenLoop[]): readonly string[] {
  const width = Math.max(...loops.map(({ loop_id }) => loop_id.length))
  return loops.map(
    ({ loop_id, status, iteration, task, ...seen }) =>
      `${loop_id.padEnd(width)}  ${status.padEnd(13)}  turn ${String(iteration).padStart(2)}  ${usedBy(seen)}  ${plain(task.split('\n')[0] ?? '')}${marksOf(seen)}`,
  )
}

const TIME_WIDTH = 7

/** When something last happened in it, how long it worked, and what it cost, if that is known. */
function usedBy({ last_active, spent }: Pick<SeenLoop, 'last_active' | 'spent'>): string {
  const cost = spent.usd ? `  $${spent.usd.toFixed(2)}` : ''
  return `${localTime(last_active)}  ${formatDuration(spent.ms).padStart(TIME_WIDTH)}${cost}`
}

function localTime(moment: string): string {
  const date = new Date(moment)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
}

function marksOf({ damaged, processes = [] }: Pick<SeenLoop, 'damaged' | 'processes'>): string {
  const marks = [
    ...(damaged === undefined ? [] : ['journal damaged']),
    ...(processes.length === 0 ? [] : [`${processes.length} ${processes.length === 1 ? 'process' : 'processes'} left`]),
  ]
  return marks.length === 0 ? '' : `  [${marks.join(', ')}]`
}
