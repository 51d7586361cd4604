import type { SeenLoop } from '../store/registry/overview.ts'
import { plain } from '../tools/reading/plain.ts'

/** Loops, one per line. */
export function loopRows(loops: readonly SeenLoop[]): readonly string[] {
  const width = Math.max(...loops.map(({ loop_id }) => loop_id.length))
  return loops.map(
    ({ loop_id, status, iteration, task, ...seen }) =>
      `${loop_id.padEnd(width)}  ${status.padEnd(13)}  turn ${String(iteration).padStart(2)}  ${plain(task.split('\n')[0] ?? '')}${marksOf(seen)}`,
  )
}

function marksOf({ damaged, processes = [] }: Pick<SeenLoop, 'damaged' | 'processes'>): string {
  const marks = [
    ...(damaged === undefined ? [] : ['journal damaged']),
    ...(processes.length === 0 ? [] : [`${processes.length} ${processes.length === 1 ? 'process' : 'processes'} left`]),
  ]
  return marks.length === 0 ? '' : `  [${marks.join(', ')}]`
}
