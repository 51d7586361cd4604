import { createHash } from 'node:crypto'
import type { BytePath } from './byte-path.ts'

/** An entry of a tree. A file that is known only by its hash is written as a submodule commit that does not exist. */
export interface TreeEntry {
  readonly name: BytePath
  readonly mode: EntryMode
  readonly id: string
}

export type EntryMode = '100644' | '100755' | '120000' | '160000' | '40000'

export type ObjectKind = 'blob' | 'tree'

export function objectId(kind: ObjectKind, bytes: Uint8Array): string {
  return createHash('sha1').update(`${kind} ${bytes.length}\0`).update(bytes).digest('hex')
}

/** The bytes of a tree object: sorted as git sorts, where a folder's name counts as if it ended in a slash. */
export function treeBytes(entries: readonly TreeEntry[]): Buffer {
  const sorted = entries.map(entry => ({ ...entry, key: entry.mode === '40000' ? `${entry.name}/` : entry.name }))
  sorted.sort((one, two) => (one.key < two.key ? -1 : 1))
  return Buffer.concat(
    sorted.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')]),
  )
}
