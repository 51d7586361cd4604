import { posix } from 'node:path'
import type { ToolSettings, WeakeningSetting } from '../../../tools/protection/protection.ts'
import type { ChangedText } from '../changed-text.ts'
import type { ConfigSetting } from './setting.ts'
import { elementsOf, levelOf, numberIn, valuesOf } from './weakened-setting.ts'

interface Place {
  readonly tool: ToolSettings
  readonly path: string
  readonly before: readonly ConfigSetting[]
  readonly now: readonly ConfigSetting[]
}

interface Turning {
  readonly dial: WeakeningSetting
  readonly path: string
  readonly site: Place
  readonly sites: readonly Place[]
  readonly files: readonly ChangedText[]
}

/** Changes that look weaker on their own and are not, together with the rest of the change. */
export const isExcused = (turning: Turning): boolean =>
  isReplacedTool(turning) ||
  isPackageGone(turning) ||
  isNewlyChecked(turning) ||
  isSameRule(turning) ||
  isSetElsewhere(turning) ||
  isBesideInclude(turning) ||
  isNewWarning(turning)

/** One tool's config was replaced by that of another tool with the same purpose. */
function isReplacedTool({ site, sites }: Turning): boolean {
  const group = site.tool.alternatives
  if (!group || site.now.length > 0) return false
  return sites.some(
    other => other.tool !== site.tool && other.tool.alternatives === group && other.now.length > other.before.length,
  )
}

/** The folder was deleted with its config. */
function isPackageGone({ site, files }: Turning): boolean {
  if (site.now.length > 0) return false
  const folder = `${posix.dirname(site.path)}/`
  const inside = files.filter(({ path }) => path.startsWith(folder) && path !== site.path)
  return inside.length > 0 && inside.every(({ now }) => now === null)
}

/** The excluded rules belong to a rule set that is new. */
function isNewlyChecked({ dial, path, site }: Turning): boolean {
  if (dial.family !== 'lint' && dial.family !== 'types') return false
  const [before, now] = [vocabulary(site.before), vocabulary(site.now)]
  const came = [...now].filter(word => !before.has(word))
  const { selects, groups } = site.tool
  if (selects !== undefined && dial.turn === 'skip') {
    const selected = (settings: readonly ConfigSetting[]): string[] => elementsOf(valuesOf(settings, selects))
    const fresh = selected(site.now).filter(code => !selected(site.before).includes(code))
    const left = elementsOf(valuesOf(site.now, path)).filter(
      code => !elementsOf(valuesOf(site.before, path)).includes(code),
    )
    return fresh.length > 0 && left.every(code => fresh.some(set => set === 'ALL' || code.startsWith(set)))
  }
  if (groups) return isGroupOn(groups, site.now) && !isGroupOn(groups, site.before)
  const owner = ownerOf(path)
  return owner !== null && came.some(word => word.toLowerCase().includes(owner))
}

const isGroupOn = (groups: RegExp, settings: readonly ConfigSetting[]): boolean =>
  settings.some(({ path, value }) => groups.test(path) && (levelOf(value) ?? 2) > 0)

/** The plugin of a rule: `react/prop-types`, `Rails/Output.Enabled`. */
function ownerOf(path: string): string | null {
  const found = /^rules\.@?([\w-]+)(?:\/[\w-]+)?\//.exec(path)?.[1] ?? /^([A-Z]\w+)\//.exec(path)?.[1]
  return found?.toLowerCase().replace(/^\w+-plugin-/, '') ?? null
}

/** Everything except the rules: what is extended, loaded, and required. */
const vocabulary = (settings: readonly ConfigSetting[]): ReadonlySet<string> =>
  new Set(
    settings
      .filter(({ path }) => /(?:^|\.)(?:extends|plugins?|require|inherit_\w+|jsPlugins)(?:\.|$)/.test(path))
      .flatMap(({ path, value }) => [path, ...elementsOf([value]), JSON.stringify(value) ?? '']),
  )

/** A rule was replaced by the one of the same name in another set. */
function isSameRule({ dial, path, site }: Turning): boolean {
  if (dial.turn !== 'level') return false
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.indexOf('.')) + 1)
  const had = Math.max(-1, ...valuesOf(site.before, path).map(value => levelOf(value) ?? 2))
  return site.now.some(
    other =>
      other.path !== path &&
      /^rules\./.test(other.path) &&
      (other.path.endsWith(`/${name}`) || other.path === `rules.${name}`) &&
      (levelOf(other.value) ?? 0) >= Math.max(had, 1) &&
      !site.before.some(old => old.path === other.path && levelOf(old.value) === levelOf(other.value)),
  )
}

/** A threshold may move from a flag into a config, or from one config to another. */
function isSetElsewhere({ dial, path, site, sites }: Turning): boolean {
  if (valuesOf(site.now, path).length > 0) return false
  const was = numberIn(valuesOf(site.before, path).at(-1))
  return sites.some(other =>
    other.tool.dials
      .filter(one => one.family === dial.family && one.turn === dial.turn)
      .some(one =>
        other.now.some(
          setting =>
            one.at.test(setting.path) &&
            !(other === site && setting.path === path) &&
            valuesOf(other.before, setting.path).length === 0 &&
            (was === null || (numberIn(setting.value) ?? 0) >= was),
        ),
      ),
  )
}

/** Files named in addition to the folders are more, not less. */
const isBesideInclude = ({ path, site }: Turning): boolean =>
  path === site.tool.adds?.list && valuesOf(site.now, site.tool.adds.beside).length > 0

/** A new rule that only warns. */
function isNewWarning({ dial, path, site }: Turning): boolean {
  if (dial.turn !== 'level' || valuesOf(site.before, path).length > 0) return false
  const warns = valuesOf(site.now, path).every(value => (levelOf(value) ?? 2) > 0)
  const rule = path.slice(Math.max(path.lastIndexOf('/'), path.indexOf('.')) + 1)
  return warns && !site.tool.errorsByDefault?.test(rule)
}
