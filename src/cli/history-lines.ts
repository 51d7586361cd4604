import { formatDuration } from '../std/duration.ts'
import type { HistoryFigures, HistoryGroup, HistorySummary } from '../store/history/summary.ts'
import { plural } from '../tools/reading/totals.ts'
import { safeLine } from './safe-text.ts'

const HEAD = ['loops', 'verified', 'turns', 'time', 'tokens', 'cost', 'per verified'] as const
const GROUPS_SHOWN = 10
const FINDINGS_SHOWN = 10
const LONGEST_NAME = 40

/** Figures over all loops, for people. */
export function historyLines(summary: HistorySummary): readonly string[] {
  const { total, by_project, by_agent, by_model, by_kind, findings } = summary
  if (total.loops === 0) return ['No loop ended in this time.']
  const rows = [
    ...table('project', by_project, ''),
    ...table('agent', by_agent, '(unknown)'),
    ...table('model', by_model, "(the agent's choice)"),
    ...table('kind of task', by_kind, '(criterion given)'),
  ]
  return [
    ...aligned([...rows, ['all', ...cells(total)]]),
    '',
    'Turns and time are medians. "per verified" is the cost of all loops, including those that failed, divided by the number of verified loops.',
    ...unknownLines(total),
    ...(findings.length === 0
      ? []
      : [
          '',
          'frequent findings (agent-loop explain <finding>):',
          ...findings.slice(0, FINDINGS_SHOWN).map(findingLine),
        ]),
  ]
}

const findingLine = ({ rule, loops }: HistorySummary['findings'][number]): string =>
  `  ${rule}: ${plural(loops, 'loop')}`

function unknownLines({ loops_without_cost, loops_without_tokens }: HistoryFigures): readonly string[] {
  return [
    ...(loops_without_cost === 0 ? [] : [`${plural(loops_without_cost, 'loop')} did not report the whole cost.`]),
    ...(loops_without_tokens === 0 ? [] : [`${plural(loops_without_tokens, 'loop')} did not report all tokens.`]),
  ]
}

function table(label: string, groups: readonly HistoryGroup[], unnamed: string): readonly (readonly string[])[] {
  const shown = groups.slice(0, GROUPS_SHOWN)
  const more = groups.length - shown.length
  return [
    [label, ...HEAD],
    ...shown.map(group => [`  ${nameOf(group.name ?? unnamed)}`, ...cells(group)]),
    ...(more > 0 ? [[`  …and ${more} more not shown`]] : []),
    [],
  ]
}

const nameOf = (name: string): string => {
  const line = safeLine(name)
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME - 1)}…` : line
}

function cells(figures: HistoryFigures): readonly string[] {
  const { loops, tokens, usd, usd_per_verified } = figures
  const money = (amount: number): string => `$${amount.toFixed(2)}`
  return [
    String(loops),
    `${figures.verified} (${Math.round(figures.verified_share * 100)}%)`,
    String(figures.median_turns),
    formatDuration(figures.median_ms),
    partlyKnown(tokens.toLocaleString('en'), tokens, figures.loops_without_tokens),
    partlyKnown(money(usd), usd, figures.loops_without_cost),
    figures.verified === 0 ? '–' : partlyKnown(money(usd_per_verified ?? 0), usd, figures.loops_without_cost),
  ]
}

/** An unknown part is not 0. */
function partlyKnown(words: string, known: number, unknownLoops: number): string {
  if (unknownLoops === 0) return words
  return known === 0 ? 'unknown' : `≥ ${words}`
}

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = [0, ...HEAD.map((_, index) => index + 1)].map(column =>
    Math.max(...rows.map(row => (row[column] ?? '').length)),
  )
  return rows.map(row =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}
