import { STEP_WORDS } from '../../proof/proving-step.ts'
import { formatDuration } from '../../std/duration.ts'
import { plain } from '../../tools/reading/plain.ts'
import { checkCommand, timeLeft, type ViewState } from './view-state.ts'
import { clip } from './width.ts'
import { clockTime, countsOf, countsWords, dollars, findingLine, type Paint, verdictWords } from './words.ts'

export interface Size {
  readonly columns: number
  readonly rows: number
}

interface Moment {
  readonly now: number
  /** The time of day, for waits that end at one. */
  readonly today: number
}

const SAID_SHOWN = 5
const FINDINGS_SHOWN = 2

/** The live region: the most important line first, at most half the height of the terminal, never wider than it. */
export function regionOf(view: ViewState, moment: Moment, size: Size, paint: Paint): readonly string[] {
  const most = Math.max(1, Math.floor(size.rows / 2))
  // The last column stays free: after a character there, some terminals begin a new line and others do not.
  const fit = (text: string): string => clip(text.replaceAll('\t', '  '), size.columns - 1)
  const status = [
    paint('bold', fit(statusLine(view, moment))),
    ...stepLine(view, moment).map(fit),
    paint('dim', fit(budgetLine(view, moment))),
  ]
  const facts = [
    ...findingsOf(view).map(line => paint('yellow', fit(line))),
    ...lastCheck(view, fit, paint),
    ...sparkLine(view, size.columns).map(line => fit(line)),
  ]
  const fixed = [...status, ...facts].slice(0, most)
  const spare = Math.min(SAID_SHOWN, most - fixed.length)
  const said = saidLines(view, spare).map(line => paint('dim', fit(`│ ${line}`)))
  return [...fixed.slice(0, status.length), ...said, ...fixed.slice(status.length)]
}

const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const SPIN_MS = 125

function statusLine(view: ViewState, { now, today }: Moment): string {
  const { spec, iteration } = view.state
  const sign = SPINNER[Math.floor(now / SPIN_MS) % SPINNER.length] ?? ''
  // During a wait the turn is not counted yet; the number is that of the next turn.
  const number = Math.max(1, iteration + (view.doing === 'waiting' ? 1 : 0))
  const turn = view.doing === 'baseline' ? '' : `turn ${number}/${spec.limits.iterations} · `
  return `${sign} ${turn}${doingWords(view, now, today)}`
}

function doingWords(view: ViewState, now: number, today: number): string {
  const { state, doing, since } = view
  const time = seconds(now - since)
  const command = plain(checkCommand(state.spec)).replaceAll('\n', ' ')
  switch (doing) {
    case 'baseline':
      return `baseline ${time}: ${command}`
    case 'agent':
      return `agent working for ${time}`
    case 'checking':
      return `checking ${time}: ${command}`
    case 'proving':
      return `verifying the result ${time}`
    case 'waiting': {
      const until = state.waitUntil ?? ''
      return `waiting for a rate limit until ${clockTime(until)}, ${seconds(Math.max(0, Date.parse(until) - today))} left`
    }
    case 'stopping':
      return `stopping… ${time}`
    case 'between':
      return 'getting ready'
  }
}

/** The step of the proof on a line of its own, so that its time is also visible on a narrow terminal. */
const stepLine = ({ step }: ViewState, { now }: Moment): readonly string[] =>
  step === null ? [] : [`  ${STEP_WORDS[step.name]} ${seconds(now - step.since)}`]

/** Whole seconds: tenths would make the line flicker. */
const seconds = (ms: number): string => {
  const whole = Math.floor(ms / 1000) * 1000
  return whole < 1000 ? '0s' : formatDuration(whole)
}

function budgetLine(view: ViewState, { now }: Moment): string {
  const { spent, spec } = view.state
  const atLeast = (incomplete: boolean): string => (incomplete ? '≥ ' : '')
  const { tokens, usd } = spec.limits
  const parts = [
    `${seconds(timeLeft(view, now))} left`,
    (spent.tokens > 0 || tokens !== null) &&
      `${atLeast(spent.unreported.tokens)}${spent.tokens.toLocaleString('en')}${tokens === null ? '' : ` of ${tokens.toLocaleString('en')}`} tokens`,
    (spent.usd > 0 || usd !== null) &&
      `${atLeast(spent.unreported.usd)}${dollars(spent.usd)}${usd === null ? '' : ` of ${dollars(usd)}`}`,
    plain(spec.done),
  ]
  return `  ${parts.filter(Boolean).join(' · ')}`
}

const saidLines = ({ said }: ViewState, most: number): readonly string[] =>
  most <= 0
    ? []
    : plain(said)
        .split('\n')
        .filter(line => line.trim() !== '')
        .slice(-most)

function findingsOf({ findings }: ViewState): readonly string[] {
  return findings
    .slice(-FINDINGS_SHOWN)
    .map(finding => `${finding.objection === null ? 'ℹ warning:' : '⚠'} ${findingLine(finding)}`)
}

function lastCheck(
  { check, baseline, state }: ViewState,
  fit: (text: string) => string,
  paint: Paint,
): readonly string[] {
  if (check === null) return []
  const counts = countsOf(check.evidence)
  const [missing = ''] = plain(check.missing ?? '').split('\n')
  const at = state.checks.at(-1)?.iteration ?? 0
  const words = counts ? countsWords(counts, at === 0 ? null : baseline) : missing
  const line = fit(`${verdictWords(check.verdict)}  ${words}  ${at === 0 ? '(baseline)' : `(turn ${at})`}`)
  return [paint(check.verdict === 'verified' ? 'green' : 'red', line)]
}

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']
const LABELS = 24

/** One bar per check: how the number of failures changes. */
function sparkLine({ failing }: ViewState, columns: number): readonly string[] {
  const known = failing.filter(count => count !== null)
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined || Math.max(...known) === 0) return []
  const shown = failing.slice(-Math.max(1, columns - LABELS))
  const most = Math.max(1, ...known)
  const bar = (count: number | null): string =>
    count === null ? '·' : (BARS[Math.ceil((count / most) * (BARS.length - 1))] ?? '')
  return [`failing ${shown.map(bar).join('')}  ${known.length > 1 ? `${first} → ` : ''}${last}`]
}
