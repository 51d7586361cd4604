import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AskedFamilies, ChangedText } from '../../src/proof/ratchets/changed-text.ts'
import { kindOf } from '../../src/tools/protection/kind-of.ts'

/** A change as somebody might make it, and what the loop's criterion asks for. */
export interface Diff {
  /** The file it is written in, without its ending. */
  readonly group: string
  readonly name: string
  readonly asked: AskedFamilies
  readonly files: readonly ChangedText[]
  readonly unchanged: ReadonlyMap<string, string>
}

/** `@@@ case: name [tests]`, then `@@@ add|del|mod|same path` with its text; the new text of `mod` follows `@@@ now`. */
export function readDiffs(folder: string): Diff[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.txt'))
    .flatMap(name =>
      readFileSync(join(folder, name), 'utf8')
        .split(/^@@@ case: /m)
        .slice(1)
        .map(text => diffIn(name.slice(0, -'.txt'.length), text)),
    )
}

function diffIn(group: string, text: string): Diff {
  const [title = '', ...parts] = text.split(/^@@@ (?=add |del |mod |same )/m)
  const all = !title.includes('[tests]')
  const read = parts.map(part => {
    const [head = '', ...lines] = part.split('\n')
    const [verb, path = ''] = head.split(' ')
    const [before = '', now = ''] = lines.join('\n').split(/^@@@ now\n/m)
    return { verb, path, before, now }
  })
  return {
    group,
    name: title.replace('[tests]', '').trim(),
    asked: { types: all, lint: all, coverage: all },
    unchanged: new Map(read.filter(({ verb }) => verb === 'same').map(({ path, before }) => [path, before])),
    files: read
      .filter(({ verb }) => verb !== 'same')
      .map(({ verb, path, before, now }) => ({
        path,
        before: verb === 'add' ? null : before,
        now: verb === 'add' ? before : verb === 'del' ? null : now,
        isTest: kindOf(path) === 'test',
      })),
  }
}

const windows = (text: string | null): string | null => text?.replaceAll('\n', '\r\n') ?? null

/** The same with the line ends of Windows. */
export const withWindowsLines = (diff: Diff): Diff => ({
  ...diff,
  name: `${diff.name}, with CRLF`,
  files: diff.files.map(file => ({ ...file, before: windows(file.before), now: windows(file.now) })),
})

/** The same while its code moves into another folder; null where there is none to move. */
export function whileMoving(diff: Diff): Diff | null {
  const moves = (path: string): boolean =>
    /^(?:src|lib|app|tests?|spec)\/.*\.\w+$/.test(path) &&
    !/config|setup|conftest|^tests?\/(?:fixtures|support)/.test(path)
  if (!diff.files.some(({ path }) => moves(path))) return null
  const to = (path: string): string => path.replace(/^(\w+)\//, '$1/inner/')
  return {
    ...diff,
    name: `${diff.name}, while moving`,
    files: diff.files.flatMap(file => {
      if (!moves(file.path) || file.before === null || file.now === null) return [file]
      return [
        { ...file, now: null },
        { ...file, path: to(file.path), before: null },
      ]
    }),
  }
}
