import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Blobs } from '../../../system/blobs.ts'
import { lstatOrNull } from '../../../system/file-stat.ts'
import { isMachineCode } from '../../../system/machine-code.ts'
import type { Environment } from '../../../system/shell.ts'
import { isResultCache } from '../../../tools/protection/result-caches.ts'
import { type BuildBaseline, isDependency } from '../../../workspace/clean-copy/build-times.ts'
import { fromText } from '../../../workspace/snapshots/byte-path.ts'
import { type FrozenRules, ignoreRules } from '../../../workspace/snapshots/ignore-rules.ts'
import { presentRules } from '../../../workspace/snapshots/ignored-files.ts'
import type { IgnoredBefore } from '../seal.ts'
import { bytesAt } from './path-state.ts'

interface IgnoredRequest {
  readonly tree: string
  readonly env: Environment
  readonly blobs: Blobs
  readonly ours?: string
  readonly ranSinceMs?: number
}

const MOST_LISTED = 20_000
const MOST_KEPT = 2_000
const LARGEST_KEPT = 128 * 1024

// A configured build has one of these at the top of its folder.
const CONFIGURED = ['CMakeCache.txt', 'build.ninja', 'config.status']

/** The ignore rules and the ignored files before the first turn. Settings of builds are kept: an agent could build with others. */
export async function ignoredBefore(request: IgnoredRequest): Promise<IgnoredBefore> {
  const { tree, env, blobs, ranSinceMs = Number.POSITIVE_INFINITY } = request
  const rules = await presentRules(tree, env)
  const listed = listIgnored(request, rules)
  const written: string[] = []
  const settings: Record<string, string> = {}
  let kept = 0
  for (const path of listed.paths) {
    const stat = lstatOrNull(join(tree, path))
    if (!stat?.isFile()) continue
    if (Number(stat.mtimeMs) >= ranSinceMs) written.push(path)
    if (!isSetting(path, listed.configured) || stat.size > LARGEST_KEPT || kept >= MOST_KEPT) continue
    const bytes = bytesAt(join(tree, path))
    if (!bytes || isMachineCode(bytes)) continue
    settings[path] = blobs.put(bytes)
    kept += 1
  }
  return { rules, paths: listed.paths, complete: listed.complete, written, settings }
}

const isSetting = (path: string, configured: readonly string[]): boolean =>
  path.endsWith('.mk') || configured.some(folder => path.startsWith(folder))

/** Null for seals of earlier versions. Bytes that are gone are not restored: the file is as old as others that were built. */
export const buildBaseline = (ignored: IgnoredBefore | null, blobs: Blobs): { readonly before?: BuildBaseline } =>
  ignored === null
    ? {}
    : {
        before: {
          rules: ignored.rules,
          paths: ignored.complete ? new Set(ignored.paths) : null,
          written: new Set(ignored.written),
          settings: new Map(
            Object.entries(ignored.settings).flatMap(([path, digest]) => {
              const bytes = blobs.get(digest)
              return bytes ? [[path, bytes] as const] : []
            }),
          ),
        },
      }

interface Listed {
  readonly paths: string[]
  /** Folders with a configured build, with a slash at the end; '' is the tree. */
  readonly configured: string[]
  readonly complete: boolean
}

function listIgnored({ tree, ours }: IgnoredRequest, rules: FrozenRules): Listed {
  const { ignores } = ignoreRules(rules)
  const tracked = new Set(rules.tracked)
  const paths: string[] = []
  const configured: string[] = []
  const folders = [{ folder: '', inside: false }]
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const entry of entriesOf(join(tree, at.folder))) {
      const path = at.folder === '' ? entry.name : `${at.folder}/${entry.name}`
      if (path === '.git' || join(tree, path) === ours || isDependency(path) || isResultCache(path)) continue
      const isIgnored = at.inside ? !tracked.has(fromText(path)) : ignores(fromText(path), entry.isDirectory())
      if (entry.isDirectory()) folders.push({ folder: path, inside: at.inside || isIgnored })
      else if (isIgnored) {
        if (paths.length >= MOST_LISTED) return { paths, configured, complete: false }
        paths.push(path)
        if (CONFIGURED.includes(entry.name)) configured.push(path.slice(0, -entry.name.length))
      }
    }
  }
  return { paths, configured, complete: true }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
