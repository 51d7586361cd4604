import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { EventOf } from '../../loop/events.ts'
import { describeOutcome, exitCodeOf, type Outcome } from '../../loop/outcome.ts'
import type { LoopSpec, LoopState, Spent } from '../../loop/state.ts'
import { statusWords } from '../../loop/status.ts'
import { formatDuration } from '../../std/duration.ts'
import { plain } from '../../tools/reading/plain.ts'
import { plural } from '../../tools/reading/totals.ts'
import { costWords } from '../report/spent-words.ts'
import type { NoticeEvent } from './channels.ts'

/** What is sent, as webhooks and commands receive it in JSON. */
export interface Notice {
  readonly version: 1
  /** The same for every attempt to deliver it. */
  readonly id: string
  readonly event: NoticeEvent | 'test'
  readonly at: string
  readonly loop_id: string | null
  readonly project: string
  readonly task: string
  readonly status: string
  readonly verified: boolean
  readonly message: string
  readonly exit_code: number | null
  readonly turns: number
  readonly failing: number
  /** Null where nothing is known yet. */
  readonly spent: Spent | null
  /** A command that shows more. */
  readonly next: string
}

/** A shorter wait needs nobody's attention. */
const LONG_WAIT_MS = 5 * 60_000

/** The event that an end is; null for one that a person asked for. */
function eventOf(outcome: Outcome): NoticeEvent | null {
  switch (outcome.kind) {
    case 'aborted':
      return null
    case 'stuck':
      return 'stuck'
    case 'blocked':
      return outcome.because === 'agent' ? 'blocked' : 'needs-person'
    case 'paused':
      return 'needs-person'
    default:
      return 'end'
  }
}

export function endNotice({ spec, outcome, iteration, failing, spent, waivers }: LoopState): Notice | null {
  const event = outcome && eventOf(outcome)
  if (!outcome || event === null) return null
  const waived =
    waivers.length === 0 ? '' : ` (${plural(waivers.length, 'finding')} waived; the person was not authenticated)`
  return {
    ...about(spec, event),
    status: outcome.kind,
    verified: outcome.kind === 'verified',
    message: `${short(describeOutcome(outcome))}${waived}`,
    exit_code: exitCodeOf(outcome),
    turns: iteration,
    failing: failing?.count ?? 0,
    spent,
    next: event === 'end' ? `agent-loop report ${spec.id}` : `agent-loop status ${spec.id}`,
  }
}

/** Null for a short wait. */
export function waitNotice(spec: LoopSpec, event: EventOf<'wait'>): Notice | null {
  if (event.wait_ms < LONG_WAIT_MS) return null
  const message = `waiting for a rate limit until ${event.until}, for ${formatDuration(event.wait_ms)}: ${short(event.because)}`
  return { ...running(spec, 'rate-limit', message), turns: event.iteration - 1 }
}

export const questionNotice = (spec: LoopSpec, question: string): Notice =>
  running(spec, 'needs-person', `the agent asks: ${short(question)}`)

export const testNotice = (directory: string): Notice => ({
  ...NOTHING_KNOWN,
  ...common('test', directory),
  loop_id: null,
  task: 'test of the notifications',
  status: 'test',
  message: 'This is a test. Notifications arrive here.',
  next: 'agent-loop status',
})

const NOTHING_KNOWN = { verified: false, exit_code: null, turns: 0, failing: 0, spent: null }

const running = (spec: LoopSpec, event: NoticeEvent, message: string): Notice => ({
  ...NOTHING_KNOWN,
  ...about(spec, event),
  status: 'running',
  message,
  next: `agent-loop attach ${spec.id}`,
})

const about = ({ id, task, tree, worktree }: LoopSpec, event: NoticeEvent) => ({
  ...common(event, worktree?.origin ?? tree),
  loop_id: id,
  task: short(task),
})

const common = <E extends Notice['event']>(event: E, directory: string) => ({
  version: 1 as const,
  id: randomUUID(),
  event,
  at: new Date().toISOString(),
  project: basename(directory),
})

const LONGEST = 300

const short = (text: string): string => {
  const line = plain(text).replace(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

export const titleOfNotice = ({ status, project, task, verified }: Notice): string =>
  `${verified ? '✓ ' : ''}${statusWords(status)} in ${project}: ${task}`

/** The lines below the title. */
export function linesOfNotice({ message, turns, failing, spent, next }: Notice): readonly string[] {
  const used = spent && `${plural(turns, 'turn')}, ${formatDuration(spent.ms)}, cost ${costWords(spent)}`
  return [message, ...(failing > 0 ? [`${failing} failing`] : []), ...(used === null ? [] : [used]), next]
}
