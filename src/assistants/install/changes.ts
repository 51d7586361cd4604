import { type Part, putPart, type Remembered, takePart } from './part.ts'

/** What happens to one file, decided before any file is touched. */
export interface FileChange {
  readonly path: string
  readonly action: 'create' | 'change' | 'remove' | 'none' | 'left'
  readonly before: string | null
  /** Null: the file is removed. */
  readonly after: string | null
  /** Why a file was skipped that should have changed, and the same in words. */
  readonly skipped: SkipReason | null
  readonly because: string | null
  readonly remembered: Remembered | null
}

type SkipReason = 'not-ours' | 'changed-since' | 'unreadable'

const OURS = /Written by agent-loop/

const unchanged = (path: string, before: string | null, remembered: Remembered | null): FileChange => ({
  path,
  action: 'none',
  before,
  after: before,
  skipped: null,
  because: null,
  remembered,
})

const left = (path: string, before: string | null, skipped: SkipReason, because: string): FileChange => ({
  ...unchanged(path, before, null),
  action: 'left',
  skipped,
  because,
})

const notOurs = (path: string, before: string | null): FileChange =>
  left(path, before, 'not-ours', 'agent-loop did not write it')

/** Adds a part. `known` is the record of an earlier installation of the same file. */
export function installing(part: Part, before: string | null, known: Remembered | null): FileChange {
  const { path } = part
  if (part.kind === 'file' && before !== null && before !== part.text && !OURS.test(before))
    return notOurs(path, before)
  if (part.kind === 'file' && before === part.text)
    return unchanged(path, before, known ?? { path, created: true, inserted: [part.text] })
  const put = putPart(part, before)
  if (!put.ok) return left(path, before, 'unreadable', put.error)
  const { after, inserted } = put.value
  if (after === before) return unchanged(path, before, known)
  const remembered: Remembered =
    part.kind === 'file' || known === null
      ? { path, created: known?.created ?? (part.kind === 'file' || before === null), inserted }
      : { ...known, inserted: [...known.inserted, ...inserted] }
  return {
    path,
    action: before === null ? 'create' : 'change',
    before,
    after,
    skipped: null,
    because: null,
    remembered,
  }
}

/** Removes a part again. Files that were changed since are skipped. */
export function uninstalling(part: Part, before: string | null, known: Remembered | 'not-ours' | null): FileChange {
  const { path } = part
  if (before === null || known === 'not-ours') return unchanged(path, before, null)
  if (part.kind === 'file' && !OURS.test(before)) return notOurs(path, before)
  if (part.kind === 'file' && before !== part.text && !known?.inserted.includes(before))
    return left(path, before, 'changed-since', 'it was changed since')
  const after = takePart(part, before, known)
  if (after === before) return unchanged(path, before, null)
  return {
    path,
    action: after === null ? 'remove' : 'change',
    before,
    after,
    skipped: null,
    because: null,
    remembered: null,
  }
}
