import { mkdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'

/** Counts the processor time of all processes that were started in it, also of those that have ended. */
export interface CpuGroup {
  /** A shell line that puts its own process, and all that it starts, into the group. */
  readonly enter: string
  /** The file that has the nanoseconds so far. */
  readonly file: string
  readonly usedMs: () => number
  readonly close: () => void
}

let groups = 0

/** Null where control groups cannot be made. On a busy machine, processor time says more than a clock. */
export function openCpuGroup(): CpuGroup | null {
  const folder = join('/sys/fs/cgroup/cpuacct', `agent-loop-bench-${process.pid}-${++groups}`)
  try {
    mkdirSync(folder)
  } catch {
    return null
  }
  const file = join(folder, 'cpuacct.usage')
  return {
    enter: `echo $$ > ${join(folder, 'cgroup.procs')}`,
    file,
    usedMs: () => Number(readFileSync(file, 'utf8')) / 1e6,
    close: () => {
      try {
        rmdirSync(folder)
      } catch {
        // A process that has not ended yet keeps it.
      }
    },
  }
}
