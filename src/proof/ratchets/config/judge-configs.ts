import { posix } from 'node:path'
import type { WeakeningSetting } from '../../../tools/protection/protection.ts'
import { isFixture } from '../../../tools/protection/test-paths.ts'
import { WEAKENING_SETTINGS, type WeakeningSettings } from '../../../tools/protection/weakening-settings.ts'
import type { AskedFamilies, ChangedText, RatchetRule, Worse } from '../changed-text.ts'
import { isExcused } from './excuses.ts'
import { FLAGS, flagsIn } from './flags.ts'
import { type ConfigSetting, keyLines, settingsIn } from './setting.ts'
import { settingsFor } from './settings-for.ts'
import { resolved } from './tsconfig.ts'
import { valuesOf, weakenedSetting } from './weakened-setting.ts'

interface ConfigRequest {
  readonly files: readonly ChangedText[]
  readonly asked: AskedFamilies
  /** Unchanged files that changed ones extend. */
  readonly unchanged: ReadonlyMap<string, string>
  /** The original texts of config files. */
  readonly configs: ReadonlyMap<string, string>
}

/** One tool's settings in one place, before and now. */
interface Site {
  readonly tool: WeakeningSettings
  readonly path: string
  readonly before: readonly ConfigSetting[]
  readonly now: readonly ConfigSetting[]
  /** Nothing was configured here before. */
  readonly isNew: boolean
}

const SETTINGS: readonly WeakeningSettings[] = [...WEAKENING_SETTINGS, FLAGS]

/** Settings that were changed so that a tool reports less than before. */
export function looserConfigs(request: ConfigRequest): Worse[] {
  const sites = SETTINGS.flatMap(tool => sitesOf(tool, request))
  return sites.flatMap(site => {
    const paths = [...new Set([...site.before, ...site.now].map(({ path }) => path))]
    return paths.flatMap(path => worseAt(site, path, sites, request))
  })
}

function sitesOf(tool: WeakeningSettings, request: ConfigRequest): Site[] {
  const files = request.files.filter(({ path }) => tool.files.test(path) && !isFixture(path))
  const read = (file: ChangedText, when: 'before' | 'now'): ConfigSetting[] | null =>
    settingsOf(tool, file, when, request)
  const sites = files.flatMap((file): (Site & { gone: boolean })[] => {
    const [before, now] = [read(file, 'before'), read(file, 'now')]
    // A config that cannot be read says nothing; the run shows that the tool cannot read it either.
    if ((file.before !== null && before === null) || (file.now !== null && now === null)) return []
    return [
      {
        tool,
        path: file.path,
        before: before ?? [],
        now: now ?? [],
        isNew: file.before === null,
        gone: file.now === null,
      },
    ]
  })
  return moved(sites)
}

/** A deleted and a new config are one that moved; the new one is compared with the settings of all deleted ones. */
function moved(sites: readonly (Site & { readonly gone: boolean })[]): Site[] {
  const gone = sites.filter(site => site.gone)
  const came = sites.filter(site => site.isNew)
  const shared = sites.filter(site => !site.gone && !site.isNew && site.now.length > site.before.length)
  if (gone.length === 0 || came.length + shared.length === 0) return [...sites]
  const before = gone.flatMap(site => site.before)
  const heirs = [...came, ...shared].map(site => ({ ...site, before: [...before, ...site.before], isNew: false }))
  return [...sites.filter(site => !gone.includes(site) && !came.includes(site) && !shared.includes(site)), ...heirs]
}

function settingsOf(
  tool: WeakeningSettings,
  file: ChangedText,
  when: 'before' | 'now',
  { files, unchanged }: ConfigRequest,
): ConfigSetting[] | null {
  const text = file[when]
  if (text === null) return null
  if (tool === FLAGS) return flagsIn(file.path, text)
  if (tool.inherits) {
    const others = (path: string): string | null => {
      const other = files.find(one => one.path === path)
      return other ? other[when] : (unchanged.get(path) ?? null)
    }
    const data = resolved(file.path, others)
    return data === null ? null : settingsIn(data, keyLines(text))
  }
  return settingsFor(tool, file.path, text)
}

function worseAt(site: Site, path: string, sites: readonly Site[], request: ConfigRequest): Worse[] {
  const { files, asked, configs } = request
  const dial = site.tool.dials.find(one => one.at.test(path))
  if (!dial || (site.isNew && (site.tool.newIsFree || dial.turn === 'on'))) return []
  const values = { before: effective(site.tool, site.before, path), now: effective(site.tool, site.now, path) }
  const what = weakenedSetting(dial, values)
  if (what === null || isExcused({ dial, path, site, sites, files })) return []
  // A new config beside another one of the tool takes its place (`phpunit.xml`, `phpunit.xml.dist`).
  const replaced = site.isNew ? settingsBeside(site, configs) : []
  if (replaced.length > 0 && !weakenedSetting(dial, { ...values, before: effective(site.tool, replaced, path) }))
    return []
  const line = site.now.find(setting => setting.path === path)?.line ?? 1
  const name = site.tool.name === '' ? '' : `${site.tool.name} `
  return [
    {
      rule: ruleOf(dial),
      objection: objectionOf(dial, site, asked),
      what: `${name}${path}: ${what}`,
      path: site.path,
      line,
    },
  ]
}

const settingsBeside = ({ tool, path }: Site, configs: ConfigRequest['configs']): readonly ConfigSetting[] =>
  [...configs]
    .filter(([other]) => other !== path && posix.dirname(other) === posix.dirname(path) && tool.files.test(other))
    .flatMap(([other, text]) => (tool === FLAGS ? flagsIn(other, text) : settingsFor(tool, other, text)) ?? [])

/** With what `strict` implies. */
function effective(tool: WeakeningSettings, settings: readonly ConfigSetting[], path: string): readonly unknown[] {
  const written = valuesOf(settings, path)
  if (written.length > 0 || !tool.implied?.keys.test(path)) return written
  const strict = valuesOf(settings, tool.implied.by)
  return strict.length > 0 ? strict : written
}

function ruleOf({ family, turn }: WeakeningSetting): RatchetRule {
  if (family === 'retries') return 'retries-configured'
  if (family === 'coverage') return turn === 'min' ? 'coverage-lowered' : 'coverage-narrowed'
  return 'config-loosened'
}

/** A lower threshold always counts. A new config without a predecessor takes nothing away, unless it covers only a part. */
function objectionOf({ family, turn }: WeakeningSetting, site: Site, asked: AskedFamilies): Worse['objection'] {
  const isPart = posix.dirname(site.path) !== '.'
  if (family === 'retries') {
    const most = Math.max(0, ...site.now.flatMap(({ value }) => (typeof value === 'number' ? [value] : [])))
    return site.isNew && most <= 3 ? null : 'weakened'
  }
  if (site.isNew && !isPart) return null
  if (family === 'coverage' && turn === 'min') return 'weakened'
  return asked[family] ? 'weakened' : null
}
