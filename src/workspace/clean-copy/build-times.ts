import { join } from 'node:path'
import { isMachineCodeAt } from '../../system/machine-code.ts'
import type { Environment } from '../../system/shell.ts'
import { ignoredFiles } from '../snapshots/ignored-files.ts'
import type { Survey } from './survey.ts'

/** Files of a copy that get other times, so that build tools compile again what changed since a moment. */
export interface BuildTimes {
  /** What was built since then: older than every source. */
  readonly old: readonly string[]
  /** Source that claims to be older than it is. */
  readonly fresh: readonly string[]
}

export const UNCHANGED: BuildTimes = { old: [], fresh: [] }

/** In seconds. Some build tools read 0 and 1 as "missing". */
export const OLD_SECONDS = 2

// Nothing compiles these again.
const INSTALLED = /(?:^|\/)(?:node_modules|site-packages|\.?venv|vendor|Pods)\//

/** Change times cannot be set back, so they show what was written since then, by whom ever. */
export async function buildTimes(
  { tree, env }: { readonly tree: string; readonly env: Environment },
  { stamps }: Pick<Survey, 'stamps'>,
  sinceMs: number,
): Promise<BuildTimes> {
  const changed = [...stamps].filter(([path, stamp]) => changedAt(stamp) >= sinceMs && !INSTALLED.test(path))
  const paths = changed.map(([path]) => path)
  const ignored = new Set(await ignoredFiles(tree, env, paths))
  const old = paths.filter(path => ignored.has(path) || isMachineCodeAt(join(tree, path)))
  const isOld = new Set(old)
  const fresh = changed.filter(([path, stamp]) => !isOld.has(path) && modifiedAt(stamp) < sinceMs)
  return { old, fresh: fresh.map(([path]) => path) }
}

const changedAt = (stamp: string): number => (stamp.startsWith('f ') ? Number(stamp.split(' ').at(-1)) : 0)
const modifiedAt = (stamp: string): number => Number(stamp.split(' ').at(-2))
