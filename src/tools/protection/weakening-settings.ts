import { TOOLS } from '../catalog.ts'
import { anyOf } from './any-of.ts'
import { dial, type ToolSettings } from './protection.ts'

/** The settings of one tool, under the name that findings use; empty where the setting speaks for itself. */
export interface WeakeningSettings extends ToolSettings {
  readonly name: string
}

const own = TOOLS.flatMap(({ name, protection }): WeakeningSettings[] =>
  protection?.settings ? [{ name: protection.label ?? name, ...protection.settings }] : [],
)

const retrying = TOOLS.flatMap(({ protection }) => protection?.retries ?? [])

/** Retries have the same few names wherever they are configured. */
const retries: WeakeningSettings = {
  name: '',
  files: anyOf(retrying.map(({ files }) => files)),
  within: new RegExp(
    [
      ...retrying.flatMap(({ within }) => within ?? []),
      '^(?=(?:profile\\.|retries|reruns|specFileRetries|.*\\.retries))',
    ].join('|'),
  ),
  dials: [dial('max', 'retries', /(?:^|\.)(?:retries(?:\.\w+)?|reruns|specFileRetries)$/, 0)],
}

export const WEAKENING_SETTINGS: readonly WeakeningSettings[] = [...own, retries]
