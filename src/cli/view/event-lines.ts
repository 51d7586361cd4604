import { describeAgent } from '../../agents/config.ts'
import type { EventOf, LoopEvent } from '../../loop/events.ts'
import type { LoopSpec } from '../../loop/state.ts'
import { statusWords } from '../../loop/status.ts'
import { nameOf } from '../../proof/waiver.ts'
import { formatDuration } from '../../std/duration.ts'
import { unreachable } from '../../std/unreachable.ts'
import { plain } from '../../tools/reading/plain.ts'
import {
  checkHead,
  clockTime,
  countsOf,
  findingLine,
  missingLines,
  type Paint,
  proofLine,
  turnWords,
  type ViewCounts,
} from './words.ts'

const UNDER = '              '

/**
 * The lines that stay on the screen, for every event but the agent's own text; the end has the report.
 * Remembers the counts of the baseline, so it is created once per loop. `fold` breaks long lines.
 */
export function eventLines(
  paint: Paint,
  fold: (line: string) => string,
): (event: Exclude<LoopEvent, { kind: 'turn-text' }>) => readonly string[] {
  let turns = 0
  let isProof = false
  let level: LoopSpec['proof'] = 'standard'
  let baseline: ViewCounts | null = null
  const check = (event: EventOf<'check-end'> | EventOf<'baseline-end'>, label: string): string[] => [
    fold(`${label}${checkHead(event, baseline, paint)}`),
    ...missingLines(event).map(line => paint('dim', fold(`${UNDER}${line}`))),
    ...(event.proof ? [fold(`  proof     ${proofLine(event.proof)}`)] : []),
  ]
  return event => {
    switch (event.kind) {
      case 'loop-start':
        turns = event.spec.limits.iterations
        level = event.spec.proof
        isProof = event.spec.proves !== null
        return header(event).map(fold)
      case 'baseline-end': {
        const lines = check(event, 'baseline    ')
        baseline = countsOf(event.evidence)
        return [...lines, ...proofCost(event, level).map(fold)]
      }
      case 'turn-start':
        return [paint('bold', isProof ? 'with the change' : `turn ${event.iteration}/${turns}`)]
      case 'turn-end':
        if (isProof) return []
        return [
          fold(`  agent     ${turnWords(event)}`),
          ...event.blocked.map(({ test, reason }) =>
            fold(`  blocked   ${plain(test === null ? reason : `${test}: ${reason}`)}`),
          ),
        ]
      case 'check-end':
        return check(event, '  check     ')
      case 'finding':
        // What only warns must not look like what refuses the result.
        return event.finding.objection === null
          ? [paint('dim', fold(`  warning   ${findingLine(event.finding)}`))]
          : [paint('yellow', fold(`  finding   ${findingLine(event.finding)}`))]
      case 'waiver':
        return [fold(`  waived    ${plain(`${nameOf(event.waiver)}, by ${event.waiver.by}: ${event.waiver.reason}`)}`)]
      case 'wait':
        return [fold(`  waiting   ${waitWords(event)}`)]
      case 'hint':
        return [fold(`  hint      ${plain(event.text).replaceAll('\n', ' ')}`)]
      case 'loop-resume':
        turns = event.limits.iterations
        return [`resumed     ${event.loop}, ${statusWords(event.from)} after turn ${event.iteration}`, '']
      case 'loop-move':
        return [`moved       to ${plain(event.workspace)}`, '']
      case 'loop-end':
        return []
      default:
        return unreachable(event)
    }
  }
}

function waitWords({ because, until, wait_ms, agent = '', limited_until }: EventOf<'wait'>): string {
  if (wait_ms > 0) return `${plain(because)}; continues at ${clockTime(until)}, in ${formatDuration(wait_ms)}`
  return `${plain(agent)} until ${clockTime(limited_until ?? until)}: ${plain(because)}; the next agent takes over`
}

function header({ spec }: EventOf<'loop-start'>): string[] {
  const what = [`task        ${plain(spec.task)}`, `done means  ${plain(spec.done)}`]
  if (spec.proves !== null) return [...what, `change      ${plain(describeAgent(spec.agent))}`, '']
  const { iterations, totalMs, tokens, usd } = spec.limits
  const limits = [
    `${iterations} ${iterations === 1 ? 'turn' : 'turns'}`,
    formatDuration(totalMs),
    tokens !== null && `${tokens.toLocaleString('en')} tokens`,
    usd !== null && `$${usd}`,
  ]
  return [
    ...what,
    `agent       ${plain(describeAgent(spec.agent))}`,
    `limits      ${limits.filter(Boolean).join(', ')}`,
    `loop        ${spec.id}`,
    '',
  ]
}

/** Extra runs of the check that prove a passing turn; changed checks and new tests cost more. */
const PROOF_RUNS: Readonly<Record<LoopSpec['proof'], number>> = { fast: 0, standard: 2, strict: 6 }
const WORTH_SAYING_MS = 5_000

/** Printed once, before the first proof. */
function proofCost({ evidence }: EventOf<'baseline-end'>, level: LoopSpec['proof']): string[] {
  const ms = evidence.reduce((sum, { duration_ms }) => sum + duration_ms, 0) * PROOF_RUNS[level]
  return ms < WORTH_SAYING_MS
    ? []
    : [
        `proof       verifying a passing check takes at least ${PROOF_RUNS[level]} more runs, about ${formatDuration(ms)}`,
      ]
}
