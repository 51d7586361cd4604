import { appendFile, lstat } from 'node:fs/promises'
import { describeOutcome } from '../loop/outcome.ts'
import type { LoopSpec, LoopState } from '../loop/state.ts'
import { activityLogIn } from '../store/layout.ts'

/**
 * Adds an entry to the activity log of a project that has one. The file is no part of snapshots, so an entry is never taken for the
 * agent's work. A log that cannot be written stops no loop.
 */
export async function noteStart(spec: LoopSpec): Promise<void> {
  await note(spec, 'loop-start', `${spec.id}: ${oneLine(spec.task)} (done means: ${oneLine(spec.done)})`)
}

export async function noteEnd({ spec, outcome, iteration }: LoopState): Promise<void> {
  if (outcome === null) return
  const turns = `${iteration} ${iteration === 1 ? 'turn' : 'turns'}`
  await note(spec, 'loop-end', `${spec.id}: ${outcome.kind} after ${turns}: ${oneLine(describeOutcome(outcome))}`)
}

async function note({ tree, worktree }: LoopSpec, operation: string, says: string): Promise<void> {
  // The person's own tree: the entries of a worktree would be merged as work.
  const path = activityLogIn(worktree?.origin ?? tree)
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ')
  // Never through a link, which may lead out of the tree.
  if (!(await lstat(path).catch(() => null))?.isFile()) return
  await appendFile(path, `## [${at}] ${operation} | ${says}\n`).catch(() => {})
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
