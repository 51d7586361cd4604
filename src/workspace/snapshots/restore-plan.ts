import { type BytePath, parentOf } from './byte-path.ts'
import type { FilePermissions } from './permissions.ts'
import type { SavedEntry } from './saved-snapshots.ts'

/** The changes that make the files of a tree equal to a snapshot. */
export interface RestorePlan {
  readonly remove: readonly BytePath[]
  readonly write: readonly PlannedFile[]
  readonly chmod: readonly PlannedMode[]
  /** Files that cannot be restored, or would be lost because no copy exists. */
  readonly leave: readonly BytePath[]
}

interface PlannedMode {
  readonly path: BytePath
  readonly permissions: number
}

export interface PlannedFile extends PlannedMode {
  readonly id: string
  readonly isLink: boolean
}

export interface SavedTree {
  readonly entries: ReadonlyMap<BytePath, SavedEntry>
  readonly permissions: FilePermissions
}

export function planRestore(present: SavedTree, wanted: SavedTree): RestorePlan {
  const [remove, write, chmod, leave]: [BytePath[], PlannedFile[], PlannedMode[], BytePath[]] = [[], [], [], []]
  const protectedIn = ({ entries }: SavedTree, path: BytePath): boolean => {
    for (let at = path; at !== ''; at = parentOf(at)) if (entries.get(at)?.mode === NOT_KEPT) return true
    return false
  }
  for (const [path, { mode }] of present.entries) {
    if (wanted.entries.has(path)) continue
    // It existed then without being saved, so it is not new; or it is new and could not be saved.
    if (protectedIn(wanted, path) || mode === NOT_KEPT) leave.push(path)
    else remove.push(path)
  }
  for (const [path, entry] of wanted.entries) {
    const now = present.entries.get(path)
    const same = now?.id === entry.id && now.mode === entry.mode
    const permissions = permissionsOf(wanted, path, entry)
    if (entry.mode === NOT_KEPT || protectedIn(present, path)) {
      if (!same) leave.push(path)
    } else if (!same) write.push({ path, id: entry.id, isLink: entry.mode === LINK, permissions })
    else if (permissionsOf(present, path, entry) !== permissions) chmod.push({ path, permissions })
  }
  return { remove, write, chmod, leave }
}

const NOT_KEPT = '160000'
const LINK = '120000'

const permissionsOf = ({ permissions }: SavedTree, path: BytePath, { mode }: SavedEntry): number =>
  mode === LINK ? 0 : permissions.of(path, mode === '100755')
