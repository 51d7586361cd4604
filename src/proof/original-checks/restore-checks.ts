import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Blobs } from '../../system/blobs.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { testOfAnswers } from '../../tools/protection/test-paths.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import type { GateOptions } from '../options.ts'
import { protectedAgain } from '../seal/protected-again.ts'
import type { Seal } from '../seal/seal.ts'
import { isSource, partsPutBack } from '../seal/sections/sections.ts'
import { type ChangedFile, type MoveReaders, movedFiles } from '../tests/moved-files.ts'
import { inNewForm } from './import-form.ts'
import { relocated } from './relocate.ts'
import { rewired } from './rewire.ts'

interface RestoreRequest {
  readonly seal: Seal
  readonly blobs: Blobs
  readonly isFree: (path: string) => boolean
  readonly changes: readonly ChangedFile[]
  /** Files that the agent added among the tests stay. */
  readonly keepAdded: boolean
}

/**
 * Makes the checks in a room what they were before the first turn, and leaves the rest as the agent made it. Tests that went to
 * another place with their module stand there, and take their imports from where things are now; nothing else of them changes.
 * `missing`: bytes that are not kept. `homeless`: source that is gone, with tests in it that belong nowhere now.
 */
export async function restoreChecks(
  room: CleanCopy,
  { seal, blobs, isFree, changes, keepAdded }: RestoreRequest,
  { tree, readBefore }: Pick<GateOptions, 'tree' | 'readBefore'>,
): Promise<{ readonly missing: readonly string[]; readonly homeless: readonly string[] }> {
  const now = (path: string): Promise<string | null> => readFile(join(tree, path), 'utf8').catch(() => null)
  const moved = await movedFiles(changes, { before: readBefore, now })
  const put = await protectedAgain(seal, blobs, room.view, isFree)
  const gone = changes.filter(({ status }) => status === 'deleted').map(({ path }) => path)
  const places = new Set<string>()
  for (const path of put.restored.filter(path => isWhollyTest(seal, path))) {
    const [before, place] = [await readBefore(path), moved.get(path) ?? path]
    const current = await now(place)
    if (before === null || current === null) continue
    const readers = { before: readBefore, now }
    const text =
      (await inNewForm({ before, now: current, from: path, to: place, moved, readers })) ??
      rewired(relocated(before, path, place, moved), current, gone)
    places.add(place)
    if (place === path && text === before) continue
    await room.write(place, Buffer.from(text))
    if (place !== path) await room.remove(path)
  }
  for (const place of await dataInNewPlaces(
    room,
    put.restored.filter(path => kindIn(seal, path) === 'snapshot'),
    moved,
  ))
    places.add(place)
  // What the agent added to the checks says nothing about the old ones, and might stand in their way.
  for (const path of keepAdded ? [] : addedChecks(changes)) if (!places.has(path)) await room.remove(path)
  const homeless: string[] = []
  for (const path of put.restored.filter(path => gone.includes(path) && holdsTestsOf(seal, path)))
    if (!(await intoNewPlace(room, path, moved.get(path), { before: readBefore, now }))) homeless.push(path)
  return { missing: put.missing, homeless }
}

/** What tests compare with goes along with them: the old bytes stand where they went, and answers of a runner nowhere else. */
async function dataInNewPlaces(
  room: CleanCopy,
  restored: readonly string[],
  moved: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const places: string[] = []
  for (const path of restored) {
    const [place, bytes] = [moved.get(path), await room.read(path)]
    if (place === undefined || bytes === null) continue
    await room.write(place, bytes)
    if (testOfAnswers(path) !== null) await room.remove(path)
    places.push(place)
  }
  return places
}

/** Source that went elsewhere takes its old tests along. False where it is not known where to. */
async function intoNewPlace(
  room: CleanCopy,
  path: string,
  place: string | undefined,
  { before, now }: MoveReaders,
): Promise<boolean> {
  const [old, current] = [await before(path), place === undefined ? null : await now(place)]
  const text = old === null || current === null ? null : await partsPutBack(path, old, current, new Set())
  if (text === null || place === undefined) return false
  await room.write(place, Buffer.from(text))
  await room.remove(path)
  return true
}

/** New files among the tests: tests, and what they stand on. */
export const addedChecks = (changes: readonly ChangedFile[]): readonly string[] =>
  changes
    .filter(({ path, status }) => status === 'added' && ['test', 'snapshot'].includes(kindOf(path) ?? ''))
    .map(({ path }) => path)

const kindIn = (seal: Seal, path: string): string | undefined => seal.files.find(file => file.path === path)?.kind

const holdsTestsOf = (seal: Seal, path: string): boolean =>
  seal.files.some(
    file =>
      file.path === path &&
      file.kind === 'test' &&
      isSource(path) &&
      file.sections !== null &&
      Object.keys(file.sections).length > 0,
  )

/** Not source with tests in it, of which only these were put back. */
const isWhollyTest = (seal: Seal, path: string): boolean =>
  seal.files.some(file => file.path === path && file.kind === 'test' && file.sections === null)
