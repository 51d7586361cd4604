/** A file of the project, as far as it was worth reading. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  /** What a parser made of it (JSON, YAML, TOML); undefined when there is none or it could not. */
  readonly data: unknown
  readonly executable: boolean
}

export interface FolderEntries {
  readonly files: readonly string[]
  readonly folders: readonly string[]
}

/** Everything that the layers may look at, read once. Plain data, so every layer is a pure function of it. */
export interface Project {
  /** The name of the root folder; projects are often called like it. */
  readonly name: string
  /** Folders that were looked into, by path from the root; the root is ''. */
  readonly tree: ReadonlyMap<string, FolderEntries>
  readonly files: ReadonlyMap<string, SourceFile>
  readonly problems: readonly ReadingProblem[]
  /** What the task names, as far as the tree has it. */
  readonly named?: NamedInTree
}

/** Only what is needed to tell whether a named file or identifier is there. */
export interface NamedInTree {
  /** Every file of the project, from the root. */
  readonly paths: readonly string[]
  /** Source files that contain a named identifier, and documents that are named. */
  readonly texts: ReadonlyMap<string, string>
}

/** What could not be read, and why; the rest of the project still counts. */
export type ReadingProblem =
  | { readonly code: 'unreadable'; readonly path: string; readonly reason: string }
  | { readonly code: 'outside-link' | 'not-text'; readonly path: string }
  | { readonly code: 'too-large'; readonly path: string; readonly megabytes: number }
  | { readonly code: 'bad-syntax'; readonly path: string; readonly format: string; readonly reason: string }
  | { readonly code: 'too-many-folders'; readonly limit: number; readonly depth: number }
  | { readonly code: 'too-much-text'; readonly megabytes: number }

const nothing: FolderEntries = { files: [], folders: [] }

export const folderAt = (project: Project, path: string): FolderEntries => project.tree.get(path) ?? nothing

export function exists(project: Project, path: string): boolean {
  const at = path.lastIndexOf('/')
  const { files, folders } = folderAt(project, path.slice(0, Math.max(at, 0)))
  const name = path.slice(at + 1)
  return files.includes(name) || folders.includes(name)
}

export const fileAt = (project: Project, path: string): SourceFile | undefined => project.files.get(path)

export const textAt = (project: Project, path: string): string => project.files.get(path)?.text ?? ''

/** Files of one folder whose names match, in order of their names. */
export function filesIn(project: Project, folder: string, pattern: RegExp): SourceFile[] {
  const prefix = folder === '' ? '' : `${folder}/`
  return folderAt(project, folder).files.flatMap(name => {
    const file = pattern.test(name) ? project.files.get(prefix + name) : undefined
    return file === undefined ? [] : [file]
  })
}

/** Line (from 1) on which a text stands; 1 when it is spelled otherwise there. */
export function lineOf(file: SourceFile | undefined, text: string, from = 0): number {
  if (file === undefined) return 1
  const needle = text.trim().split('\n')[0]?.trim() ?? ''
  const at = needle === '' ? -1 : file.text.indexOf(needle, from)
  if (at < 0) return 1
  let line = 1
  for (let index = file.text.indexOf('\n'); index >= 0 && index < at; index = file.text.indexOf('\n', index + 1)) line++
  return line
}

export const inFolder = (folder: string, path: string): string => (folder === '' ? path : `${folder}/${path}`)

// What parsers return is unknown until looked at; these look without believing.
export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const strings = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : list(value).filter((item): item is string => typeof item === 'string')

export const string = (value: unknown): string => (typeof value === 'string' ? value : '')

export const at = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => record(inner)[key], value)
