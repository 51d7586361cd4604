import { basename } from 'node:path/posix'
import { similarity } from './similar.ts'

export interface ChangedFile {
  readonly path: string
  readonly status: 'added' | 'deleted' | 'changed'
}

export interface MoveReaders {
  /** The content before the first turn; null when unknown. */
  readonly before: (path: string) => Promise<string | null>
  readonly now: (path: string) => Promise<string | null>
}

const ALIKE = 0.6
const MOST_COMPARED = 400

/** Maps old paths of moved files to new ones, by content. A file with the same name is preferred. */
export async function movedFiles(
  changes: readonly ChangedFile[],
  { before, now }: MoveReaders,
): Promise<ReadonlyMap<string, string>> {
  const deleted = changes.filter(({ status }) => status === 'deleted').slice(0, MOST_COMPARED)
  const added = changes.filter(({ status }) => status === 'added').slice(0, MOST_COMPARED)
  const texts = new Map<string, string>()
  for (const { path } of added) {
    const text = await now(path)
    if (text !== null) texts.set(path, text)
  }
  const moved = new Map<string, string>()
  for (const { path } of deleted) {
    const text = await before(path)
    const place = text === null ? null : nearest(path, text, texts, new Set(moved.values()))
    if (place !== null) moved.set(path, place)
  }
  return moved
}

/** A script with only another extension is the same file, whatever its changes: every import resolves to it. */
const isReplaced = (path: string, by: string): boolean =>
  SCRIPT.test(path) && SCRIPT.test(by) && path.replace(SCRIPT, '') === by.replace(SCRIPT, '')
const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/

function nearest(
  path: string,
  text: string,
  candidates: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
): string | null {
  const scored = [...candidates]
    .filter(([candidate]) => !taken.has(candidate))
    .map(([candidate, other]) => ({
      candidate,
      score: similarity(text, other),
      same: basename(candidate) === basename(path) || isReplaced(path, candidate),
    }))
    .filter(({ candidate, score }) => score >= ALIKE || isReplaced(path, candidate))
    .sort((a, b) => Number(b.same) - Number(a.same) || b.score - a.score)
  return scored[0]?.candidate ?? null
}
