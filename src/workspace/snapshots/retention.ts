import { readdir } from 'node:fs/promises'
import { ok, type Result } from '../../std/result.ts'
import type { Environment } from '../../system/shell.ts'
import type { Repository, Series } from './repository.ts'
import { ownGit } from './saved-snapshots.ts'

const LAST_ITERATIONS = 50
const LAST_RESTORES = 10
// Git looks through all packs for an object; beyond this many it is worth making one of them.
const MANY_PACKS = 64

export interface Tidying {
  readonly repository: Repository
  readonly env: Environment
  /** The snapshot that the next one builds upon: its objects must stay. */
  readonly present: string | null
}

/** Keeps the repository bounded however long a loop runs. Cheap unless there is something to do. */
export async function dropOldSnapshots(
  { repository, env, present }: Tidying,
  keep: readonly number[],
): Promise<Result<null, string>> {
  const iterations = await repository.numbers('iterations')
  const first = iterations.slice(0, 1)
  await dropBefore(repository, 'iterations', iterations.slice(0, -LAST_ITERATIONS), [...first, ...keep])
  await dropBefore(repository, 'restores', (await repository.numbers('restores')).slice(0, -LAST_RESTORES), [])
  const packs = (await readdir(repository.packs)).filter(name => name.endsWith('.pack'))
  if (packs.length < MANY_PACKS) return ok(null)
  if (present !== null) await repository.point('present', present)
  const repacked = await ownGit(repository, env, ['repack', '-a', '-d', '-n', '-q'])
  return repacked.ok ? ok(null) : repacked
}

async function dropBefore(
  repository: Repository,
  series: Series,
  old: readonly number[],
  keep: readonly number[],
): Promise<void> {
  for (const number of old) if (!keep.includes(number)) await repository.drop({ series, number })
}
