import { join } from 'node:path'
import { lstatOrNull, statOrNull } from '../../system/file-stat.ts'
import { isMachineCodeAt } from '../../system/machine-code.ts'
import type { Environment } from '../../system/shell.ts'
import { isOutputFolder } from '../../tools/protection/kind-of.ts'
import type { ProtectedKind } from '../../tools/protection/protected-kind.ts'
import { OLD_SECONDS } from '../../workspace/clean-copy/build-times.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { ignoredFiles } from '../../workspace/snapshots/ignored-files.ts'
import type { Seal, SealChange } from './seal.ts'

interface BuildRequest {
  readonly tree: string
  readonly env: Environment
  /** When the baseline run started. */
  readonly ranSinceMs?: number
}

/**
 * Programs and tests that the baseline run wrote (machine code, and what git ignores) are `built`: they change with the source. So they
 * are not protected, and clean copies begin without those that changed. Other machine code is `compiled`, and protected.
 */
export async function builtFiles(
  { tree, env, ranSinceMs }: BuildRequest,
  paths: ReadonlyMap<string, ProtectedKind>,
): Promise<{ readonly built: string[]; readonly compiled: string[] }> {
  const run = [...paths].filter(([, kind]) => kind === 'test' || kind === 'script').map(([path]) => path)
  const since = ranSinceMs ?? Number.POSITIVE_INFINITY
  const written = run.filter(path => Number(lstatOrNull(join(tree, path))?.mtimeMs ?? 0) >= since)
  const machine = new Set(run.filter(path => isFile(join(tree, path)) && isMachineCodeAt(join(tree, path))))
  const built = new Set([...written.filter(path => machine.has(path)), ...(await ignoredFiles(tree, env, written))])
  return { built: [...built], compiled: [...machine].filter(path => !built.has(path)) }
}

const isFile = (path: string): boolean => statOrNull(path)?.isFile() === true

/** As coarse as file times can be. */
const RACY_MS = 2_000

/** From when on a change counts as one after the seal. */
export const changedSince = ({ takenMs }: Pick<Seal, 'takenMs'>): number => takenMs - RACY_MS

/** Built files that are not the ones from before the first turn, or the link through which they are reached. */
export function builtAnew(seal: Seal): readonly string[] {
  return seal.built.flatMap(path => {
    const link = linkAbove(seal.tree, path)
    if (link !== null) return [link]
    const stat = lstatOrNull(join(seal.tree, path))
    return stat && Number(stat.ctimeMs) >= changedSince(seal) ? [path] : []
  })
}

/** Protected machine code that changed. Nobody can read it, so it counts only if the check builds it again. */
export const changedPrograms = ({ compiled }: Seal, changed: readonly SealChange[]): readonly string[] =>
  compiled.filter(path => changed.some(change => change.path === path))

/** Those of them that a run in a copy without them has not built. */
export const notBuiltIn = (copy: Pick<CleanCopy, 'view'>, programs: readonly string[]): readonly string[] =>
  programs.filter(path => statOrNull(join(copy.view, path)) === null)

/** New ignored files of the tree that the run in the copy has not written. */
export function newIgnored({ view, builds }: Pick<CleanCopy, 'view' | 'builds'>, before: readonly string[]): string[] {
  const isWritten = (path: string): boolean => {
    const stat = lstatOrNull(join(view, path))
    return stat !== null && stat.mtimeMs !== BigInt(OLD_SECONDS * 1000)
  }
  return besideOutput(
    builds.ignored.filter(path => !isWritten(path)),
    before,
  )
}

/** The new ones of ignored files, without those in output folders that existed; of a new output folder, only the folder. */
export function besideOutput(paths: readonly string[], before: readonly string[]): string[] {
  const known = new Set(before.flatMap(foldersAbove))
  const top = (path: string): string => foldersAbove(path).find(folder => isOutputFolder(folder)) ?? path
  return [...new Set(paths.map(top))].filter(path => !known.has(path))
}

const foldersAbove = (path: string): string[] =>
  path.split('/').flatMap((_, depth, parts) => (depth === 0 ? [] : [parts.slice(0, depth).join('/')]))

function linkAbove(tree: string, path: string): string | null {
  const parts = path.split('/')
  for (let depth = 1; depth < parts.length; depth++) {
    const folder = parts.slice(0, depth).join('/')
    if (lstatOrNull(join(tree, folder))?.isSymbolicLink()) return folder
  }
  return null
}
