import { lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { gitIn } from '../../system/git.ts'
import { isWithin } from '../../system/is-within.ts'
import type { Environment } from '../../system/shell.ts'
import { copyFiles } from '../clean-copy/full-copy.ts'

/** Folders of installed dependencies. Checks need them, so they are copied whatever their size. */
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

/** Other ignored entries, such as `.env` or `dist`, are copied up to this size each: a larger build folder can be rebuilt. */
const MOST_BYTES = 64 * 1024 * 1024

export interface CopiedFiles {
  readonly copied: readonly string[]
  readonly tooLarge: readonly string[]
  /** The new tree has a link on the way to them, or something in their place. */
  readonly inTheWay: readonly string[]
  /** Copied files that still name the original tree. */
  readonly notIsolated: readonly string[]
}

/**
 * Copies the files that git ignores from one working tree into another. Never links them: an agent that installs a package into a
 * linked folder would change the user's tree, and workspace links would lead back to the user's files.
 */
export async function copyIgnoredFiles(from: string, to: string, ours: string, env: Environment): Promise<CopiedFiles> {
  return await copyEntries({ from, to, ours }, await untracked(from, env, '--ignored', '--exclude-standard'))
}

/** Untracked files and folders, also ignored ones; a folder without tracked files is one entry. */
export async function untracked(tree: string, env: Environment, ...options: readonly string[]): Promise<string[]> {
  const listed = await gitIn(tree, env)('ls-files', '-z', '--others', ...options, '--directory')
  return (listed.ok ? listed.value : '').split('\0').flatMap(name => name.replace(/\/$/, '') || [])
}

/** Installed packages, and what an installer writes beside the source about a package that is installed from it. */
export const isDependency = (entry: string): boolean =>
  DEPENDENCIES.has(basename(entry)) || /\.(?:egg-info|dist-info)$/.test(entry)

/** Installed packages also where no rule ignores them. Other names of such folders may be somebody's source. */
export const isPackageFolder = (entry: string): boolean => /(?:^|\/)(?:node_modules|\.?venv)$/.test(entry)

interface Trees {
  readonly from: string
  readonly to: string
  readonly ours: string
}

export async function copyEntries({ from, to, ours }: Trees, entries: readonly string[]): Promise<CopiedFiles> {
  const view = relative(from, ours)
  const [copied, tooLarge, inTheWay, notIsolated]: [string[], string[], string[], string[]] = [[], [], [], []]
  for (const entry of entries) {
    if (isWithin(view, entry) || isWithin(entry, view)) continue
    const stamps = entriesBelow(from, entry, isDependency(entry) ? Number.POSITIVE_INFINITY : MOST_BYTES)
    if (leadsElsewhere(to, entry)) inTheWay.push(entry)
    else if (stamps === null) tooLarge.push(entry)
    else {
      mkdirSync(join(to, dirname(entry)), { recursive: true })
      await copyFiles({ tree: from, survey: { stamps } }, to, notIsolated)
      copied.push(entry)
    }
  }
  return { copied, tooLarge, inTheWay, notIsolated }
}

/** The new tree has a link on the way, or something at the place: a copy would end up elsewhere, or replace it. */
const leadsElsewhere = (to: string, entry: string): boolean =>
  lstatSync(join(to, entry), { throwIfNoEntry: false }) !== undefined ||
  entry
    .split('/')
    .slice(0, -1)
    .some((_, at, parts) => {
      const parent = lstatSync(join(to, ...parts.slice(0, at + 1)), { throwIfNoEntry: false })
      return parent !== undefined && !parent.isDirectory()
    })

/** A path and everything below it, folders first; null when the files have more than `most` bytes. */
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
