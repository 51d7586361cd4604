import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FolderEntries, ReadingProblem } from '../../tools/manifests/project.ts'

// Folders with generated or downloaded files; nothing there says what the project means by "done".
const SKIPPED = new Set(
  'node_modules .git .hg .svn target dist build out vendor .venv venv env __pycache__ .tox .nox .mypy_cache .pytest_cache .ruff_cache .gradle .idea .vscode .next .nuxt .turbo .cache coverage _build deps .dart_tool .stack-work dist-newstyle zig-cache .zig-cache zig-out Pods DerivedData .build bower_components .terraform elm-stuff .pnpm-store .yarn .direnv site-packages obj'.split(
    ' ',
  ),
)
const DEPTH = 4
const DEEP_FOLDERS = 60_000

/** Names of files and folders, breadth first, links not followed. Names are sorted, so the same tree gives the same answer. */
export function walk(root: string, problems: ReadingProblem[]): Map<string, FolderEntries> {
  const tree = new Map<string, FolderEntries>()
  let level = ['']
  for (let depth = 0; depth <= DEPTH && level.length > 0; depth++) {
    const next: string[] = []
    for (const path of level) {
      const folder = list(root, path, problems)
      if (folder === null) continue
      tree.set(path, folder)
      for (const name of folder.folders) if (!SKIPPED.has(name)) next.push(path === '' ? name : `${path}/${name}`)
    }
    if (tree.size + next.length > DEEP_FOLDERS) {
      problems.push({ code: 'too-many-folders', limit: DEEP_FOLDERS, depth })
      break
    }
    level = next
  }
  return tree
}

function list(root: string, path: string, problems: ReadingProblem[]): FolderEntries | null {
  try {
    const files: string[] = []
    const folders: string[] = []
    for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(entry.name)
      else if (entry.isFile() || entry.isSymbolicLink()) files.push(entry.name)
    }
    return { files: files.sort(), folders: folders.sort() }
  } catch (error) {
    problems.push({ code: 'unreadable', path, reason: reason(error) })
    return null
  }
}

export const reason = (error: unknown): string =>
  error instanceof Error && 'code' in error
    ? String(error.code)
    : error instanceof Error
      ? (error.message.split('\n')[0] ?? '')
      : String(error)
