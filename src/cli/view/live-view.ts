import type { LoopEvent } from '../../loop/events.ts'
import { plain } from '../../tools/reading/plain.ts'
import { eventLines } from './event-lines.ts'
import { regionOf } from './region.ts'
import { openScreen } from './screen.ts'
import type { Terminal } from './terminal.ts'
import type { LoopView } from './view.ts'
import { type Doing, firstViewState, nextViewState, provingStep, type ViewState } from './view-state.ts'
import { folded } from './width.ts'
import { painter } from './words.ts'

const FRAME_MS = 125
const SAID_KEPT = 3

/**
 * Shows the running turn in place at the bottom of the terminal; finished steps scroll up and stay. Draws at most eight times a
 * second, less often where the terminal does not keep up. Events never wait for drawing.
 */
export function liveView(terminal: Terminal, colored: boolean, signal: AbortSignal): LoopView {
  const paint = painter(colored)
  const fold = (line: string): string => folded(line, terminal.size().columns)
  const linesOf = eventLines(paint, fold)
  const screen = openScreen(terminal)
  let view: ViewState | null = null
  let heading: readonly string[] = []

  const frame = (): void =>
    screen.draw(view ? regionOf(view, { now: performance.now(), today: Date.now() }, terminal.size(), paint) : [])
  const doing = (what: Doing): void => {
    if (view && view.doing !== 'stopping' && view.doing !== what)
      view = { ...view, doing: what, since: performance.now() }
  }
  const timer = setInterval(frame, FRAME_MS)
  // Drawing must not keep the process alive.
  timer.unref()
  const forget = terminal.onResize(frame)
  const stopping = (): void => doing('stopping')
  signal.addEventListener('abort', stopping, { once: true })

  const take = (event: LoopEvent): void => {
    const now = performance.now()
    view = event.kind === 'loop-start' ? firstViewState(event.spec, now) : view && nextViewState(view, event, now)
  }
  const show = (event: LoopEvent): void => {
    const said = view?.said ?? ''
    take(event)
    if (event.kind === 'turn-text') return
    const lines = linesOf(event)
    // The live region shows the turn while it runs; its heading is printed with its result.
    if (event.kind === 'turn-start') heading = lines
    // A turn's text is in its log; its last lines stay on the screen, because they often explain what follows.
    else if (event.kind === 'turn-end')
      screen.add([...heading, ...lastWords(said).map(line => paint('dim', fold(`  │ ${line}`))), ...lines])
    else screen.add(lines)
  }
  return {
    show,
    recall(past) {
      for (const event of past) {
        take(event)
        const lines = event.kind === 'turn-text' ? [] : linesOf(event)
        if (event.kind === 'turn-start') heading = lines
      }
    },
    proving: (step, forMs = 0) => {
      doing('proving')
      if (view?.doing === 'proving') view = provingStep(view, step, performance.now() - forMs)
    },
    note: line => {
      screen.add([line])
      frame()
    },
    aside: screen.aside,
    async end() {
      clearInterval(timer)
      signal.removeEventListener('abort', stopping)
      forget()
      await screen.close()
    },
  }
}

const lastWords = (said: string): readonly string[] =>
  plain(said)
    .split('\n')
    .filter(line => line.trim() !== '')
    .slice(-SAID_KEPT)
