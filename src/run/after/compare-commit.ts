import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { lstat, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok, type Result } from '../../std/result.ts'
import { isolatedEnvironment, runGit, userEnvironment } from '../../system/run-git.ts'
import type { Environment } from '../../system/shell.ts'

interface MadeFiles {
  /** The working tree with the checked files. */
  readonly tree: string
  readonly env: Environment
  /** The shared git folder of its repository. */
  readonly common: string
  /** The commit that the loop began on. */
  readonly from: string
  /** The id of the files to commit. */
  readonly files: string
  /** Files that are not committed on purpose. */
  readonly without: ReadonlySet<string>
  /** Files that the check created. */
  readonly written: ReadonlySet<string>
}

type Ask = (args: readonly string[], stdin?: string) => Promise<Result<string, string>>

/**
 * Why the files to commit are not the checked ones; null when they are. Git converts files on their way into a commit and out of it, as
 * attributes say that the agent can write. So the files are checked out as a clone gets them, without settings of this machine, and
 * compared. Line endings may differ, and so may files with a filter (such as Git LFS) that the project used before the loop.
 */
export async function unlikeChecked(made: MadeFiles): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-loop-commit-'))
  try {
    const different = await compared(made, folder)
    return different.ok ? different.value : different.error
  } catch (error) {
    return `the files of the commit cannot be compared: ${error instanceof Error ? error.message : String(error)}`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function compared(made: MadeFiles, folder: string): Promise<Result<string | null, string>> {
  const git = await freshRepository(made, folder)
  if (!git.ok) return git
  const listed = await git.value(['diff-tree', '-r', '-z', '--no-renames', made.from, made.files])
  if (!listed.ok) return listed
  const changes = changesIn(listed.value)
  if (changes.some(({ path }) => path.includes('\ufffd'))) return ok(NOT_UTF8)
  const kept = changes.find(({ path, gone }) => gone && isExtra(made, path))
  if (kept) return ok(`${kept.path} was checked, but the commit does not contain it`)
  const read = await git.value(['read-tree', made.files])
  if (!read.ok) return read
  const paths = await pathsToCompare(git.value, changes)
  if (!paths.ok) return paths
  const own = paths.value.filter(path => !made.without.has(path))
  const written = await git.value(['checkout-index', '-f', '-z', '--stdin'], own.map(path => `${path}\0`).join(''))
  if (!written.ok) return written
  const named = new Set(changes.map(({ path }) => path))
  const unlike = own.filter(path => !isSame(contentOf(made.tree, path), contentOf(folder, path), named.has(path)))
  const other = (await keepsModes(made.common)) ? own.find(path => !isEquallyExecutable(made.tree, folder, path)) : null
  if (other) return ok(`git would commit ${other} with another executable bit than the checked file has`)
  return await unlikeWithoutFilter(git.value, made, unlike)
}

export const NOT_UTF8 = 'the name of a changed file is not UTF-8'

/** An empty repository that reads the objects of the user's one, and neither its settings nor its attributes. */
async function freshRepository({ env, common, from }: MadeFiles, folder: string): Promise<Result<Ask, string>> {
  const ask = askIn(folder, isolatedEnvironment(env))
  const format = from.length === 64 ? 'sha256' : 'sha1'
  const made = await ask(['init', '-q', '--template=', `--object-format=${format}`])
  if (!made.ok) return made
  await writeFile(join(folder, '.git/objects/info/alternates'), `${join(common, 'objects')}\n`)
  return ok(ask)
}

const askIn =
  (cwd: string, env: Environment): Ask =>
  async (args, stdin = '') => {
    const printed = await runGit({ args, cwd, env, stdin })
    return printed.ok ? ok(printed.value.toString()) : printed
  }

interface Change {
  readonly path: string
  readonly gone: boolean
  readonly isNested: boolean
}

/** From lines such as `:100644 100755 <id> <id> M`, each with its path behind it. */
function changesIn(text: string): readonly Change[] {
  const parts = text.split('\0')
  return parts.flatMap((path, at) => {
    const line = at % 2 === 1 ? parts[at - 1] : undefined
    return line === undefined ? [] : [{ path, gone: line.endsWith(' D'), isNested: line.split(' ')[1] === '160000' }]
  })
}

const isExtra = ({ tree, without, written }: MadeFiles, path: string): boolean =>
  !without.has(path) && !written.has(path) && contentOf(tree, path) !== null

/** The changed files; all files after a change of attributes, which convert other files too. */
async function pathsToCompare(git: Ask, changes: readonly Change[]): Promise<Result<readonly string[], string>> {
  if (!changes.some(({ path }) => /(?:^|\/)\.gitattributes$/i.test(path)))
    return ok(changes.flatMap(({ path, gone, isNested }) => (gone || isNested ? [] : [path])))
  const listed = await git(['ls-files', '--stage', '-z'])
  if (!listed.ok) return listed
  return ok(listed.value.split('\0').flatMap(entry => /^(?!160000)[^\t]+\t(.+)$/s.exec(entry)?.[1] ?? []))
}

interface Content {
  readonly isLink: boolean
  readonly isExecutable: boolean
  readonly bytes: Buffer
}

function contentOf(folder: string, path: string): Content | null {
  const file = join(folder, path)
  try {
    const found = lstatSync(file)
    if (found.isSymbolicLink()) return { isLink: true, isExecutable: false, bytes: readlinkSync(file, 'buffer') }
    const isExecutable = (found.mode & 0o100) !== 0
    return found.isFile() ? { isLink: false, isExecutable, bytes: readFileSync(file) } : null
  } catch {
    return null
  }
}

/** With `core.fileMode` off, git commits other executable bits than the files have that were checked. */
function isEquallyExecutable(tree: string, folder: string, path: string): boolean {
  const [checked, cloned] = [contentOf(tree, path), contentOf(folder, path)]
  return checked === null || cloned === null || checked.isExecutable === cloned.isExecutable
}

/** Some file systems have no executable bits: there, all files look alike. */
async function keepsModes(common: string): Promise<boolean> {
  const probe = await mkdtemp(join(common, 'agent-loop-'))
  try {
    await writeFile(join(probe, 'file'), '', { mode: 0o600 })
    return ((await lstat(join(probe, 'file'))).mode & 0o100) === 0
  } finally {
    await rm(probe, { recursive: true, force: true })
  }
}

/** A file that the loop did not change may be missing in the working tree: a sparse checkout has only some files. */
function isSame(checked: Content | null, cloned: Content | null, isChanged: boolean): boolean {
  if (checked === null) return !isChanged
  if (cloned === null || checked.isLink !== cloned.isLink) return false
  return checked.bytes.equals(cloned.bytes) || plain(checked.bytes) === plain(cloned.bytes)
}

/** Without what differs between honest checkouts: line endings, and the id that the attribute `ident` writes. */
const plain = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replaceAll('\r\n', '\n')
    .replace(/\$Id: [0-9a-f]{40,64} \$/g, '$Id$$')

/** A filter of the project is allowed if the same attributes apply at the start, in the commit, and here. */
async function unlikeWithoutFilter(
  git: Ask,
  { tree, env, from }: MadeFiles,
  unlike: readonly string[],
): Promise<Result<string | null, string>> {
  if (unlike.length === 0) return ok(null)
  const input = unlike.map(path => `${path}\0`).join('')
  const query = ['check-attr', '-z', '--stdin', 'filter', 'working-tree-encoding', 'ident']
  const committed = await git([...query, '--cached'], input)
  const here = await askIn(tree, userEnvironment(env))(query, input)
  const started = await git(['read-tree', from])
  const before = started.ok ? await git([...query, '--cached'], input) : started
  if (!committed.ok || !here.ok || !before.ok) return committed.ok ? (here.ok ? before : here) : committed
  const [now, own, then] = [committed.value, here.value, before.value].map(attributesIn)
  const bad = unlike.find(path => {
    const wanted = then?.get(path)
    return !wanted?.startsWith('filter=') || now?.get(path) !== wanted || own?.get(path) !== wanted
  })
  return ok(bad === undefined ? null : `git would commit ${bad} with other content than the checked file has`)
}

/** The attributes of each path as one text, `filter` first if it is set. */
function attributesIn(text: string): ReadonlyMap<string, string> {
  const parts = text.split('\0')
  const found = new Map<string, string>()
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [path = '', name, value = ''] = parts.slice(at, at + 3)
    if (value !== 'unspecified' && value !== 'unset') found.set(path, `${found.get(path) ?? ''}${name}=${value} `)
  }
  return found
}
