import type { RegistryEntry } from '../store/registry/registry-document.ts'
import { plain } from '../tools/reading/plain.ts'

/** Loops, one per line. */
export function loopRows(loops: readonly RegistryEntry[]): readonly string[] {
  const width = Math.max(...loops.map(({ loop_id }) => loop_id.length))
  return loops.map(
    ({ loop_id, status, iteration, task }) =>
      `${loop_id.padEnd(width)}  ${status.padEnd(13)}  turn ${String(iteration).padStart(2)}  ${plain(task.split('\n')[0] ?? '')}`,
  )
}
