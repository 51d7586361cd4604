import type { LoopEvent } from '../../../loop/events.ts'
import { plain } from '../../../read/plain.ts'
import { eventLines } from './event-lines.ts'
import type { View } from './view.ts'
import { painter } from './words.ts'

const LONGEST_LINE = 4_000

export interface PlainViewPorts {
  readonly out: (line: string) => void
  readonly coloured: boolean
  /** The reader is far behind; what the agent says can be left out, for it is in the log. */
  readonly clogged: () => boolean
}

/** For whoever is no terminal, or a simple one: one line after the other, and what the agent says among them. */
export function plainView({ out, coloured, clogged }: PlainViewPorts): View {
  const paint = painter(coloured)
  const linesOf = eventLines(paint, line => line)
  const say = (line: string): void => out(paint('dim', `  │ ${plain(line)}`))
  let pending = ''
  const speak = (text: string): void => {
    const [first = '', ...rest] = text.split('\n')
    const lines = rest.length === 0 ? [] : [pending + first, ...rest.slice(0, -1)]
    pending = rest.length === 0 ? pending + first : (rest.at(-1) ?? '')
    // A line that never ends is shown in pieces; to collect it would cost more with every chunk.
    if (pending.length > LONGEST_LINE) {
      lines.push(pending)
      pending = ''
    }
    for (const line of lines) say(line)
  }
  const show = (event: LoopEvent): void => {
    if (event.kind === 'turn-text') {
      if (!clogged()) speak(event.text)
      return
    }
    if (event.kind === 'turn-end' && pending !== '') speak('\n')
    for (const line of linesOf(event)) out(line)
  }
  const recall = (past: readonly LoopEvent[]): void => {
    for (const event of past) if (event.kind !== 'turn-text') linesOf(event)
  }
  return { show, recall, proving: () => {}, note: out, end: async () => {} }
}
