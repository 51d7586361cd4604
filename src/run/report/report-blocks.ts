import { statusWords } from '../../loop/status.ts'
import { stepName } from '../../proof/step-name.ts'
import { formatDuration } from '../../std/duration.ts'
import { plain } from '../../tools/reading/plain.ts'
import { plural } from '../../tools/reading/totals.ts'
import { type Block, code, codes, type Inline, withCode } from './document.ts'
import { type LoopReport, stepsOf } from './loop-report.ts'
import { costWords, tokenWords } from './spent-words.ts'

const TURNS_SHOWN = 50
const FILES_SHOWN = 50
const FAILING_SHOWN = 20
const PLACES_SHOWN = 5
const LONGEST = 400

/** The one place that puts a loop's facts into words for a report: the most important first. */
export function reportBlocks(report: LoopReport): readonly Block[] {
  return [
    { kind: 'title', text: titleOf(report) },
    { kind: 'facts', rows: factsOf(report) },
    ...listed('What was verified', verifiedItems(report)),
    ...listed('What was not verified', notVerifiedItems(report)),
    ...listed('What still fails', failingItems(report)),
    ...listed('Findings', findingItems(report)),
    ...listed('Accepted by people', acceptedItems(report)),
    ...turnsOf(report),
    ...changesOf(report),
    ...receiptOf(report),
  ]
}

const SIGNS: Readonly<Partial<Record<LoopReport['status'], string>>> = { verified: '✓', claimed: '?', running: '…' }

/** The first line of the task: what follows it are details for the agent. */
export const titleOf = ({ status, task }: Pick<LoopReport, 'status' | 'task'>): string =>
  `${SIGNS[status] ?? '✗'} ${statusWords(status)}: ${line(task.trim().split('\n')[0] ?? '')}`

const line = (text: string): string => {
  const flat = plain(text).replace(/\s+/g, ' ').trim()
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST)}…` : flat
}

const listed = (text: string, items: readonly Inline[]): readonly Block[] =>
  items.length === 0
    ? []
    : [
        { kind: 'heading', text },
        { kind: 'list', items },
      ]

function factsOf(report: LoopReport): readonly (readonly [string, Inline])[] {
  const { criterion, outcome, spent, agents, models } = report
  const waited = spent.waitMs > 0 ? `, and ${formatDuration(spent.waitMs)} waiting for rate limits` : ''
  const rows: readonly (readonly [string, Inline])[] = [
    ['Result', outcome === null ? [`not finished: ${report.status}`] : withCode(line(outcome.message))],
    ['Criterion', [line(criterion.words)]],
    ['Commands', codes(criterion.commands)],
    ['Agent', [...codes(agents.map(line)), models.length === 0 ? '' : `, model ${models.join(', ')}`]],
    ['Turns', [String(spent.turns)]],
    ['Time', [`${formatDuration(spent.ms)}${waited}`]],
    ['Tokens', [tokenWords(spent)]],
    ['Cost', [costWords(spent)]],
    ['Changes', [changeWords(report)]],
    ['Merged', report.merged ? [`into ${report.merged.onto}, commit `, code(report.merged.commit.slice(0, 12))] : []],
    ['Forked from', report.fork_of ? [`turn ${report.fork_of.iteration} of `, code(report.fork_of.loop_id)] : []],
    ['Loop', [code(report.loop_id), `, started ${report.started_at}, last active ${report.last_active}`]],
  ]
  return rows.filter(([, value]) => value.length > 0)
}

function changeWords({ changes }: LoopReport): string {
  if (changes === null) return 'unknown'
  return `${plural(changes.files.length, 'file')}, ${plural(changes.added, 'line')} added, ${changes.removed} removed`
}

/** Only a verified loop has verified anything. */
function verifiedItems(report: LoopReport): readonly Inline[] {
  if (!report.verified) return []
  return [
    ...report.evidence.map(runItem),
    ...stepsOf(report, 'ok').map(({ step, says }): Inline => [withReason(stepName(step), says)]),
  ]
}

/** For a line that has a colon already. */
const reasonBehind = (name: string, says: string): string => (says === '' ? name : `${name} (${line(says)})`)

const withReason = (name: string, says: string): string => (says === '' ? name : `${name}: ${line(says)}`)

function runItem({ command, exit_code, tests, measured, duration_ms }: LoopReport['evidence'][number]): Inline {
  const words = [
    `exit code ${exit_code ?? 'unknown'}`,
    tests && `${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped`,
    measured !== null && `measured ${measured}`,
    formatDuration(duration_ms),
  ]
  return [code(line(command)), `: ${words.filter(Boolean).join(', ')}`]
}

function notVerifiedItems(report: LoopReport): readonly Inline[] {
  const { status, verdict, verified, proof } = report
  const nothing =
    status === 'claimed'
      ? 'Nothing was checked. The agent says that the work is done, and the configuration accepts that.'
      : `The work is not verified. Result of the latest check: ${verdict?.replaceAll('_', ' ') ?? 'none yet'}.`
  return [
    ...(verified ? [['Anything that the criterion does not measure.']] : [[nothing]]),
    ...(verified && proof === null ? [['There was no proof beyond the check itself.']] : []),
    ...stepsOf(report, 'refused').map(({ step, says }) => [`Refused: ${reasonBehind(stepName(step), says)}`]),
    ...stepsOf(report, 'not_checked').map(({ step, says }) => [`Not checked: ${reasonBehind(stepName(step), says)}`]),
    ...(report.may_fail.length === 0 ? [] : [['Tests that may fail: ', ...codes(report.may_fail.map(line))]]),
    ...(report.may_change.length === 0 ? [] : [['Files that may change: ', ...codes(report.may_change.map(line))]]),
  ]
}

function failingItems({ still_failing: { ids, count } }: LoopReport): readonly Inline[] {
  const shown = ids.slice(0, FAILING_SHOWN)
  const more = count - shown.length
  return [...shown.map((id): Inline => [code(line(id))]), ...(more > 0 ? [[`${more} more`]] : [])]
}

function findingItems({ findings }: LoopReport): readonly Inline[] {
  return findings.map(({ id, objection, says, places }) => {
    const shown = places.slice(0, PLACES_SHOWN)
    const more = places.length - shown.length
    return [
      code(id),
      ` (${objection === null ? 'warning' : `refuses the result: ${objection.replaceAll('_', ' ')}`}): `,
      ...withCode(line(says)),
      ' ',
      ...codes(shown.map(line)),
      more > 0 ? ` and ${more} more` : '',
    ]
  })
}

function acceptedItems({ waivers, unauthenticated }: LoopReport): readonly Inline[] {
  const raised = unauthenticated.raised_limits
  const open = unauthenticated.waivers.length > 0 || raised.length > 0
  return [
    ...waivers.map(({ finding, by, reason }): Inline => [code(line(finding)), ` by ${line(by)}: ${line(reason)}`]),
    ...(raised.length === 0 ? [] : [[`Raised limits: ${raised.join(', ')}`]]),
    ...(open ? [['The person was not authenticated: the agent could have done this.']] : []),
  ]
}

const TURN_COLUMNS = ['Turn', 'Agent', 'Check', 'Failing', 'Fixed', 'New', 'Files', 'Time', 'Cost'] as const

function turnsOf({ turns }: LoopReport): readonly Block[] {
  if (turns.length === 0) return []
  const shown = turns.slice(-TURNS_SHOWN)
  const hidden = turns.length - shown.length
  return [
    { kind: 'heading', text: 'Turns' },
    ...(hidden > 0 ? [{ kind: 'text' as const, text: [`The first ${plural(hidden, 'check')} are not shown.`] }] : []),
    { kind: 'table', head: TURN_COLUMNS, rows: shown.map(turnCells) },
  ]
}

function turnCells(row: LoopReport['turns'][number]): readonly Inline[] {
  const { iteration, agent, verdict, failing, fixed, tree_changed, turn_ms, check_ms, proof_ms, usd } = row
  const first = iteration === 0
  return [
    [first ? 'before' : String(iteration)],
    first || !agent ? [''] : [code(line(agent))],
    [verdict.replaceAll('_', ' ')],
    [String(failing)],
    [first ? '' : String(fixed)],
    [first ? '' : String(row.new)],
    [first ? '' : tree_changed ? 'changed' : 'unchanged'],
    [formatDuration((turn_ms ?? 0) + check_ms + (proof_ms ?? 0))],
    [first ? '' : usd === null ? 'unknown' : `$${usd.toFixed(2)}`],
  ]
}

function changesOf({ changes }: LoopReport): readonly Block[] {
  if (changes === null || changes.files.length === 0) return []
  const shown = changes.files.slice(0, FILES_SHOWN)
  const more = changes.files.length - shown.length
  const number = (lines: number | null): Inline => [lines === null ? 'binary' : String(lines)]
  return [
    { kind: 'heading', text: 'Changed files' },
    {
      kind: 'table',
      head: ['File', 'Added', 'Removed'],
      rows: shown.map(({ path, added, removed }) => [[code(line(path))], number(added), number(removed)]),
    },
    ...(more > 0 ? [{ kind: 'text' as const, text: [`${plural(more, 'more file')}.`] }] : []),
  ]
}

function receiptOf({ receipt, loop_id }: LoopReport): readonly Block[] {
  if (receipt === null) return []
  return [
    { kind: 'heading', text: 'Receipt' },
    {
      kind: 'facts',
      rows: [
        ['SHA-256', [code(receipt.sha256)]],
        ['Tree', [code(receipt.tree)]],
        ['Key', [code(receipt.key), ', readable by the user that ran the agent']],
        ['Show it', [code(`agent-loop receipt ${loop_id}`)]],
      ],
    },
  ]
}
