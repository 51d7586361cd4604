import { statusWords } from '../loop/status.ts'
import { formatDuration } from '../std/duration.ts'
import type { SeenLoop } from '../store/registry/overview.ts'
import { plain } from '../tools/reading/plain.ts'

/** The least that a task needs to be recognized. */
const TASK_WIDTH = 12

/** Loops, one per line; on a terminal that is too narrow for that, the id, the numbers, and the task below each other. */
export function loopRows(loops: readonly SeenLoop[], columns = Number.POSITIVE_INFINITY): readonly string[] {
  const widest = (of: (loop: SeenLoop) => string): number => Math.max(...loops.map(loop => of(loop).length))
  const [ids, statuses] = [widest(({ loop_id }) => loop_id), widest(shownStatus)]
  const rows = loops.map(loop => ({
    id: loop.loop_id,
    facts: `${shownStatus(loop).padEnd(statuses)}  ${usedBy(loop)}`,
    task: `${plain(loop.task.split('\n')[0] ?? '')}${marksOf(loop)}`,
  }))
  const narrow = rows.some(({ facts }) => ids + facts.length + TASK_WIDTH + 4 > columns)
  return rows.flatMap(({ id, facts, task }) =>
    (narrow ? [id, `  ${facts}`, `  ${task}`] : [`${id.padEnd(ids)}  ${facts}  ${task}`]).map(line =>
      line === id ? line : cut(line, columns),
    ),
  )
}

/** For people: a loop of a fleet counts as running from its submission, but they see that it waits. Programs read the status with an underscore. */
export const shownStatus = ({ status, fleet }: SeenLoop): string => (fleet?.queued ? 'queued' : statusWords(status))

const cut = (line: string, columns: number): string => (line.length > columns ? `${line.slice(0, columns - 1)}…` : line)

const TIME_WIDTH = 7

/** Its turns, when something last happened in it, how long it worked, and what it cost, if that is known. */
function usedBy({ iteration, last_active, spent }: Pick<SeenLoop, 'iteration' | 'last_active' | 'spent'>): string {
  const turns = `turn ${String(iteration).padStart(2)}`
  const cost = spent.usd ? `  $${spent.usd.toFixed(2)}` : ''
  return `${turns}  ${localTime(last_active)}  ${formatDuration(spent.ms).padStart(TIME_WIDTH)}${cost}`
}

function localTime(moment: string): string {
  const date = new Date(moment)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
}

function marksOf({ damaged, verifies_merge, merged, processes = [] }: SeenLoop): string {
  const marks = [
    ...(merged ? [`merged into ${plain(merged.onto)}`] : []),
    ...(verifies_merge ? ['verifies a merge'] : []),
    ...(damaged === undefined ? [] : ['journal damaged']),
    ...(processes.length === 0 ? [] : [`${processes.length} ${processes.length === 1 ? 'process' : 'processes'} left`]),
  ]
  return marks.length === 0 ? '' : `  [${marks.join(', ')}]`
}
