import type { LoopEvent } from '../../loop/events.ts'
import { lineWriter } from '../line-writer.ts'
import { eventLines } from './event-lines.ts'
import type { LoopView } from './view.ts'
import { painter } from './words.ts'

interface PlainViewPorts {
  readonly out: (line: string) => void
  readonly colored: boolean
  /** The reader is far behind; the agent's text can be left out, because it is in the log. */
  readonly clogged: () => boolean
}

/** For pipes and simple terminals: one line after the other, with the agent's text among them. */
export function plainView({ out, colored, clogged }: PlainViewPorts): LoopView {
  const paint = painter(colored)
  const linesOf = eventLines(paint, line => line)
  const say = (line: string): void => out(paint('dim', `  │ ${line}`))
  const speech = lineWriter(say)
  const show = (event: LoopEvent): void => {
    if (event.kind === 'turn-text') {
      if (!clogged()) speech.write(event.text)
      return
    }
    if (event.kind === 'turn-end') speech.end()
    for (const line of linesOf(event)) out(line)
  }
  const recall = (past: readonly LoopEvent[]): void => {
    for (const event of past) if (event.kind !== 'turn-text') linesOf(event)
  }
  return { show, recall, proving: () => {}, note: out, aside: work => work(), end: async () => {} }
}
