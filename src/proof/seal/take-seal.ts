import { basename, join, relative } from 'node:path'
import type { Blobs } from '../../system/blobs.ts'
import { sha256 } from '../../system/blobs.ts'
import { lstatOrNull, statOrNull } from '../../system/file-stat.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import type { ProtectedKind } from '../../tools/protection/protected-kind.ts'
import { isStoredAnswer } from '../../tools/protection/test-paths.ts'
import { builtFiles } from './built-files.ts'
import { answersInRecipes, dataOfChecks, isCompared } from './reach/data-files.ts'
import { isNamedLikeCheck, type ReachedFiles, reachedBy, type TreeFiles } from './reach/reach.ts'
import { helpersOfTests } from './reach/test-helpers.ts'
import type { Seal, SealedFile } from './seal.ts'
import { sealedParts } from './sections/sections.ts'
import { ignoredBefore } from './state/ignored-before.ts'
import { gitPlaces, type OutsidePath, outsidePlaces } from './state/outside-files.ts'
import { sealPackages } from './state/packages.ts'
import { bytesAt } from './state/path-state.ts'
import { scriptsIn, sealFile, text } from './state/seal-file.ts'
import { ALWAYS_USED, sealTool, toolPlaces } from './state/tools.ts'
import { walkTree } from './state/walk.ts'

export interface SealRequest {
  /** The root of the tree and the folder in which the commands run, both as real paths. */
  readonly tree: string
  readonly workspace: string
  /** The criterion's commands. */
  readonly commands: readonly string[]
  /** Files whose tests ran at the baseline, relative to the root. */
  readonly testFiles: readonly string[]
  readonly home: string
  /** The environment in which the gate runs its commands. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the bytes are kept. */
  readonly blobs: Blobs
  /** Our own folder, in case it is inside the tree. */
  readonly ours?: string
  /** More files that count, relative to the root: those that a criterion's file rules read. */
  readonly files?: readonly string[]
  /** When the baseline run started: data in test folders that it wrote changes with every run. */
  readonly ranSinceMs?: number
}

const LOCKS =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|requirements[\w.-]*\.txt|Cargo\.lock|go\.sum|Gemfile\.lock|composer\.lock|mix\.lock)$/

const isLock = (path: string): boolean => LOCKS.test(path)

/** Records the files and programs that the check relies on, before the first turn. */
export async function takeSeal(request: SealRequest): Promise<Seal> {
  const { tree, workspace, blobs } = request
  const takenMs = Date.now()
  const searchPath = request.env['PATH'] ?? ''
  const { files: walked, installed, partial } = walkTree(tree, request.ours ?? null)
  const texts = treeFiles(tree, walked)
  const reached = reachedBy(request.commands, posix(relative(tree, workspace)), texts)
  const scripts = [...reached.scripts].sort()
  const files: SealedFile[] = []
  const paths = new Map(protectedPaths(request, walked, reached))
  const { built, compiled } = await builtFiles(request, paths)
  for (const path of built) paths.delete(path)
  for (const path of await besideCrateTests(request, texts)) if (!paths.has(path)) paths.set(path, 'test')
  for (const path of checkPrograms(paths, texts)) paths.set(path, 'test')
  const tests = [...paths].filter(([, kind]) => kind === 'test').map(([path]) => path)
  for (const path of helpersOfTests(tests, texts, path => paths.has(path))) paths.set(path, 'test')
  const checks = [...paths].filter(([, kind]) => kind === 'test' || kind === 'script').map(([path]) => path)
  const data = dataOfChecks(checks, texts, path => paths.has(path)).filter(
    path => !isWrittenByRuns(request, path, 'snapshot'),
  )
  const makefiles = [...paths].flatMap(([path, kind]) => (kind === 'build' ? [texts.read(path) ?? ''] : []))
  const answers = [...answersOf(request, reached), ...answersInRecipes(makefiles, texts)]
  for (const path of answers) if (!paths.has(path) && !data.includes(path)) data.push(path)
  for (const [path, kind] of [...paths, ...data.map(path => [path, 'snapshot'] as const)]) {
    const sealed = await sealFile({ tree, path, kind, scripts: scriptsIn(path, scripts) }, blobs)
    if (sealed) files.push(sealed)
  }
  const places = toolPlaces(tree, workspace, searchPath)
  const programs = [...new Set([...ALWAYS_USED, ...reached.programs])].sort()
  return {
    version: 1,
    tree,
    workspace,
    takenMs,
    searchPath,
    files,
    built: built.sort(),
    compiled: compiled.sort(),
    ignored: await ignoredBefore(request),
    outside: await sealPlaces([...outsidePlaces(tree, request.home, request.env), ...gitPlaces(tree)], blobs),
    scripts,
    tools: programs.flatMap(name => sealTool(name, places) ?? []),
    packages: await sealPackages(tree, installed),
    locks: lockDigests(tree, walked),
    partial,
  }
}

function protectedPaths(
  request: SealRequest,
  walked: readonly string[],
  reached: ReachedFiles,
): ReadonlyMap<string, ProtectedKind> {
  const found = new Map<string, ProtectedKind>()
  for (const path of walked) {
    const kind = kindOf(path)
    if (kind !== null && !isWrittenByRuns(request, path, kind)) found.set(path, kind)
  }
  for (const [path, kind] of reached.files) if (!found.has(path)) found.set(path, kind)
  for (const path of request.testFiles) if (!found.has(path)) found.set(path, 'test')
  for (const path of request.files ?? []) if (!found.has(path)) found.set(path, 'config')
  return found
}

/** Files that are compared with something, and named like expected results. Others may be what the work is about: generated code. */
const answersOf = (request: SealRequest, { compared, files }: ReachedFiles): string[] =>
  compared.filter(path => isCompared(path) && !files.has(path) && !isWrittenByRuns(request, path, 'snapshot'))

/** Sources of test programs that a build file names: `check.c` with a `main` that compares. */
function checkPrograms(paths: ReadonlyMap<string, ProtectedKind>, { paths: all, read }: TreeFiles): string[] {
  const builds = [...paths].flatMap(([path, kind]) => (kind === 'build' ? [read(path) ?? ''] : [])).join('\n')
  return all.filter(path => {
    if (paths.has(path) || !/\.(?:c|cc|cpp|cxx)$/.test(path) || !isNamedLikeCheck(posix(path))) return false
    if (!builds.includes(basename(path).replace(/\.\w+$/, ''))) return false
    const source = read(path) ?? ''
    return /\bmain\s*\(/.test(source) && /\bassert|\bfail|expect|\bwant|!=/i.test(source)
  })
}

/** Cargo reports the root of a crate for the tests of all its files, so files with tests are found by their content. */
async function besideCrateTests({ testFiles }: SealRequest, { paths, read }: TreeFiles): Promise<string[]> {
  if (!testFiles.some(path => path.endsWith('.rs') && kindOf(path) === null)) return []
  const found: string[] = []
  for (const path of paths.filter(path => path.endsWith('.rs') && kindOf(path) === null)) {
    const parts = await sealedParts(path, read(path) ?? '', new Set())
    if (parts !== null && parts.length > 0) found.push(path)
  }
  return found
}

function isWrittenByRuns({ tree, ranSinceMs }: SealRequest, path: string, kind: ProtectedKind): boolean {
  if (ranSinceMs === undefined || kind !== 'snapshot' || isStoredAnswer(path)) return false
  return (lstatOrNull(join(tree, path))?.mtimeMs ?? 0) >= ranSinceMs
}

async function sealPlaces(places: readonly OutsidePath[], blobs: Blobs): Promise<Seal['outside']> {
  const nothing = new Set<string>()
  return Promise.all(
    places.map(async ({ path, kind }) => ({
      path,
      kind,
      file: await sealFile({ tree: '/', path, kind, scripts: nothing }, blobs),
    })),
  )
}

const LARGEST_FOLLOWED = 512 * 1024

function treeFiles(tree: string, paths: readonly string[]): TreeFiles {
  const known = new Set(paths)
  const sizeOf = (path: string): number => {
    const stat = statOrNull(join(tree, path))
    return stat?.isFile() ? Number(stat.size) : -1
  }
  return {
    paths,
    has: path => known.has(path) || (isBuilt(path) && sizeOf(path) >= 0),
    read(path) {
      const size = sizeOf(path)
      const bytes = size >= 0 && size <= LARGEST_FOLLOWED ? bytesAt(join(tree, path)) : null
      return bytes && !bytes.subarray(0, 512).includes(0) ? text(bytes) : null
    },
  }
}

// Folders that are not walked may still contain a script that is named.
const isBuilt = (path: string): boolean => /(?:^|\/)(?:build|tmp|out|vendor|deps)\//.test(path)

export function lockDigests(tree: string, paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.filter(isLock).map(path => [path, sha256(bytesAt(join(tree, path)) ?? '')]))
}

const posix = (path: string): string => path.split('\\').join('/')
