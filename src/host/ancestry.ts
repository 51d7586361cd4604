import { carries, readProcess } from './process-table.ts'

/** Deeper than any real chain of programs; a table that changes while it is read could lead in circles. */
const DEEPEST = 64

/** Whether a process, or one that it descends from, was started with one of these texts in its environment. */
export function descendsFrom(pid: number, marks: readonly string[]): boolean {
  let current = pid
  for (let depth = 0; depth < DEEPEST && current > 1; depth++) {
    if (marks.some(mark => carries(current, mark))) return true
    const entry = readProcess(current)
    if (entry === null) return false
    current = entry.parent
  }
  return false
}
