import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fail, type Result } from '../../std/result.ts'
import { committer, type Git, gitIn, userGit } from '../../system/git.ts'
import type { Environment } from '../../system/shell.ts'
import { readList } from '../lists/read-list.ts'
import { definitionOf, type ListedTask, type TaskList } from '../lists/task-list.ts'

interface NewCommit {
  /** The commit or tree with the files. */
  readonly files: string
  readonly parent: string
  readonly message: string
  /** A file whose content is replaced. */
  readonly replace: { readonly path: string; readonly text: string } | null
}

/** Makes a commit without touching a working tree, an index, or a branch. */
export async function makeCommit(tree: string, commit: NewCommit, env: Environment): Promise<Result<string, string>> {
  const index = join(tmpdir(), `agent-loop-index-${process.pid}-${randomBytes(4).toString('hex')}`)
  const git = gitIn(tree, env, { GIT_INDEX_FILE: index })
  try {
    const files =
      commit.replace === null ? await git('rev-parse', `${commit.files}^{tree}`) : await withFile(git, commit)
    if (!files.ok) return files
    return await git(...(await committer(git)), 'commit-tree', files.value, '-p', commit.parent, '-m', commit.message)
  } finally {
    await rm(index, { force: true })
  }
}

async function withFile(git: Git, { files, replace }: NewCommit): Promise<Result<string, string>> {
  if (replace === null) return fail('no file is replaced')
  const read = await git('read-tree', files)
  if (!read.ok) return read
  const known = await git('ls-files', '--stage', '--', `:(top,literal)${replace.path}`)
  const mode = known.ok && known.value !== '' ? (known.value.split(' ')[0] ?? '100644') : '100644'
  const blob = await writeBlob(git, replace.text)
  if (!blob.ok) return blob
  const added = await git('update-index', '--add', '--cacheinfo', `${mode},${blob.value},${replace.path}`)
  return added.ok ? await git('write-tree') : added
}

async function writeBlob(git: Git, text: string): Promise<Result<string, string>> {
  const file = join(tmpdir(), `agent-loop-blob-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await writeFile(file, text, { mode: 0o600 })
    return await git('hash-object', '-w', '--no-filters', file)
  } finally {
    await rm(file, { force: true })
  }
}

/** A file of a commit, byte by byte as text; null when the commit has none. */
export async function fileIn(tree: string, commit: string, path: string, env: Environment): Promise<string | null> {
  const shown = await userGit(tree, env, ['show', `${commit}:${path}`])
  return shown.ok ? shown.value.toString() : null
}

interface ResetList {
  readonly text: string
  /** Ids of the tasks whose marks an agent changed. */
  readonly boxes: readonly string[]
  /** Ids of other tasks that it changed, removed, or moved: the whole list is as before. */
  readonly tasks: readonly string[]
}

/**
 * The list as the agent of a task left it, with the marks that it had before. It is as before as a whole if other tasks are not, because
 * an agent does not decide about the work of others; unless its own task is about the list. New tasks and notes stay. Null when nothing
 * has to be reset.
 */
export function resetList(
  before: string,
  after: string | null,
  { path, own }: { readonly path: string; readonly own: Pick<ListedTask, 'id' | 'task'> },
): ResetList | null {
  if (before === after) return null
  const [was, is] = [readList(before, path), after === null ? null : readList(after, path)]
  if (!was.ok) return { text: before, boxes: [], tasks: [] }
  const tasks = own.task.includes(basename(path)) ? [] : changedTasks(was.value, is?.ok ? is.value : null, own.id)
  if (is === null || !is.ok) return { text: before, boxes: [], tasks }
  const done = new Set(was.value.tasks.flatMap(task => (task.done ? [task.id] : [])))
  const boxes = is.value.tasks.flatMap(task => (task.done === done.has(task.id) ? [] : [task.id]))
  if (tasks.length > 0 || was.value.unmarked() === is.value.unmarked()) return { text: before, boxes, tasks }
  return boxes.length === 0 ? null : { text: is.value.mark(id => done.has(id)), boxes, tasks }
}

/** Tasks that are gone, ask for something else, or come in another order; all of them when the list has another gate or other limits. */
function changedTasks(was: TaskList, is: TaskList | null, own: string): readonly string[] {
  const others = was.tasks.filter(({ id }) => id !== own)
  const ids = others.map(({ id }) => id)
  if (is === null || rulesOf(was) !== rulesOf(is)) return ids
  const now = is.tasks.filter(({ id }) => ids.includes(id))
  const definitions = new Map(now.map(task => [task.id, definitionOf(task)]))
  const changed = others.filter(task => definitions.get(task.id) !== definitionOf(task)).map(({ id }) => id)
  return changed.length > 0 ? changed : ids.filter((id, at) => now[at]?.id !== id)
}

const rulesOf = ({ gate, limits }: TaskList): string => JSON.stringify([gate, limits])

/** The list with one more task marked as done; null when that changes nothing. */
export function tickedList(text: string | null, path: string, id: string): string | null {
  const list = text === null ? null : readList(text, path)
  if (!list?.ok) return null
  const isDone = (each: TaskList['tasks'][number]): boolean => each.done || each.id === id
  const done = new Set(list.value.tasks.filter(isDone).map(task => task.id))
  const ticked = list.value.mark(each => done.has(each))
  return ticked === text ? null : ticked
}

/** Whether a branch contains a commit. */
export const contains = async (git: Git, ref: string, commit: string): Promise<boolean> =>
  (await git('merge-base', '--is-ancestor', commit, ref)).ok

export const tipOf = async (git: Git, ref: string): Promise<string | null> => {
  const tip = await git('rev-parse', '-q', '--verify', ref)
  return tip.ok ? tip.value : null
}

/** Where the files of two commits are the same. */
export const sameFiles = async (git: Git, one: string, other: string): Promise<boolean> => {
  const trees = await git('rev-parse', `${one}^{tree}`, `${other}^{tree}`)
  const [a, b] = trees.ok ? trees.value.split('\n') : ['', ' ']
  return a === b
}
