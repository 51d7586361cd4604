import { WEAKENING_SETTINGS, type WeakeningSettings } from '../../../tools/protection/weakening-settings.ts'
import { FLAGS, flagsIn } from './flags.ts'
import { type ConfigSetting, isComputed } from './setting.ts'
import { settingsFor } from './settings-for.ts'

/** Coverage settings that a local command obeys; a service reads its own. */
const HERE: readonly WeakeningSettings[] = [
  ...WEAKENING_SETTINGS.filter(({ remote, dials }) => !remote && dials.some(({ family }) => family === 'coverage')),
  FLAGS,
]

/** Coverage that the configuration switches on, whatever the command says. */
const MEASURES = /(?:^|\.)collectCoverage$|^coverage\.enabled$/

interface CoverageSettings {
  /** A run that measures coverage fails below some number. */
  readonly threshold: boolean
  /** Every run measures it. */
  readonly measured: boolean
}

/** What one config file says about coverage. */
export function coverageSettings(path: string, text: string): CoverageSettings {
  const found = HERE.filter(({ files }) => files.test(path)).map(tool => ({
    tool,
    settings: tool === FLAGS ? flagsIn(path, text) : (settingsFor(tool, path, text) ?? []),
  }))
  return {
    threshold: found.some(({ tool, settings }) => settings.some(setting => isThreshold(tool, setting))),
    measured: found.some(({ settings }) => settings.some(({ path, value }) => MEASURES.test(path) && value === true)),
  }
}

const isThreshold = ({ dials }: WeakeningSettings, { path, value }: ConfigSetting): boolean =>
  dials.some(({ at, family, turn }) => family === 'coverage' && at.test(path) && asks(turn, path, value))

/** Zero requires nothing; a computed value requires something. */
const asks = (turn: string, path: string, value: unknown): boolean =>
  turn === 'min'
    ? isComputed(value) || Number(String(value).replace('%', '')) !== 0
    : turn === 'on' && /100$|check-?coverage$/i.test(path) && value === true
