import { carries, commandOf, identityOf, type ProcessIdentity, readProcess } from './process-table.ts'

/** Deeper than any real chain of processes; a table that changes while it is read could form a cycle. */
const DEEPEST = 64

/** Whether a process or one of its ancestors was started with one of these texts in its environment. */
export function descendsFrom(pid: number, marks: readonly string[]): boolean {
  let current = pid
  for (let depth = 0; depth < DEEPEST && current > 0; depth++) {
    if (marks.some(mark => carries(current, mark))) return true
    const entry = readProcess(current)
    if (entry === null) return false
    current = entry.parent
  }
  return false
}

/** The ancestors of a process, its parent first. */
export function ancestorsOf(pid: number): readonly ProcessIdentity[] {
  const found: ProcessIdentity[] = []
  let parent = readProcess(pid)?.parent ?? 0
  while (parent > 1 && found.length < DEEPEST) {
    const identity = identityOf(parent)
    if (identity === null) break
    found.push(identity)
    parent = readProcess(parent)?.parent ?? 0
  }
  return found
}

/**
 * The program that caused a process: the nearest ancestor with one of these names, else the nearest that is not a shell. Shells
 * come and go with each command.
 */
export function startedBy(pid: number, names: readonly string[]): ProcessIdentity | null {
  const ancestors = ancestorsOf(pid)
  const called = (words: readonly string[]) =>
    ancestors.find(({ pid }) => programOf(pid).some(name => words.some(word => name.startsWith(word))))
  const first = ancestors.find(({ pid }) => !programOf(pid).some(name => SHELLS.includes(name.split(' ')[0] ?? '')))
  return called(names) ?? first ?? ancestors[0] ?? null
}

const SHELLS = ['sh', 'bash', 'dash', 'zsh', 'fish', 'ksh', 'env', 'timeout', 'nice', 'sudo', 'npx', 'npm']

/** The names of the program and of the script that it runs, if it is an interpreter. */
const programOf = (pid: number): readonly string[] =>
  commandOf(pid)
    .slice(0, 2)
    .map(word => (word.split('/').at(-1) ?? '').replace(/^-/, '').replace(/\.[cm]?js$/, ''))
