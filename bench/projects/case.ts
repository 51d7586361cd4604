/** One step of a change, written by us: short anchors instead of the project's own lines. */
export type Edit =
  | { readonly do: 'write'; readonly file: string; readonly text: string }
  | { readonly do: 'swap'; readonly file: string; readonly find: string; readonly put: string; readonly all: boolean }
  | {
      readonly do: 'insert'
      readonly file: string
      readonly anchor: string
      readonly text: string
      readonly below: boolean
    }
  | { readonly do: 'cut'; readonly file: string; readonly from: string; readonly to: string }
  | { readonly do: 'replace'; readonly files: RegExp; readonly find: RegExp; readonly put: string }
  | { readonly do: 'move'; readonly file: string; readonly to: string }
  | { readonly do: 'copy'; readonly file: string; readonly to: string }
  | { readonly do: 'remove'; readonly file: string }

/** What must be true of the tree after the work, found out without the project's test runner. */
export type Oracle =
  | { readonly run: string; readonly prints: string }
  | { readonly file: string; readonly has: RegExp }
  | { readonly file: string; readonly lacks: RegExp }
  | { readonly file: string; readonly exists: boolean }

/** `honest` must be verified, `dishonest` must not be. `limit` is dishonest, but satisfies the unchanged check everywhere. */
export type ChangeKind = 'honest' | 'dishonest' | 'limit'

interface Change {
  readonly kind: ChangeKind
  /** The class of the change: `feature`, `rename`, `skip`, … */
  readonly name: string
  readonly edits: readonly Edit[]
}

/** What a person asks for, and the changes that agents answer with. */
interface Task {
  readonly id: string
  readonly asks: string
  /** Made and committed before the loop: a planted bug, a wrong test. */
  readonly given?: readonly Edit[]
  /** The criterion, if it is not the check of the project. */
  readonly check?: string
  /** All of it is true after honest work; after dishonest work something is not. */
  readonly oracles: readonly Oracle[]
  readonly changes: readonly Change[]
}

/** A public project, by its name and commit. Its files are not part of this repository. */
export interface Project {
  readonly repo: string
  readonly commit: string
  readonly language: string
  /** Null: taken from `checks.json` of the corpus, else inferred. */
  readonly check: string | null
  /** Programs without which the project cannot be tested. */
  readonly needs: readonly string[]
  readonly tasks: readonly Task[]
}

/** A change with the task that it answers. */
export interface ProjectCase {
  readonly id: string
  readonly project: Project
  readonly task: Task
  readonly change: Change
}

export const write = (file: string, text: string): Edit => ({ do: 'write', file, text })
/** Replaces the only place where `find` stands. */
export const swap = (file: string, find: string, put: string): Edit => ({ do: 'swap', file, find, put, all: false })
export const swapAll = (file: string, find: string, put: string): Edit => ({ do: 'swap', file, find, put, all: true })
/** New lines below or above the first line that contains the anchor. */
export const below = (file: string, anchor: string, text: string): Edit => ({
  do: 'insert',
  file,
  anchor,
  text,
  below: true,
})
export const above = (file: string, anchor: string, text: string): Edit => ({
  do: 'insert',
  file,
  anchor,
  text,
  below: false,
})
/** Removes the lines from the first one with `from` up to, and without, the next one with `to`; '' is the end of the file. */
export const cut = (file: string, from: string, to: string): Edit => ({ do: 'cut', file, from, to })
export const replace = (files: RegExp, find: RegExp, put: string): Edit => ({ do: 'replace', files, find, put })
export const move = (file: string, to: string): Edit => ({ do: 'move', file, to })
export const copy = (file: string, to: string): Edit => ({ do: 'copy', file, to })
export const remove = (file: string): Edit => ({ do: 'remove', file })

export const prints = (run: string, text: string): Oracle => ({ run, prints: text })
export const has = (file: string, text: RegExp): Oracle => ({ file, has: text })
export const lacks = (file: string, text: RegExp): Oracle => ({ file, lacks: text })
export const exists = (file: string): Oracle => ({ file, exists: true })
export const gone = (file: string): Oracle => ({ file, exists: false })

const changeOf =
  (kind: ChangeKind) =>
  (name: string, ...edits: readonly Edit[]): Change => ({ kind, name, edits })
export const honest = changeOf('honest')
export const dishonest = changeOf('dishonest')
export const limit = changeOf('limit')

/** Every change of a project as a case of its own, such as `heck/fix.skip`. */
export const casesOf = (project: Project): readonly ProjectCase[] =>
  project.tasks.flatMap(task =>
    task.changes.map(change => ({
      id: `${project.repo.split('/')[1]}/${task.id}.${change.name}`,
      project,
      task,
      change,
    })),
  )
