/** What somebody's work used; null is unknown, which is not 0. */
export interface Usage {
  readonly tokens: number | null
  readonly usd: number | null
}

export const UNKNOWN_USAGE: Usage = { tokens: null, usd: null }
export const NO_USAGE: Usage = { tokens: 0, usd: 0 }
