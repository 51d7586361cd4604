import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isWithin } from '../../system/is-within.ts'
import { isMachineCodeAt } from '../../system/machine-code.ts'
import type { Environment } from '../../system/shell.ts'
import type { FrozenRules } from '../snapshots/ignore-rules.ts'
import { ignoredFiles } from '../snapshots/ignored-files.ts'
import type { Survey } from './survey.ts'

/** What is known about ignored files at an earlier moment. */
export interface BuildBaseline {
  readonly rules: FrozenRules
  /** All of them outside of dependency folders; null when there were too many. */
  readonly paths: ReadonlySet<string> | null
  /** Those that the check wrote, so it can write them again. */
  readonly written: ReadonlySet<string>
  /** Settings and state of build tools, with their bytes. */
  readonly settings: ReadonlyMap<string, Uint8Array>
}

/** Files of a copy that differ from those of the tree, so that build tools compile again what changed since a moment. */
export interface BuildTimes {
  /** What was built since then: older than every source. */
  readonly old: readonly string[]
  /** Source that claims to be older than it is. */
  readonly fresh: readonly string[]
  /** Not in the copy. */
  readonly without: readonly string[]
  /** Those of them that nothing shows the check to make. */
  readonly added: readonly string[]
  /** Settings with their earlier bytes. */
  readonly restored: ReadonlyMap<string, Uint8Array>
  /** All ignored files that did not exist. */
  readonly ignored: readonly string[]
}

export const UNCHANGED: BuildTimes = { old: [], fresh: [], without: [], added: [], restored: new Map(), ignored: [] }

/** In seconds. Some build tools read 0 and 1 as "missing". */
export const OLD_SECONDS = 2

// Nothing compiles these again.
const INSTALLED =
  /(?:^|\/)(?:node_modules|bower_components|site-packages|\.?venv|\.tox|\.nox|\.terraform|\.yarn|vendor|Pods)(?:\/|$)/

export const isDependency = (path: string): boolean => INSTALLED.test(path)

// A linker also takes a text under such a name.
const LINKED = /\.(?:[gp]ch|o|obj|lo|a|lib|so|dylib|rlib)$/
// Lists of headers that a compiler writes and make includes. Nothing but speed is lost without them.
const LISTS = /\.(?:d|dep)$/
const PRECOMPILED = /\.[gp]ch$/
const SETTINGS = /(?:^|\/)CMakeCache\.txt$|\.mk$/

interface TreeBefore {
  readonly tree: string
  readonly env: Environment
  readonly before?: BuildBaseline
  /** All source counts as changed. */
  readonly recompile?: boolean
}

/** Change times cannot be set back, so they show what was written since then, by whom ever. */
export async function buildTimes(
  { tree, env, before, recompile = false }: TreeBefore,
  { stamps }: Pick<Survey, 'stamps'>,
  sinceMs: number,
): Promise<BuildTimes> {
  const isChanged = (stamp: string): boolean => changedAt(stamp) >= sinceMs
  const changed = [...stamps].filter(([path, stamp]) => (recompile || isChanged(stamp)) && !isDependency(path))
  const paths = changed.map(([path]) => path)
  const ignored = new Set(await ignoredFiles(tree, env, paths, before?.rules))
  const [old, fresh, without, added] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()]
  const restored = new Map<string, Uint8Array>()
  const isNew = (path: string): boolean => before?.paths?.has(path) === false
  for (const [path, stamp] of changed) {
    // What was built before stays as it is: newer source is enough to have it built again.
    if (!isChanged(stamp) && ignored.has(path)) continue
    const place = join(tree, path)
    const compiled = (): boolean => LINKED.test(path) || isMachineCodeAt(place)
    const bytes = before?.settings.get(path)
    if (!ignored.has(path)) {
      if (stamp.startsWith('l ')) continue
      if (isChanged(stamp) && compiled()) old.add(path)
      else if (recompile || modifiedAt(stamp) < sinceMs) fresh.add(path)
    } else if (stamp.startsWith('l ')) {
      if (leadsOut(tree, place)) added.add(path)
    } else if (LISTS.test(path)) {
      without.add(path)
      // Without its list, nothing tells that an object is out of date.
      for (const object of objectsOf(path)) if (stamps.has(object)) old.add(object)
    } else if (bytes) {
      restored.set(path, bytes)
      old.add(path)
    } else if (isNew(path) && (SETTINGS.test(path) || compiled())) added.add(path)
    else if (PRECOMPILED.test(path) || (before?.written.has(path) && compiled())) without.add(path)
    else old.add(path)
  }
  for (const path of added) without.add(path)
  return {
    old: [...old].filter(path => !without.has(path)),
    fresh: [...fresh],
    without: [...without],
    added: [...added],
    restored,
    ignored: [...ignored].filter(isNew),
  }
}

const objectsOf = (list: string): string[] => {
  const stem = list.replace(LISTS, '')
  return [stem, `${stem}.o`, `${stem}.obj`, `${stem}.lo`]
}

function leadsOut(tree: string, link: string): boolean {
  try {
    return !isWithin(realpathSync(link), tree)
  } catch {
    return true
  }
}

const changedAt = (stamp: string): number => (/^[fl] /.test(stamp) ? Number(stamp.split(' ').at(-1)) : 0)
const modifiedAt = (stamp: string): number => Number(stamp.split(' ').at(-2))
