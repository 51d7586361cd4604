import { stripVTControlCharacters, styleText } from 'node:util'
import { describeAgent } from '../../agents/config.ts'
import type { CheckFacts, EventOf, LoopEvent } from '../../loop/events.ts'
import { formatDuration } from '../../std/duration.ts'
import { unreachable } from '../../std/unreachable.ts'

const LONGEST_LINE = 4_000

type Style = Parameters<typeof styleText>[0]

/** Turns events into the lines that a person reads. Plain text when nobody is at a terminal. */
export function renderer(out: (line: string) => void, coloured: boolean): (event: LoopEvent) => void {
  const paint = (style: Style, text: string): string => (coloured ? styleText(style, text) : text)
  let turns = 0
  let pending = ''
  const agentLines = (text: string): void => {
    const [first = '', ...rest] = text.split('\n')
    const lines = rest.length === 0 ? [] : [pending + first, ...rest.slice(0, -1)]
    pending = rest.length === 0 ? pending + first : (rest.at(-1) ?? '')
    // A line that never ends is shown in pieces; to collect it would cost more with every chunk.
    if (pending.length > LONGEST_LINE) {
      lines.push(pending)
      pending = ''
    }
    for (const line of lines) out(paint('dim', `  │ ${plain(line)}`))
  }
  const flush = (): void => {
    if (pending !== '') agentLines('\n')
  }
  return event => {
    switch (event.kind) {
      case 'loop-start':
        turns = event.spec.limits.iterations
        return out(header(event))
      case 'baseline-end':
        return out(`baseline    ${checkLine(event, paint)}`)
      case 'turn-start':
        return out(paint('bold', `turn ${event.iteration}/${turns}`))
      case 'turn-text':
        return agentLines(event.text)
      case 'turn-end':
        flush()
        return out(`  agent     ${turnLine(event)}`)
      case 'check-end':
        return out(`  check     ${checkLine(event, paint)}`)
      case 'finding':
        return out(`  finding   ${plain(event.finding.says)}`)
      case 'wait':
        return out(`  waits     ${plain(event.because)}, until ${event.until}`)
      case 'loop-end':
        return out(ending(event, paint))
      default:
        return unreachable(event)
    }
  }
}

type Paint = (style: Style, text: string) => string

function header({ spec }: EventOf<'loop-start'>): string {
  return [
    `task        ${spec.task}`,
    `done means  ${spec.done}`,
    `agent       ${describeAgent(spec.agent)}`,
    `limits      ${spec.limits.iterations} turns, ${formatDuration(spec.limits.totalMs)}`,
    `loop        ${spec.id}`,
    '',
  ].join('\n')
}

function turnLine({ ended, error, tree_changed, duration_ms }: EventOf<'turn-end'>): string {
  const changes = tree_changed ? 'changed files' : 'changed nothing'
  const words =
    ended === 'claims-done' ? 'says it is done' : ended === 'wants-more' ? 'wants another turn' : `${ended}: ${error}`
  return `${words}, ${changes}   ${formatDuration(duration_ms)}`
}

const LINES_SHOWN = 6

function checkLine({ verdict, missing, evidence, duration_ms }: CheckFacts, paint: Paint): string {
  const command = evidence[0]?.command ?? ''
  const time = formatDuration(duration_ms)
  if (verdict === 'verified') return `${paint('green', '✓')} ${command}   ${time}`
  const [first = '', ...rest] = plain(missing ?? '').split('\n')
  const mark = verdict === 'not_yet' ? paint('red', '✗ not yet') : paint('red', '✗ no answer')
  const shown = rest.filter(line => line.trim() !== '').slice(-LINES_SHOWN)
  return [`${mark}  ${first}   ${time}`, ...shown.map(line => paint('dim', `              ${line}`))].join('\n')
}

function ending({ status, iterations, message }: EventOf<'loop-end'>, paint: Paint): string {
  const good = status === 'verified'
  const turns = `${iterations} ${iterations === 1 ? 'turn' : 'turns'}`
  const head = `${good ? '✓' : '✗'} ${status} after ${turns}: ${plain(message)}`
  return `\n${paint(good ? 'green' : 'red', head)}`
}

/** Output of programs must not move our cursor or colour our lines. */
const plain = (text: string): string =>
  stripVTControlCharacters(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
