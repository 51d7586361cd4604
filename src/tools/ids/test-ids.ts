import { titlePath } from '../reading/gather.ts'
import { projectPath } from '../reading/paths.ts'
import type { TestRecord, TestState } from './executed.ts'

/** A test as a runner tells of it, before it has an id. */
export interface ToldTest {
  /** As the runner spells it. */
  readonly file: string | null
  readonly title: readonly string[]
  readonly state: TestState
  readonly retries: number
}

/** The spellings of one root: as it was named, and where links lead. */
export type Roots = readonly string[]

export function fromRoot(path: string, roots: Roots): string {
  for (const root of roots) {
    const short = projectPath(path, { root, directory: '' })
    if (!short.startsWith('/')) return short
  }
  return path
}

/** Gives every test the id that it has as a failure; equal ones are numbered in the order in which they were told. */
export function withIds(told: readonly ToldTest[], roots: Roots): TestRecord[] {
  const seen = new Map<string, number>()
  return told.map(({ file, title, state, retries }) => {
    const path = file === null ? null : fromRoot(file, roots)
    const name = titlePath(title)
    const base = path === null ? name : `${path}::${name}`
    const count = (seen.get(base) ?? 0) + 1
    seen.set(base, count)
    return { id: count === 1 ? base : `${base}#${count}`, file: path, title, state, retries }
  })
}
