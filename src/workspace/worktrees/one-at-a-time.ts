import { setTimeout as sleep } from 'node:timers/promises'
import type { Result } from '../../std/result.ts'
import { gitFolders } from '../snapshots/user-repository.ts'

const TRIES = 5
const FIRST_PAUSE_MS = 20

/** The last work on the worktrees of each repository. */
const queues = new Map<string, Promise<unknown>>()

/**
 * Runs a command of git that reads or changes the list of worktrees. Git fails at an entry of that list that is half written or half
 * removed, so this process works on one at a time, and waits for other processes.
 */
export function oneAtATime(tree: string, work: () => Promise<Result<string, string>>): Promise<Result<string, string>> {
  const repository = gitFolders(tree)?.common ?? tree
  const before = queues.get(repository) ?? Promise.resolve()
  const done = before.then(() => repeated(work))
  const settled = done.catch(() => {})
  queues.set(repository, settled)
  void settled.then(() => {
    if (queues.get(repository) === settled) queues.delete(repository)
  })
  return done
}

async function repeated(work: () => Promise<Result<string, string>>): Promise<Result<string, string>> {
  let result = await work()
  for (let tries = 1; !result.ok && tries < TRIES; tries++) {
    await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1))
    result = await work()
  }
  return result
}
