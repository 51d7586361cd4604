import { join } from 'node:path'
import type { Rename } from '../../criteria/task/renames.ts'
import type { Blobs } from '../../system/blobs.ts'
import { readRegular } from '../../system/read-regular.ts'
import { kindOf } from '../../tools/protection/kind-of.ts'
import { testOfAnswers } from '../../tools/protection/test-paths.ts'
import { languageOf } from '../../tools/syntax/language.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import type { GateOptions } from '../options.ts'
import { restoreProtected } from '../seal/restore-protected.ts'
import type { IsFree, Seal } from '../seal/seal.ts'
import { isSource, partsPutBack } from '../seal/sections/sections.ts'
import { goneModules, importsOnlyGone, removedIn } from '../task/removed-names.ts'
import { type ChangedFile, type MoveReaders, movedFiles } from '../tests/moved-files.ts'
import { withFollowingExamples } from './follow-examples.ts'
import { inNewForm } from './import-form.ts'
import { onlyListsNewSources } from './listed-sources.ts'
import { type ImportingFile, withMovedImports } from './moved-imports.ts'
import { relocated } from './relocate.ts'
import { inNewNames, inNewNamesAndStrings } from './rename-identifiers.ts'
import { rewired } from './rewire.ts'
import { mentions } from './tied-lines.ts'
import { hasNoTests, testsOnly, withoutRemoved } from './without-removed.ts'

interface RestoreRequest {
  readonly seal: Seal
  readonly blobs: Blobs
  readonly isFree: IsFree
  readonly changes: readonly ChangedFile[]
  /** Keep files that the agent added to the tests. */
  readonly keepAdded: boolean
  /** Identifiers that the task renames; tests follow them. */
  readonly renames: readonly Rename[]
  /** The new names stand in strings of the tests too. */
  readonly inStrings?: boolean
  /** Identifiers that the task removes and that are gone; their tests are not restored. */
  readonly removed: readonly string[]
  /** Files that the task moves code into; imports follow it. */
  readonly filled: readonly string[]
}

interface Restored {
  readonly missing: readonly string[]
  readonly homeless: readonly string[]
  readonly hasOldNamesInStrings: boolean
}

/**
 * Restores the original checks in a clean copy and leaves everything else as the agent made it. Tests that moved with their module are
 * restored at the new path, with imports that match the present layout and nothing else changed. `missing`: files whose bytes are not
 * stored. `homeless`: deleted source that contained tests. `hasOldNamesInStrings`: strings of tests could follow a rename too.
 */
export async function restoreChecks(
  copy: CleanCopy,
  { seal, blobs, isFree, changes, keepAdded, renames, inStrings = false, removed, filled }: RestoreRequest,
  { tree, readBefore }: Pick<GateOptions, 'tree' | 'readBefore'>,
): Promise<Restored> {
  const now = async (path: string): Promise<string | null> => readRegular(join(tree, path))?.toString() ?? null
  const moved = await movedFiles(changes, { before: readBefore, now })
  const put = await restoreProtected(seal, blobs, copy.view, isFree)
  const gone = changes.filter(({ status }) => status === 'deleted').map(({ path }) => path)
  const added: ImportingFile[] = []
  for (const path of filled.length === 0 ? [] : addedChecks(changes))
    added.push({ path, text: (await now(path)) ?? '' })
  const readers = { before: readBefore, now }
  const modules = await goneModules(removed, { changes: async () => changes, readBefore })
  const names: FollowedNames = { renames, inStrings, hasOldInStrings: false }
  const places = new Set<string>()
  for (const path of put.restored.filter(path => isWhollyTest(seal, path))) {
    const [before, place] = [await readBefore(path), moved.get(path) ?? path]
    const current = await now(place)
    const own = removedIn(path, before ?? '', removed, modules)
    if (before !== null && current === null && (importsOnlyGone(path, before, modules) || isLeftEmpty(before, own)))
      await copy.remove(path)
    if (before === null || current === null) continue
    const imported =
      (await inNewForm({ before, now: current, from: path, to: place, moved, readers })) ??
      rewired(relocated(before, path, place, moved), current, gone)
    const wired = withMovedImports({ path: place, text: imported }, [{ path: place, text: current }, ...added], filled)
    const { text } = withoutRemoved(inNames(names, place, wired, current), current, own)
    places.add(place)
    if (place === path && text === before) continue
    await copy.write(place, Buffer.from(text))
    if (place !== path) await copy.remove(path)
  }
  for (const path of renames.length + removed.length === 0
    ? []
    : put.restored.filter(path => (isSource(path) || languageOf(path) === 'shell') && !isWhollyTest(seal, path)))
    await followTask(copy, path, { before: await readBefore(path), now: await now(path), names, removed })
  for (const path of put.restored.filter(path => NAMES_FILES.includes(kindIn(seal, path) ?? '')))
    if (!(await followNewSources(copy, path, { before: await readBefore(path), now: await now(path), changes })))
      await followMoves(copy, path, moved)
  for (const place of await dataInNewPlaces(
    copy,
    put.restored.filter(path => kindIn(seal, path) === 'snapshot'),
    moved,
  ))
    places.add(place)
  // Added files say nothing about the original checks and might interfere with them.
  for (const path of keepAdded ? [] : addedChecks(changes)) if (!places.has(path)) await copy.remove(path)
  const homeless: string[] = []
  for (const path of put.restored.filter(path => gone.includes(path) && holdsTestsOf(seal, path)))
    if (testsOnly((await readBefore(path)) ?? '', removed)) await copy.remove(path)
    else if (!(await intoNewPlace(copy, path, moved.get(path), { before: readBefore, now }))) homeless.push(path)
  return { missing: put.missing, homeless, hasOldNamesInStrings: names.hasOldInStrings }
}

/** Whether no test is left without the removed names. A file that never had a recognizable test must at least mention one of them. */
const isLeftEmpty = (before: string, removed: readonly string[]): boolean =>
  hasNoTests(withoutRemoved(before, '', removed).text) &&
  (removed.length === 0 || !hasNoTests(before) || mentions(before, removed))

interface FollowedNames extends Pick<RestoreRequest, 'renames'> {
  readonly inStrings: boolean
  /** Set when a string could follow too. */
  hasOldInStrings: boolean
}

function inNames(names: FollowedNames, path: string, text: string, now: string): string {
  const [inCode, everywhere] = [inNewNames, inNewNamesAndStrings].map(rename => rename(path, text, now, names.renames))
  if (inCode !== everywhere) names.hasOldInStrings = true
  return (names.inStrings ? everywhere : inCode) ?? text
}

/** Kinds of files that name others by their path. */
const NAMES_FILES: readonly string[] = ['build', 'script']

/** A build file that only lists new sources stays as it is: without them the new source cannot be built. */
async function followNewSources(
  copy: CleanCopy,
  path: string,
  {
    before,
    now,
    changes,
  }: { readonly before: string | null; readonly now: string | null } & Pick<RestoreRequest, 'changes'>,
): Promise<boolean> {
  const added = changes.filter(({ path, status }) => status === 'added' && isProduct(path)).map(({ path }) => path)
  if (before === null || now === null || added.length === 0 || !onlyListsNewSources(before, now, added)) return false
  await copy.write(path, Buffer.from(now))
  return true
}

const isProduct = (path: string): boolean => kindOf(path) === null && languageOf(path) !== null

/** A restored makefile or script names files that moved by their new paths; nothing else of it changes. */
async function followMoves(copy: CleanCopy, path: string, moved: ReadonlyMap<string, string>): Promise<void> {
  const bytes = moved.size === 0 ? null : await copy.read(path)
  if (bytes === null) return
  const before = Buffer.from(bytes).toString('utf8')
  const text = [...moved].reduce((now, [from, to]) => {
    const plain = from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return now.replace(new RegExp(`(?<![\\w./-])(?:\\./)?${plain}(?![\\w/-]|\\.\\w)`, 'g'), () => to)
  }, before)
  if (text !== before) await copy.write(path, Buffer.from(text))
}

/** Source that contains tests: the restored tests use the new names too. */
async function followTask(
  copy: CleanCopy,
  path: string,
  {
    before,
    now,
    names,
    removed,
  }: {
    readonly before: string | null
    readonly now: string | null
    readonly names: FollowedNames
  } & Pick<RestoreRequest, 'removed'>,
): Promise<void> {
  const bytes = await copy.read(path)
  if (bytes === null || now === null) return
  const following =
    before === null ? null : withFollowingExamples(path, before, now, { renames: names.renames, removed })
  const own = following === null || following === before ? null : await partsPutBack(path, following, now, new Set())
  const renamed = inNames(names, path, own ?? Buffer.from(bytes).toString('utf8'), now)
  await copy.write(path, Buffer.from(withoutRemoved(renamed, now, removed).text))
}

/** Snapshots and expected data move with their tests: the original bytes are written to the new place. */
async function dataInNewPlaces(
  copy: CleanCopy,
  restored: readonly string[],
  moved: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const places: string[] = []
  for (const path of restored) {
    const [place, bytes] = [moved.get(path), await copy.read(path)]
    if (place === undefined || bytes === null) continue
    await copy.write(place, bytes)
    if (testOfAnswers(path) !== null) await copy.remove(path)
    places.push(place)
  }
  return places
}

/** Restores the tests of source that moved. False when its new place is unknown. */
async function intoNewPlace(
  copy: CleanCopy,
  path: string,
  place: string | undefined,
  { before, now }: MoveReaders,
): Promise<boolean> {
  const [old, current] = [await before(path), place === undefined ? null : await now(place)]
  const text = old === null || current === null ? null : await partsPutBack(path, old, current, new Set())
  if (text === null || place === undefined) return false
  await copy.write(place, Buffer.from(text))
  await copy.remove(path)
  return true
}

/** New test files and the files that tests depend on. */
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

/** Excludes source that contains tests, where only the tests are restored. */
const isWhollyTest = (seal: Seal, path: string): boolean =>
  seal.files.some(file => file.path === path && file.kind === 'test' && file.sections === null)
