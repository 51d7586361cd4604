import type { Kind } from './kinds.ts'

/** Why a person must confirm this value once when it comes from a repository's own configuration. */
export type TrustReason = 'runs-commands' | 'weakens-proof' | 'writes-elsewhere' | 'sends-data' | 'raises-limits'

/** One setting of a loop. Flag, environment variable, and configuration key have the same name. */
export type Setting = AnySetting & (OneCall | Lasting)

/** About one call only: not read from the environment or the configuration. */
interface OneCall {
  readonly flagOnly: true
  readonly needsTrust?: never
  readonly harmless?: never
}

/** Environment and configuration may give it, so every one of them says whether a repository's value needs trust; null: no value does. */
interface Lasting {
  readonly flagOnly?: never
  readonly needsTrust: TrustReason | null
  /** Values that need no trust all the same: they are at least as strict as the default. Of a limit: all up to its default. */
  readonly harmless?: readonly string[] | 'up to the default'
}

/** In the order in which `--help` lists them. */
export const SETTING_TOPICS = [
  'What counts as done',
  'Agent',
  'Limits',
  'Proof',
  'Hooks',
  'After a loop',
  'Execution',
  'General',
] as const

export type SettingTopic = (typeof SETTING_TOPICS)[number]

interface AnySetting {
  /** The group of flags in `--help`. */
  readonly topic: SettingTopic
  readonly kind: Kind<unknown, unknown>
  /** What it does, for `--help` and docs/configuration.md. */
  readonly says: string
  /** As text, read like any other value. */
  readonly default?: string
  /** The default in words, where it depends on something else. */
  readonly defaultSays?: string
  readonly short?: string
  /** Another name of the flag. */
  readonly alias?: string
  /** MCP tools may take it as an argument. */
  readonly mcp?: true
  /** The field of `RunRequest` that it becomes; `limits.iterations` is a field of its `limits`. */
  readonly option?: string
  /** Settings of one group exclude each other: the first source that gives one of them decides. */
  readonly group?: 'agent' | 'judge'
}
