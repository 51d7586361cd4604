import { accessSync, constants, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { sha256 } from '../../../system/blobs.ts'
import { statOrNull } from '../../../system/file-stat.ts'
import { programFolders } from '../../../tools/commands/project-programs.ts'
import type { SealedTool } from '../seal.ts'
import { bytesAt, stampOf } from './path-state.ts'

/** Programs that every check relies on, whatever its commands name. */
export const ALWAYS_USED = ['node', 'npm', 'npx', 'sh', 'bash', 'git'] as const

const LARGEST_READ = 4 * 1024 * 1024

interface FoundTool {
  readonly found: string
  readonly real: string
  readonly stamp: string
}

/** The file of a program, as a script of the workspace would find it: the packages' own programs first, then the path. */
export function findTool(name: string, places: readonly string[]): FoundTool | null {
  for (const folder of places) {
    const found = join(folder, name)
    const stat = statOrNull(found)
    if (stat?.isFile() && isExecutable(found)) return { found, real: realpathSync(found), stamp: stampOf(stat) }
  }
  return null
}

export function sealTool(name: string, places: readonly string[]): SealedTool | null {
  const tool = findTool(name, places)
  return tool && { name, ...tool, digest: digestOf(tool.real) }
}

/** A large program is compared by its stamp only. */
function digestOf(path: string): string | null {
  const bytes = (statOrNull(path)?.size ?? 0) <= LARGEST_READ ? bytesAt(path) : null
  return bytes && sha256(bytes)
}

export const isSameTool = (before: SealedTool, now: FoundTool): boolean =>
  before.real === now.real &&
  (before.stamp === now.stamp || (before.digest !== null && before.digest === digestOf(now.real)))

export function toolPlaces(tree: string, workspace: string, searchPath: string): readonly string[] {
  const places: string[] = []
  for (let folder = workspace; ; folder = dirname(folder)) {
    places.push(...programFolders(folder))
    if (folder === tree || dirname(folder) === folder) break
  }
  return [...places, ...searchPath.split(':').map(place => (isAbsolute(place) ? place : join(workspace, place)))]
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
