import { join, posix } from 'node:path'
import { takesEffectAlone } from '../../tools/protection/kind-of.ts'
import type { ProtectedKind } from '../../tools/protection/protected-kind.ts'
import { toolFileKind } from '../../tools/protection/tool-files.ts'
import { includedFiles } from './reach/make-targets.ts'
import type { PlaceState, Seal, SealChange, SealedFile } from './seal.ts'
import { ALL_BUT_DEPENDENCIES } from './sections/dependency-blocks.ts'
import type { Section } from './sections/document.ts'
import { partDigests, sealedParts } from './sections/sections.ts'
import { gitPlaces, outsidePlaces } from './state/outside-files.ts'
import { packageNow } from './state/packages.ts'
import { bytesAt, digestAt, isUntouched, placeState } from './state/path-state.ts'
import { fullPath, scriptsIn, text } from './state/seal-file.ts'
import { findTool, isSameTool, toolPlaces } from './state/tools.ts'
import { walkTree } from './state/walk.ts'
import { lockDigests } from './take-seal.ts'

interface SealNow {
  readonly home: string
  /** As captured before the first turn. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly ours?: string
}

/** What differs from the seal. For untouched files only the times are compared, and nothing is read. */
export async function compareSeal(seal: Seal, now: SealNow): Promise<SealChange[]> {
  const { files, installed } = walkTree(seal.tree, now.ours ?? null)
  const changes: SealChange[] = []
  for (const file of seal.files) changes.push(...(await fileChanges(seal, file)))
  const known = new Set(seal.files.map(({ path }) => path))
  for (const path of files)
    if (!known.has(path) && takesEffectAlone(path))
      changes.push({ path, what: 'added', kind: toolFileKind(path) ?? 'auto-loaded' })
  for (const path of includedAnew(seal, seal.tree)) changes.push({ path, what: 'added', kind: 'build' })
  if (!known.has('package.json') && files.includes('package.json')) changes.push(...settingsInNew(seal.tree))
  changes.push(
    ...(await outsideChanges(seal, now)),
    ...toolChanges(seal),
    ...packageChanges(seal, files),
    ...newInstalls(seal, files, installed),
  )
  return knowsSettings(seal) ? changes : changes.filter(({ kind }) => kind !== 'loop-config')
}

/** Files that a sealed makefile includes if they exist, and that did not exist. */
export const includedAnew = ({ files }: Seal, root: string): string[] => {
  const known = new Set(files.map(({ path }) => path))
  const makefiles = files.filter(
    ({ path, kind }) => kind === 'build' && /(?:^|\/)(?:GNU)?[Mm]akefile$|\.mk$/.test(path),
  )
  const named = makefiles.flatMap(({ path }) =>
    includedFiles(text(bytesAt(join(root, path)) ?? new Uint8Array()))
      .filter(name => !/[$*?]/.test(name))
      .map(name => posix.join(posix.dirname(path), name)),
  )
  return [...new Set(named)].filter(path => !path.startsWith('..') && !known.has(path) && bytesAt(join(root, path)))
}

/** Seals of earlier versions do not say which configuration of ours there was. */
const knowsSettings = ({ outside }: Seal): boolean => outside.some(({ kind }) => kind === 'loop-config')

async function fileChanges(seal: Seal, file: SealedFile): Promise<SealChange[]> {
  const { path, kind } = file
  const now = placeState(path.startsWith('/') ? '/' : seal.tree, path)
  if (!now) return [{ path, what: 'deleted', kind }]
  const placed = placeChange(file.state, now)
  if (placed) return [{ path, what: placed, kind }]
  if (isUntouched(file.state, now, seal.takenMs)) return []
  const full = fullPath(seal.tree, path)
  if (file.sections !== null) return sectionChanges(seal, file, text(bytesAt(full) ?? new Uint8Array()))
  if (digestAt(full, now) !== file.digest) return [{ path, what: 'changed', kind }]
  return now.exec === file.state.exec ? [] : [{ path, what: 'mode', kind }]
}

function placeChange(before: PlaceState, now: PlaceState): SealChange['what'] | null {
  if (now.through !== before.through) return 'became-symlink'
  if (now.type !== before.type) return now.type === 'symlink' ? 'became-symlink' : 'changed'
  return now.target === before.target ? null : 'changed'
}

async function sectionChanges(seal: Seal, { path, kind, sections }: SealedFile, now: string): Promise<SealChange[]> {
  const parts = await sealedParts(path, now, scriptsIn(path, seal.scripts))
  // A file that can no longer be read may do anything.
  if (parts === null) return [{ path, what: 'changed', kind }]
  return sectionsThatChanged(sections ?? {}, parts).map(({ section, what }) => ({
    path,
    section,
    what,
    kind: sectionKind(kind, section),
  }))
}

/** A manifest has several kinds of parts. */
function sectionKind(kind: ProtectedKind, section: string): ProtectedKind {
  if (OUR_SECTION.test(section)) return 'loop-config'
  if (/^(?:scripts|tasks)\b/.test(section)) return 'script'
  return kind === 'build' && section !== ALL_BUT_DEPENDENCIES ? 'config' : kind
}

const OUR_SECTION = /^agent-loop(?:\.|$)/

/** A manifest that did not exist may be written freely, but not with settings of ours. */
const settingsInNew = (tree: string): readonly SealChange[] =>
  text(bytesAt(join(tree, 'package.json')) ?? new Uint8Array()).includes('"agent-loop"')
    ? [{ path: 'package.json', section: 'agent-loop', what: 'added', kind: 'loop-config' }]
    : []

type SectionChange = { readonly section: string; readonly what: 'changed' | 'deleted' | 'added' }

function sectionsThatChanged(before: Readonly<Record<string, string>>, parts: readonly Section[]): SectionChange[] {
  const now = partDigests(parts)
  const gone = Object.keys(before)
    .filter(section => !Object.hasOwn(now, section))
    .map(section => ({ section, what: 'deleted' as const }))
  const rest = parts.flatMap(({ name, mayAppear }): SectionChange[] => {
    const old = Object.hasOwn(before, name) ? before[name] : undefined
    if (old === undefined) return mayAppear ? [] : [{ section: name, what: 'added' }]
    return old === now[name] ? [] : [{ section: name, what: 'changed' }]
  })
  return [...gone, ...rest]
}

/** Places that seals of earlier versions do not list: what is there now may have been there before. Newer seals always have the name. */
const LATER_PLACES: readonly { readonly places: RegExp; readonly always: string }[] = [
  { places: /\/(?:site|user)customize\.py$|\.pth$/, always: '/sitecustomize.py' },
  { places: /\/info\/sparse-checkout$/, always: '/info/sparse-checkout' },
]

async function outsideChanges(seal: Seal, { home, env }: SealNow): Promise<SealChange[]> {
  const before = new Map(seal.outside.map(place => [place.path, place]))
  const now = [...outsidePlaces(seal.tree, home, env), ...gitPlaces(seal.tree)]
  const paths = new Map([...seal.outside, ...now].map(({ path, kind }) => [path, kind]))
  const changes: SealChange[] = []
  const unknown = LATER_PLACES.filter(({ always }) => !seal.outside.some(({ path }) => path.endsWith(always)))
  for (const [path, kind] of paths) {
    if (!before.has(path) && unknown.some(({ places }) => places.test(path))) continue
    const file = before.get(path)?.file ?? null
    // A folder is compared by its files, which are listed separately.
    if (file?.state.type === 'folder') continue
    if (file) changes.push(...(await fileChanges(seal, file)))
    else changes.push(...(await appeared(path, kind)))
  }
  return changes
}

/** A new config that sets nothing relevant, such as who commits, is not a change. */
async function appeared(path: string, kind: ProtectedKind): Promise<SealChange[]> {
  const state = placeState('/', path)
  if (!state || state.type === 'folder') return []
  const parts = await sealedParts(path, text(bytesAt(path) ?? new Uint8Array()), new Set())
  return parts?.length === 0 ? [] : [{ path, what: 'added', kind }]
}

function toolChanges(seal: Seal): SealChange[] {
  const places = toolPlaces(seal.tree, seal.workspace, seal.searchPath)
  return seal.tools.flatMap((tool): SealChange[] => {
    const now = findTool(tool.name, places)
    if (!now) return [{ path: tool.found, what: 'deleted', kind: 'tool' }]
    if (isSameTool(tool, now) || isInstalled(seal, tool.found, now.found)) return []
    return [{ path: now.found, what: 'changed', kind: 'tool' }]
  })
}

/** A program of an installed package is judged with its package, which a changed lock file may explain. */
const isInstalled = ({ tree }: Seal, before: string, now: string): boolean =>
  before === now && before.startsWith(`${tree}/`) && /\/node_modules\/\.bin\//.test(before)

/** New packages that no lock file lists, and that are nearer than the original ones, replace them for files next to them. */
function newInstalls(seal: Seal, files: readonly string[], installed: readonly string[]): SealChange[] {
  const locks = lockDigests(seal.tree, files)
  if (Object.keys(locks).some(path => locks[path] !== seal.locks[path])) return []
  const before = new Set(seal.packages.map(({ path }) => path.replace(/(^|\/)node_modules\/.*$/, '$1node_modules')))
  return installed
    .filter(path => path.endsWith('/node_modules') && !before.has(path))
    .map(path => ({ path, what: 'added', kind: 'dependency' }))
}

function packageChanges(seal: Seal, files: readonly string[]): SealChange[] {
  const locks = lockDigests(seal.tree, files)
  const locked = Object.keys(locks).filter(path => locks[path] !== seal.locks[path])
  const lines = locked.map(path => text(bytesAt(join(seal.tree, path)) ?? new Uint8Array()))
  return seal.packages.flatMap((before): SealChange[] => {
    const now = packageNow(seal.tree, before)
    if (now === 'same') return []
    const kind = before.path.includes('/.bin/') ? 'tool' : 'dependency'
    if (now === 'gone') return lines.length > 0 ? [] : [{ path: before.path, what: 'deleted', kind }]
    const isUpgraded = now.version !== null && now.version !== before.version
    const name = before.path.replace(/^.*node_modules\//, '')
    if (isUpgraded && lines.some(lock => lock.includes(name) && lock.includes(now.version ?? ''))) return []
    return [{ path: before.path, what: 'changed', kind }]
  })
}
