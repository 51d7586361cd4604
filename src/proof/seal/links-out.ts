import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { lstatOrNull, statOrNull } from '../../system/file-stat.ts'
import { finding } from '../finding-words.ts'
import type { ProofCase } from '../proof-case.ts'
import { changedSince } from './built-files.ts'

/** Work behind a link that leads out of the tree is neither in a snapshot nor in a commit, and no rule reads it. */
export async function linksOut({ options, record, log, isFree }: ProofCase): Promise<void> {
  const since = changedSince(record.seal)
  const tree = realpathSync(options.tree)
  const linked = (await options.changes()).filter(
    ({ path, status }) =>
      status !== 'deleted' && !isFree(path) && !NO_WORK.test(path) && hidesWork({ tree, path, status, since }),
  )
  if (linked.length === 0) return
  const paths = linked.map(({ path }) => path)
  log.refused('tools', [finding('green-only-in-place', 'unproven', { left: [], missing: [], linked: paths }, paths)])
}

/** Our own folder, which is not followed either, and installed packages. */
const NO_WORK = /(?:^|\/)(?:\.aiwg|node_modules|\.?venv|vendor)$/

interface Link {
  readonly tree: string
  readonly path: string
  readonly status: 'added' | 'changed' | 'deleted'
  /** The time of the baseline. */
  readonly since: number
}

/** A new link to a file from before the loop has no work behind it, such as the interpreter of a virtual environment. */
function hidesWork({ tree, path, status, since }: Link): boolean {
  const full = join(tree, path)
  const behind = lstatOrNull(full)?.isSymbolicLink() ? statOrNull(full) : null
  if (!behind || isInTree(tree, realpathSync(full))) return false
  return status === 'changed' || behind.isDirectory() || Number(behind.ctimeMs) >= since
}

/** Snapshots and commits do not contain git's own folder either. */
function isInTree(tree: string, target: string): boolean {
  const [first] = relative(tree, target).split('/')
  return first !== '..' && first !== '.git'
}
