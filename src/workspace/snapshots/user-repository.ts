import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Environment } from '../../system/shell.ts'

export interface GitFolders {
  /** Has HEAD and index, of this working tree alone. */
  readonly own: string
  /** Has branches and objects, shared by all working trees of the repository. */
  readonly common: string
}

/** The git folders of a tree; null where there is no repository. In worktrees and submodules, `.git` is a file that names them. */
export function gitFolders(tree: string): GitFolders | null {
  const path = join(tree, '.git')
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return null
  const own = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : pointedTo(tree, textOf(path))
  if (own === null || !existsSync(join(own, 'HEAD'))) return null
  const common = textOf(join(own, 'commondir'))
  return { own, common: common === null ? own : resolve(own, common.replace(/[\r\n]+$/, '')) }
}

/** The same with real paths, which tell one repository from another. */
export function realGitFolders(tree: string): GitFolders | null {
  const folders = gitFolders(tree)
  try {
    return folders && { own: realpathSync(folders.own), common: realpathSync(folders.common) }
  } catch {
    return null
  }
}

/** Variables with which git works on exactly these folders. Without them it searches, and an agent can lead it to another repository. */
export const inRepository = ({
  tree,
  folders: { own, common },
}: {
  tree: string
  folders: GitFolders
}): Environment => ({
  GIT_DIR: own,
  GIT_COMMON_DIR: common,
  GIT_WORK_TREE: tree,
})

export interface Head {
  /** The branch that HEAD names; null when it is detached. */
  readonly ref: string | null
  /** Null on a branch without a commit. */
  readonly commit: string | null
}

/** Read without starting git; null where references are not plain files, and git is needed. */
export function readHead({ own, common }: GitFolders): Head | null {
  const text = textOf(join(own, 'HEAD'))?.trim()
  if (text === undefined || existsSync(join(common, 'reftable'))) return null
  const ref = /^ref:\s*(\S.*)$/.exec(text)?.[1] ?? null
  if (ref === null) return isId(text) ? { ref: null, commit: text } : null
  const loose = textOf(join(common, ref))?.trim()
  if (loose !== undefined) return isId(loose) ? { ref, commit: loose } : null
  return { ref, commit: packed(textOf(join(common, 'packed-refs')) ?? '', ref) }
}

function packed(text: string, ref: string): string | null {
  const line = text.split('\n').find(each => each.endsWith(` ${ref}`))
  const id = line?.slice(0, line.indexOf(' '))
  return id !== undefined && isId(id) ? id : null
}

const isId = (text: string): boolean => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text)

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function pointedTo(tree: string, text: string | null): string | null {
  const path = /^gitdir: (.+?)\n*$/.exec(text ?? '')?.[1]
  return path === undefined ? null : resolve(tree, path)
}

// Reading a named pipe would block forever. Git reads bytes: what is no UTF-8 would be another path to us than to git.
function textOf(path: string): string | null {
  try {
    return statSync(path).isFile() ? UTF8.decode(readFileSync(path)) : null
  } catch {
    return null
  }
}
