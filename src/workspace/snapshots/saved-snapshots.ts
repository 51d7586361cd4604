import { fail, ok, type Result } from '../../std/result.ts'
import { isolatedEnvironment, runGit } from '../../system/run-git.ts'
import type { Environment } from '../../system/shell.ts'
import { type BytePath, fromText, toText } from './byte-path.ts'
import type { EntryMode } from './git-objects.ts'
import { type Repository, repositoryAt } from './repository.ts'

/** Queries that need no tree, by the id that `take` returned, in this process or a later one. */
export interface SavedSnapshots {
  iterations(): Promise<readonly number[]>
  /** The snapshot of an iteration; null when there is none. */
  idOf(iteration: number): Promise<string | null>
  /** The tree as it was before the restore of that number; null when there is none. */
  idBeforeRestore(restore: number): Promise<string | null>
  /** As git prints it, with renames detected and binary files noted. */
  diff(from: string, to: string, options?: DiffOptions): Promise<Result<string, string>>
  changedPaths(from: string, to: string): Promise<Result<readonly ChangedPath[], string>>
  /** How many lines of each file were added and removed. */
  lineCounts(from: string, to: string): Promise<Result<readonly LineCount[], string>>
  /** The bytes of a file or the target of a link; null when the snapshot has none there. */
  read(id: string, path: string): Promise<Result<Uint8Array | null, string>>
}

interface DiffOptions {
  readonly stat?: boolean
  readonly paths?: readonly string[]
}

export interface ChangedPath {
  readonly path: string
  readonly status: 'added' | 'deleted' | 'modified' | 'renamed' | 'type-changed'
  /** The old path of a renamed file. */
  readonly was?: string
}

export interface LineCount {
  readonly path: string
  /** Null for a binary file. */
  readonly added: number | null
  readonly removed: number | null
}

export function savedSnapshots(path: string, env: Environment): SavedSnapshots {
  const repository = repositoryAt(path)
  const git = (args: readonly string[]): Promise<Result<Buffer, string>> => ownGit(repository, env, args)
  return {
    iterations: () => repository.numbers('iterations'),
    idOf: number => repository.idOf({ series: 'iterations', number }),
    idBeforeRestore: number => repository.idOf({ series: 'restores', number }),
    async diff(from, to, { stat = false, paths = [] } = {}) {
      const how = stat ? ['--stat=100'] : ['--patch', '--full-index']
      const printed = await git([...DIFF, ...how, treeIn(from), treeIn(to), '--', ...paths])
      return printed.ok ? ok(withoutSubprojects(printed.value.toString())) : printed
    },
    changedPaths: remembered(async (from, to) => {
      const printed = await git([...DIFF, '--name-status', '-z', treeIn(from), treeIn(to)])
      return printed.ok ? ok(readNameStatus(printed.value.toString('latin1'))) : printed
    }),
    async lineCounts(from, to) {
      const printed = await git([...DIFF, '--numstat', '-z', treeIn(from), treeIn(to)])
      return printed.ok ? ok(readNumbers(printed.value.toString('latin1'))) : printed
    },
    read: remembered(
      async (id, path): Promise<Result<Buffer | null, string>> => {
        const entries = await entriesOf(repository, env, id, [path])
        if (!entries.ok) return entries
        const entry = entries.value.get(fromText(path))
        if (entry === undefined || entry.mode === '160000') return ok(null)
        return git(['cat-file', 'blob', entry.id])
      },
      bytes => (bytes?.length ?? 0) <= LARGEST_REMEMBERED,
    ),
  }
}

const MOST_REMEMBERED = 200
const LARGEST_REMEMBERED = 64 << 10

/** Snapshots never change, so neither do answers about them. Each step of a proof asks the same, and every answer starts git. */
function remembered<T>(
  query: (one: string, other: string) => Promise<Result<T, string>>,
  isKept: (value: T) => boolean = () => true,
): (one: string, other: string) => Promise<Result<T, string>> {
  const known = new Map<string, Promise<Result<T, string>>>()
  return (one, other) => {
    const key = `${one}\0${other}`
    const found = known.get(key)
    if (found !== undefined) return found
    const asked = query(one, other)
    const [oldest] = known.size < MOST_REMEMBERED ? [] : known.keys()
    if (oldest !== undefined) known.delete(oldest)
    known.set(key, asked)
    const forget = (): boolean => known.delete(key)
    asked.then(answer => (answer.ok && isKept(answer.value)) || forget(), forget)
    return asked
  }
}

export const ownGit = (
  { path }: Repository,
  env: Environment,
  args: readonly string[],
  more: Environment = {},
): Promise<Result<Buffer, string>> =>
  runGit({
    args: ['--git-dir', path, '--literal-pathspecs', ...args],
    cwd: path,
    env: { ...isolatedEnvironment(env), ...more },
  })

/** The files are one entry of a snapshot, beside their metadata. */
export const treeIn = (id: string): string => `${id}:tree`

const DIFF = [
  '-c',
  'core.quotePath=false',
  'diff',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--find-renames',
  '--submodule=short',
  '--ignore-submodules=none',
  '--src-prefix=a/',
  '--dst-prefix=b/',
]

export interface SavedEntry {
  readonly mode: EntryMode
  readonly id: string
}

/** The files, links, and unsaved entries of a snapshot, without folders. */
export async function entriesOf(
  repository: Repository,
  env: Environment,
  id: string,
  paths: readonly string[] = [],
): Promise<Result<Map<BytePath, SavedEntry>, string>> {
  const listed = await ownGit(repository, env, ['ls-tree', '-r', '-z', '--full-tree', treeIn(id), '--', ...paths])
  if (!listed.ok) return fail(`snapshot ${id} cannot be read: ${listed.error}`)
  const lines = listed.value.toString('latin1').split('\0').filter(Boolean)
  return ok(
    new Map(
      lines.map(line => {
        const tab = line.indexOf('\t')
        const [mode = '', , object = ''] = line.slice(0, tab).split(' ')
        return [line.slice(tab + 1), { mode: mode as EntryMode, id: object }]
      }),
    ),
  )
}

const statuses: Readonly<Record<string, ChangedPath['status']>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type-changed',
}

function readNameStatus(text: string): ChangedPath[] {
  const fields = text.split('\0').filter(Boolean).map(toText)
  const changed: ChangedPath[] = []
  for (let at = 0; at < fields.length; at += 2) {
    const status = statuses[fields[at]?.[0] ?? ''] ?? 'modified'
    const path = fields[at + 1] ?? ''
    if (status !== 'renamed') changed.push({ path, status })
    else changed.push({ path: fields[++at + 1] ?? '', status, was: path })
  }
  return changed
}

/** `added TAB removed TAB path`; of a renamed file, the path is empty and the old and the new one follow. */
function readNumbers(text: string): LineCount[] {
  const fields = text.split('\0').filter(Boolean).map(toText)
  const counts: LineCount[] = []
  const number = (field = '-'): number | null => (field === '-' ? null : Number(field))
  for (let at = 0; at < fields.length; at++) {
    const [added, removed, ...rest] = (fields[at] ?? '').split('\t')
    const path = rest.join('\t')
    if (path === '') at += 2
    counts.push({ path: path === '' ? (fields[at] ?? '') : path, added: number(added), removed: number(removed) })
  }
  return counts
}

/** Git shows files that are known only by their hash as subprojects; a reader of the diff should not see that. */
function withoutSubprojects(diff: string): string {
  if (!diff.includes('Subproject commit')) return diff
  return diff
    .split(/^(?=diff --git )/m)
    .map(part =>
      /^(index .* 160000|(new file|deleted file|new|old) mode 160000)$/m.test(part)
        ? part.replace(/^([-+])Subproject commit /gm, '$1not saved, known by its hash ')
        : part,
    )
    .join('')
}
