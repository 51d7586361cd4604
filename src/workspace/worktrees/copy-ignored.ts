import { lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { gitIn } from '../../system/git.ts'
import type { Environment } from '../../system/shell.ts'
import { copyFiles } from '../clean-copy/full-copy.ts'

/** What installers make and git ignores. Without it no check runs, so it comes along whatever its size. */
const DEPENDENCIES = new Set([
  'node_modules',
  'bower_components',
  '.venv',
  'venv',
  '.virtualenv',
  'vendor',
  'deps',
  'Pods',
  '.yarn',
  '.bundle',
])

/** Other ignored files, as `.env` or a built `dist`, come along up to this size each: a build folder of gigabytes can be built again. */
const MOST_BYTES = 64 * 1024 * 1024

export interface CopiedFiles {
  readonly copied: readonly string[]
  /** Ignored and too large to come along. */
  readonly leftOut: readonly string[]
  /** Copied, and still naming the tree they came from. */
  readonly notIsolated: readonly string[]
}

/**
 * Copies what git ignores from one working tree into another. Copies, never links: an agent that installs a package into a linked
 * folder would change the person's tree, and links of workspaces would lead back to the person's files.
 */
export async function copyIgnoredFiles(from: string, to: string, ours: string, env: Environment): Promise<CopiedFiles> {
  const listed = await gitIn(from, env)('ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory')
  const entries = (listed.ok ? listed.value : '').split('\0').flatMap(name => name.replace(/\/$/, '') || [])
  const view = relative(from, ours)
  const [copied, leftOut, notIsolated]: [string[], string[], string[]] = [[], [], []]
  for (const entry of entries) {
    if (isInside(view, entry) || isInside(entry, view)) continue
    const stamps = entriesBelow(from, entry, DEPENDENCIES.has(basename(entry)) ? Number.POSITIVE_INFINITY : MOST_BYTES)
    if (stamps === null) leftOut.push(entry)
    else {
      mkdirSync(join(to, dirname(entry)), { recursive: true })
      await copyFiles({ tree: from, survey: { stamps } }, to, notIsolated)
      copied.push(entry)
    }
  }
  return { copied, leftOut, notIsolated }
}

const isInside = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}/`)

/** Everything below a path, folders first; null when it is more than that many bytes. */
function entriesBelow(tree: string, start: string, most: number): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>()
  const open = [start]
  let bytes = 0
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const stat = lstatSync(join(tree, path), { throwIfNoEntry: false })
    if (!stat) continue
    found.set(path, stat.isDirectory() ? 'd' : stat.isSymbolicLink() ? 'l' : stat.isFile() ? 'f' : 'o')
    bytes += stat.isFile() ? stat.size : 0
    if (bytes > most) return null
    if (stat.isDirectory()) open.push(...readdirSync(join(tree, path)).map(name => `${path}/${name}`))
  }
  return found
}
