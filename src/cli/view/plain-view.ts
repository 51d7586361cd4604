import type { LoopEvent } from '../../loop/events.ts'
import { type ProvingStep, STEP_WORDS } from '../../proof/proving-step.ts'
import { formatDuration } from '../../std/duration.ts'
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

const HEARTBEAT_MS = 15_000

/** A proof can take minutes: says now and then which step runs, and for how long. */
function proofHeartbeat(out: (line: string) => void): Pick<LoopView, 'proving'> & { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let running: { readonly step: ProvingStep | null; readonly since: number } | null = null
  const beat = (): void => {
    if (running === null) return
    const words = running.step === null ? 'verifying the result' : STEP_WORDS[running.step]
    out(`  proof     ${words}, ${formatDuration(Math.round((performance.now() - running.since) / 1000) * 1000)} so far`)
  }
  return {
    proving(step, forMs = 0) {
      running = { step, since: performance.now() - forMs }
      timer ??= setInterval(beat, HEARTBEAT_MS).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
      running = null
    },
  }
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
  const heartbeat = proofHeartbeat(line => out(paint('dim', line)))
  return {
    show: event => {
      if (event.kind !== 'turn-text') heartbeat.stop()
      show(event)
    },
    recall,
    proving: heartbeat.proving,
    note: out,
    aside: work => work(),
    end: async () => heartbeat.stop(),
  }
}
