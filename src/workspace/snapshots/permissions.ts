import { type BytePath, below } from './byte-path.ts'
import type { ScannedFolder } from './scan-tree.ts'

/** Git stores only the executable bit of a file's mode. The rest is stored here: one mode for most files, others by name. */
export interface FilePermissions {
  of(path: BytePath, executable: boolean): number
}

export function writePermissions(root: ScannedFolder): Buffer {
  const files = [...filesOf(root, '')]
  const counts = new Map<number, number>()
  for (const { permissions } of files) counts.set(permissions & 0o666, (counts.get(permissions & 0o666) ?? 0) + 1)
  const [usual = 0o644] = [...counts].sort(([, one], [, two]) => two - one)[0] ?? []
  const others = files
    .filter(({ permissions, executable }) => permissions !== expected(usual, executable))
    .map(({ path, permissions }) => `${permissions.toString(8)} ${path}\0`)
    .sort()
  return Buffer.from(`${usual.toString(8)}\0${others.join('')}`, 'latin1')
}

export function readPermissions(bytes: Buffer): FilePermissions {
  const [usual = '644', ...lines] = bytes.toString('latin1').split('\0')
  const others = new Map(
    lines.filter(Boolean).map(line => [line.slice(line.indexOf(' ') + 1), Number.parseInt(line, 8)]),
  )
  return { of: (path, executable) => others.get(path) ?? expected(Number.parseInt(usual, 8), executable) }
}

/** Everyone who may read an executable file may execute it. */
const expected = (usual: number, executable: boolean): number => (executable ? usual | ((usual & 0o444) >> 2) : usual)

interface Kept {
  readonly path: BytePath
  readonly permissions: number
  readonly executable: boolean
}

function* filesOf(folder: ScannedFolder, path: BytePath): Generator<Kept> {
  for (const [name, { mode, permissions }] of folder.files) {
    if (mode === '100644' || mode === '100755')
      yield { path: below(path, name), permissions, executable: mode === '100755' }
  }
  for (const [name, child] of folder.folders) yield* filesOf(child, below(path, name))
}
