import { styleText } from 'node:util'
import { saysDone } from '../../agents/claim.ts'
import { shortened } from '../../check/output/shortened.ts'
import type { CheckFacts, EventOf, Evidence } from '../../loop/events.ts'
import type { Finding } from '../../proof/finding.ts'
import type { Proof } from '../../proof/gate.ts'
import { stepName } from '../../proof/step-name.ts'
import type { CheckVerdict } from '../../proof/verdict.ts'
import { findingId } from '../../proof/waiver.ts'
import { formatDuration } from '../../std/duration.ts'
import { plain } from '../../tools/reading/plain.ts'
import { plural } from '../../tools/reading/totals.ts'

type Style = Parameters<typeof styleText>[0]
export type Paint = (style: Style, text: string) => string

export const painter =
  (colored: boolean): Paint =>
  (style, text) =>
    colored ? styleText(style, text, { validateStream: false }) : text

export type ViewCounts = NonNullable<Evidence['tests']>

/** The counts of all runs together; null when no output has counts. */
export function countsOf(evidence: readonly Evidence[]): ViewCounts | null {
  const known = evidence.flatMap(({ tests }) => tests ?? [])
  return known.length === 0
    ? null
    : known.reduce((sum, each) => ({
        passed: sum.passed + each.passed,
        failed: sum.failed + each.failed,
        skipped: sum.skipped + each.skipped,
        total: sum.total + each.total,
      }))
}

/** "2 failed · 40 passed · 1 skipped (baseline: 42 tests, 1 skipped)", with the tests run and skipped before the first turn. */
export function countsWords({ passed, failed, skipped }: ViewCounts, baseline: ViewCounts | null): string {
  const parts = [failed > 0 && `${failed} failed`, `${passed} passed`, skipped > 0 && `${skipped} skipped`]
  return `${parts.filter(Boolean).join(' · ')}${baseline ? ` (${baselineWords(baseline)})` : ''}`
}

const baselineWords = ({ total, skipped }: ViewCounts): string =>
  `baseline: ${plural(total - skipped, 'test')}${skipped > 0 ? `, ${skipped} skipped` : ''}`

export const verdictWords = (verdict: CheckVerdict): string =>
  verdict === 'verified' ? '✓' : `✗ ${verdict === 'gate_error' ? 'no result' : verdict.replace('_', ' ')}`

const LONGEST_COMMAND = 120

/** A rule about files is a long line for the shell; `done means` has its words, and the journal has all of it. */
export function shortCommand(command: string): string {
  const line = plain(command).replaceAll('\n', ' ')
  return line.length > LONGEST_COMMAND ? `${line.slice(0, LONGEST_COMMAND - 1)}…` : line
}

/** One line: the result, the command, the counts, the duration. */
export function checkHead(facts: CheckFacts, baseline: ViewCounts | null, paint: Paint): string {
  const { verdict, evidence, duration_ms } = facts
  const counts = countsOf(evidence)
  const words = [
    paint(verdict === 'verified' ? 'green' : 'red', verdictWords(verdict)),
    shortCommand(evidence[0]?.command ?? ''),
    counts === null ? '' : countsWords(counts, baseline),
    formatDuration(duration_ms),
  ]
  return words.filter(word => word !== '').join('  ')
}

const FAILURES_SHOWN = 5

/** The most useful lines of what is missing: the first, and one for each further failure. Findings have lines of their own. */
export function missingLines({ missing, findings }: CheckFacts): string[] {
  const shown = new Set(findings.flatMap(({ says, places }) => [says, ...places]))
  const [first = '', ...rest] = plain(missing ?? '')
    .split('\n')
    .filter(line => line.trim() !== '' && !shown.has(line.trim()))
  const numbered = rest.flatMap(line => /^\d+\. (.*)$/.exec(line.trim())?.[1] ?? [])
  const more = numbered.length > 0 ? numbered.slice(1) : rest.filter(line => !/^\s*(?:Hint|Since)\b/.test(line))
  return shortened([first, ...more.map(line => line.trimEnd())], FAILURES_SHOWN + 1).filter(line => line !== '')
}

const marks = { ok: '✓', refused: '✗', not_checked: '–' } as const

/** A step that is done for several parts of a criterion is shown once. */
function markOf(steps: Proof['steps']): string {
  const count = (wanted: Proof['steps'][number]['result']): number =>
    steps.filter(({ result }) => result === wanted).length
  if (count('refused') > 0) return marks.refused
  if (count('ok') === 0) return marks.not_checked
  return count('ok') === steps.length ? marks.ok : `${marks.ok} ${count('ok')} of ${steps.length}`
}

export function proofLine({ level, steps, runs, duration_ms }: Proof): string {
  const names = [...new Set(steps.map(({ step }) => step))]
  const each = names.map(name => `${plain(stepName(name))} ${markOf(steps.filter(({ step }) => step === name))}`)
  return `${[level, ...each].join('  ')}   ${runs} ${runs === 1 ? 'run' : 'runs'}, ${formatDuration(duration_ms)}`
}

const PLACES_SHOWN = 3

export function findingLine(finding: Finding): string {
  const { says } = finding
  const places = [...new Set(finding.places)]
  const shown = places.slice(0, PLACES_SHOWN).join(', ')
  const more = places.length > PLACES_SHOWN ? ` and ${places.length - PLACES_SHOWN} more` : ''
  return plain(`${findingId(finding)}: ${says}${shown === '' ? '' : `  ${shown}${more}`}`).replaceAll('\n', ' ')
}

export function turnWords({ ended, error, answer, tree_changed, duration_ms, usage }: EventOf<'turn-end'>): string {
  const changes = tree_changed ? 'changed files' : 'changed nothing'
  const words =
    ended === 'claims-done'
      ? saysDone(answer)
        ? 'says it is done'
        : 'ended its turn'
      : ended === 'wants-more'
        ? 'wants another turn'
        : ended === 'asks'
          ? 'ended with a question'
          : `${ended}: ${plain(error ?? '')}`
  const used = usage ? usedWords(usage.tokens, usage.usd) : ''
  const separator = error === null ? ',' : ';'
  return `${words}${separator} ${changes}   ${formatDuration(duration_ms)}${used === '' ? '' : `   ${used}`}`
}

/** Only known values; empty where nothing is known. */
export const usedWords = (tokens: number | null, usd: number | null): string =>
  [tokens !== null && `${tokens.toLocaleString('en')} tokens`, usd !== null && dollars(usd)].filter(Boolean).join(', ')

export const dollars = (usd: number): string => `$${usd.toFixed(2)}`

/** The local time of day. */
export const clockTime = (moment: string): string => {
  const date = new Date(moment)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}
