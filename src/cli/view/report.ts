import { whyNoActions } from '../../loop/approval.ts'
import type { CheckFacts } from '../../loop/events.ts'
import { describeOutcome, type Outcome, verdictSentence } from '../../loop/outcome.ts'
import type { LoopSpec, LoopState } from '../../loop/state.ts'
import { statusWords } from '../../loop/status.ts'
import { waiversOf } from '../../loop/waivers.ts'
import { stepName } from '../../proof/step-name.ts'
import { nameOf } from '../../proof/waiver.ts'
import { formatDuration } from '../../std/duration.ts'
import { plain } from '../../tools/reading/plain.ts'
import { plural } from '../../tools/reading/totals.ts'
import { failedInEveryTurn, nextSteps, type Paths, type Retype } from './next-step.ts'
import { countsOf, countsWords, findingLine, type Paint, shortCommand, usedWords, type ViewCounts } from './words.ts'

interface EndReport {
  readonly state: LoopState
  readonly outcome: Outcome
  /** The latest check, and the counts of the first one. */
  readonly check: CheckFacts | null
  readonly baseline: ViewCounts | null
  /** The path of the receipt; null when there is none. */
  readonly receipt: string | null
}

const FAILING_SHOWN = 3
const FINDINGS_SHOWN = 2
const LONGEST = 400

/** The end of a loop in at most fifteen lines: why it ended, what was checked and what was not, what is left, what to type next. */
export function reportLines(ended: EndReport, paths: Paths, retype: Retype, paint: Paint): readonly string[] {
  const { state, outcome } = ended
  const good = outcome.kind === 'verified'
  const steps = nextSteps(state, outcome, paths, retype).map(step =>
    step.startsWith('agent-loop ') ? paths.before + step : step,
  )
  const handedOff = outcome.kind === 'stuck' || (outcome.kind === 'blocked' && outcome.because !== 'red_baseline')
  const body = [
    row('used', spentWords(state)),
    ...checkedRows(ended),
    ...leftRows(ended),
    ...warningRows(ended),
    ...waivedRows(ended),
    ...(outcome.kind === 'agent_failed' ? lastWords(state) : []),
    ...(failedInEveryTurn(state) ? [row('agent', `failed in every turn: ${oneLine(state.turn?.error ?? '')}`)] : []),
    ...(outcome.kind === 'gate_broken' ? printedRows(outcome.error) : []),
    ...(handedOff && paths.pull === null ? [row('hand-off', paths.handOff)] : []),
    ...(paths.pull === null
      ? [row('more', ended.receipt === null ? paths.progress : `${paths.progress}, receipt.json`)]
      : []),
    ...steps.map((step, index) => row(index === 0 ? 'next' : '', step)),
  ]
  return ['', paint(good ? 'green' : outcome.kind === 'claimed' ? 'yellow' : 'red', head(ended)), ...body]
}

const row = (label: string, text: string): string => `  ${label.padEnd(11)} ${text}`

const oneLine = (text: string): string => {
  const line = plain(text).split('\n').join(' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

function head({ state, outcome }: EndReport): string {
  const { iteration, spec } = state
  if (spec.proves !== null) return proofHead(spec, spec.proves, outcome)
  const turns = `${iteration} ${iteration === 1 ? 'turn' : 'turns'}`
  if (outcome.kind === 'verified') {
    const when = outcome.because === 'already_green' ? 'before the first turn' : `after ${turns}`
    return `✓ verified ${when}, against this criterion: ${oneLine(spec.done)}`
  }
  const sign = outcome.kind === 'claimed' ? '?' : '✗'
  const [first = ''] = describeOutcome(outcome).split('\n')
  if (outcome.kind === 'aborted' && outcome.interrupted)
    return `${sign} interrupted after ${turns}: stopped by Ctrl-C or a signal; the loop can be resumed`
  return `${sign} ${statusWords(outcome.kind)} after ${turns}: ${oneLine(outcome.kind === 'gate_broken' ? first : describeOutcome(outcome))}`
}

/** The end of a proof without an agent: it has one turn, which nobody took. */
function proofHead(spec: LoopSpec, { base, head: to }: NonNullable<LoopSpec['proves']>, outcome: Outcome): string {
  const range = `${base.slice(0, 10)}..${to === null ? 'working tree' : to.slice(0, 10)}`
  if (outcome.kind === 'verified') return `✓ verified: ${range}, against this criterion: ${oneLine(spec.done)}`
  const [first = ''] = (
    outcome.kind === 'limit_reached' ? verdictSentence(outcome.verdict) : describeOutcome(outcome)
  ).split('\n')
  return `✗ ${outcome.kind === 'limit_reached' ? 'not verified' : statusWords(outcome.kind)}: ${range}: ${oneLine(first)}`
}

function spentWords({ spent, spec }: LoopState): string {
  const used = usedWords(spent.tokens > 0 ? spent.tokens : null, spent.usd > 0 ? spent.usd : null)
  const waited = spent.waitMs > 0 ? `, ${formatDuration(spent.waitMs)} waited` : ''
  const incomplete = (spent.unreported.tokens && spent.tokens > 0) || (spent.unreported.usd && spent.usd > 0)
  const partly = used !== '' && incomplete ? ' at least' : ''
  return `${formatDuration(spent.ms)} of ${formatDuration(spec.limits.totalMs)}${waited}${used === '' ? '' : `,${partly} ${used}`}`
}

/** The command of our own last run, and the proof steps that were not checked. */
function checkedRows({ check, baseline, outcome }: EndReport): readonly string[] {
  if (check === null || outcome.kind === 'claimed') return []
  const counts = countsOf(check.evidence)
  const command = check.evidence[0]?.command
  const ran =
    command === undefined
      ? []
      : [row('checked', `${shortCommand(command)}${counts ? `   ${countsWords(counts, baseline)}` : ''}`)]
  const skipped = check.proof?.steps.filter(({ result }) => result === 'not_checked') ?? []
  const open = skipped.map(({ step, says }) => (says === '' ? stepName(step) : `${stepName(step)} (${says})`))
  return [...ran, ...(open.length === 0 ? [] : [row('not checked', oneLine(open.join('; ')))])]
}

/** What a person should know, and what does not refuse the result. */
function warningRows({ outcome, check }: EndReport): readonly string[] {
  const skipped =
    outcome.kind === 'verified' && outcome.because === 'already_green'
      ? (countsOf(check?.evidence ?? [])?.skipped ?? 0)
      : 0
  const warnings = check?.findings.filter(({ objection }) => objection === null) ?? []
  return [
    ...(skipped > 0 ? [`${plural(skipped, 'test')} did not run (skipped or todo)`] : []),
    ...warnings.slice(0, FINDINGS_SHOWN).map(findingLine),
  ].map((line, index) => row(index === 0 ? 'warning' : '', oneLine(line)))
}

/** Findings and tests that were waived. */
function waivedRows({ state }: EndReport): readonly string[] {
  const waivers = waiversOf(state).map(waiver => `${nameOf(waiver)} (${waiver.by}: ${waiver.reason})`)
  if (waivers.length === 0) return []
  const unknown = whyNoActions(state) === null ? [] : [row('', 'the person was not authenticated')]
  return [row('waived', oneLine(waivers.join('; '))), ...unknown]
}

function leftRows({ state, outcome, check }: EndReport): readonly string[] {
  if (outcome.kind === 'verified' || outcome.kind === 'claimed') return []
  const { ids, count } = state.failing ?? { ids: [], count: 0 }
  const shown = ids.slice(0, FAILING_SHOWN)
  const more = count - shown.length
  const failing = [
    ...shown.map(oneLine),
    ...(more > 0 && shown.length > 0 ? [`…and ${plural(more, 'more failure')}`] : []),
  ]
  const blocking = check?.findings.filter(({ objection }) => objection !== null) ?? []
  const others = blocking.slice(FINDINGS_SHOWN).map(({ rule }) => rule)
  const found = [
    ...blocking.slice(0, FINDINGS_SHOWN).map(finding => oneLine(findingLine(finding))),
    ...(others.length > 0 ? [`…and ${others.length} more: ${others.join(', ')}`] : []),
  ]
  const { best } = state
  return [
    ...failing.map((line, index) => row(index === 0 ? 'still fails' : '', line)),
    ...(best && best.iteration > 0 && best.failing < count
      ? [row('best', `turn ${best.iteration}, ${best.failing} failing`)]
      : []),
    ...found.map((line, index) => row(index === 0 ? 'findings' : '', line)),
  ]
}

/** The last lines of a check that could not run: the first line of the error is above them. */
const printedRows = (error: string): readonly string[] =>
  error
    .split('\n')
    .slice(2)
    .filter(line => line.trim() !== '')
    .slice(-PRINTED_SHOWN)
    .map((line, index) => row(index === 0 ? 'it printed' : '', oneLine(line)))

const PRINTED_SHOWN = 5

function lastWords({ turn }: LoopState): readonly string[] {
  const lines = plain(turn?.answer ?? '')
    .split('\n')
    .filter(line => line.trim() !== '')
  return lines.slice(-2).map((line, index) => row(index === 0 ? 'it said' : '', oneLine(line)))
}
