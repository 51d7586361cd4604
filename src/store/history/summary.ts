import { basename } from 'node:path'
import type { HistoryRecord } from './history-record.ts'

/** Figures over several loops. */
export interface HistoryFigures {
  readonly loops: number
  readonly verified: number
  /** From 0 to 1. */
  readonly verified_share: number
  readonly median_turns: number
  readonly median_ms: number
  /** The known part. */
  readonly tokens: number
  readonly loops_without_tokens: number
  readonly usd: number
  /** Loops of which a part of the cost is unknown, which is not 0. */
  readonly loops_without_cost: number
  /** The known cost of all loops, also of those that failed, for each verified one; null when none is verified. */
  readonly usd_per_verified: number | null
}

export type HistoryGroup = HistoryFigures & { readonly name: string | null }

export interface HistorySummary {
  readonly total: HistoryFigures
  readonly by_project: readonly (HistoryGroup & { readonly directory: string })[]
  readonly by_agent: readonly HistoryGroup[]
  readonly by_model: readonly HistoryGroup[]
  readonly by_kind: readonly HistoryGroup[]
  readonly findings: readonly { readonly rule: string; readonly loops: number }[]
}

/** Pure. The largest group comes first. */
export function summarize(records: readonly HistoryRecord[]): HistorySummary {
  const rules = records.flatMap(({ findings }) => findings)
  return {
    total: figuresOf(records),
    by_project: groups(records, ({ directory }) => directory).map(({ name, ...figures }) => ({
      name: basename(name ?? ''),
      directory: name ?? '',
      ...figures,
    })),
    by_agent: groups(records, ({ agent }) => agent),
    by_model: groups(records, ({ model }) => model),
    by_kind: groups(records, ({ kind }) => kind),
    findings: [...grouped(rules, rule => rule)]
      .map(([rule, all]) => ({ rule, loops: all.length }))
      .sort((a, b) => b.loops - a.loops),
  }
}

const groups = (
  records: readonly HistoryRecord[],
  key: (record: HistoryRecord) => string | null,
): readonly HistoryGroup[] =>
  [...grouped(records, key)]
    .map(([name, members]) => ({ name, ...figuresOf(members) }))
    .sort((a, b) => b.loops - a.loops || ((a.name ?? '') < (b.name ?? '') ? -1 : 1))

function grouped<T, K>(values: readonly T[], key: (value: T) => K): ReadonlyMap<K, readonly T[]> {
  const found = new Map<K, T[]>()
  for (const value of values) {
    const members = found.get(key(value))
    if (members) members.push(value)
    else found.set(key(value), [value])
  }
  return found
}

function figuresOf(records: readonly HistoryRecord[]): HistoryFigures {
  const verified = records.filter(({ status }) => status === 'verified').length
  const usd = records.reduce((sum, record) => sum + record.usd, 0)
  const unpriced = records.filter(({ usd_unknown }) => usd_unknown).length
  return {
    loops: records.length,
    verified,
    verified_share: records.length === 0 ? 0 : verified / records.length,
    median_turns: median(records.map(({ turns }) => turns)),
    median_ms: median(records.map(({ ms }) => ms)),
    tokens: records.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0),
    loops_without_tokens: records.filter(({ tokens }) => tokens === null).length,
    usd,
    loops_without_cost: unpriced,
    // Nothing known is not a price of 0.
    usd_per_verified: verified === 0 || (usd === 0 && unpriced > 0) ? null : usd / verified,
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
