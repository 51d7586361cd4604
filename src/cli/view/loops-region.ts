import { statusWords } from '../../loop/status.ts'
import type { SeenLoop } from '../../store/registry/overview.ts'
import { plain } from '../../tools/reading/plain.ts'
import { regionOf, type Size } from './region.ts'
import type { ViewState } from './view-state.ts'
import { clip } from './width.ts'
import type { Paint } from './words.ts'

export interface ShownLoop {
  readonly loop: SeenLoop
  /** Null for a loop that is not running, and for one whose journal cannot be read. */
  readonly view: ViewState | null
}

/** The line of a loop, and what is happening in it. */
const LEAST_ROWS = 2

/**
 * Several loops below each other, each as the view of a loop in the foreground shows it; loops that do not run in one line. Never
 * higher or wider than the terminal: what does not fit is counted.
 */
export function loopsRegion(
  shown: readonly ShownLoop[],
  moment: Parameters<typeof regionOf>[1],
  { columns, rows }: Size,
  paint: Paint,
): readonly string[] {
  // The last row and the last column stay free for the cursor.
  const most = Math.max(1, rows - 1)
  const fit = (line: string): string => clip(line.replaceAll('\t', '  '), columns - 1)
  const live = shown.filter(({ view }) => view !== null)
  const still = shown.filter(({ view }) => view === null)
  const fitting = Math.max(live.length === 0 ? 0 : 1, Math.min(live.length, Math.floor((most - 1) / LEAST_ROWS)))
  const spare = most - Math.min(still.length, 1) - (fitting < live.length ? 1 : 0)
  const share = Math.max(LEAST_ROWS, Math.floor(spare / Math.max(1, fitting)))
  const blocks = live.slice(0, fitting).flatMap(({ loop, view }) =>
    view === null
      ? []
      : [
          paint('cyan', fit(headOf(loop))),
          // Of its height, the view of one loop takes at most half.
          ...regionOf(view, moment, { columns, rows: (share - 1) * 2 }, paint),
        ],
  )
  const left = Math.max(0, most - blocks.length)
  const rowsOfStill = still.map(({ loop }) =>
    fit(`${statusWords(loop.status)} · turn ${loop.iteration} · ${headOf(loop)}`),
  )
  const all = rowsOfStill.length <= left && fitting === live.length
  const kept = all ? rowsOfStill : rowsOfStill.slice(0, Math.max(0, left - 1))
  const hidden = live.length - fitting + rowsOfStill.length - kept.length
  return [...blocks, ...kept, ...(hidden > 0 ? [fit(`… and ${hidden} more`)] : [])].slice(0, most)
}

const headOf = ({ loop_id, task }: SeenLoop): string => `${loop_id}  ${plain(task).split('\n')[0]}`
