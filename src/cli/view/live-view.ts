import type { LoopEvent } from '../../loop/events.ts'
import { plain } from '../../tools/reading/plain.ts'
import { eventLines } from './event-lines.ts'
import { regionOf } from './region.ts'
import { openScreen } from './screen.ts'
import type { Terminal } from './terminal.ts'
import type { LoopView } from './view.ts'
import { type Doing, firstViewState, nextViewState, type ViewState } from './view-state.ts'
import { folded } from './width.ts'
import { painter } from './words.ts'

const FRAME_MS = 125
const SAID_KEPT = 3

/**
 * What is going on, redrawn in place at the bottom of a terminal; what is over scrolls up and stays. At most eight pictures a
 * second, fewer where the terminal does not keep up; no event ever waits for one.
 */
export function liveView(terminal: Terminal, coloured: boolean, signal: AbortSignal): LoopView {
  const paint = painter(coloured)
  const fold = (line: string): string => folded(line, terminal.size().columns)
  const linesOf = eventLines(paint, fold)
  const screen = openScreen(terminal)
  let scene: ViewState | null = null
  let heading: readonly string[] = []

  const frame = (): void =>
    screen.draw(scene ? regionOf(scene, { now: performance.now(), today: Date.now() }, terminal.size(), paint) : [])
  const doing = (what: Doing): void => {
    if (scene && scene.doing !== 'stopping') scene = { ...scene, doing: what, since: performance.now() }
  }
  const timer = setInterval(frame, FRAME_MS)
  // A picture is no reason to stay alive.
  timer.unref()
  const forget = terminal.onResize(frame)
  const stopping = (): void => doing('stopping')
  signal.addEventListener('abort', stopping, { once: true })

  const take = (event: LoopEvent): void => {
    const now = performance.now()
    scene = event.kind === 'loop-start' ? firstViewState(event.spec, now) : scene && nextViewState(scene, event, now)
  }
  const show = (event: LoopEvent): void => {
    const said = scene?.said ?? ''
    take(event)
    if (event.kind === 'turn-text') return
    const lines = linesOf(event)
    // The picture tells of the turn while it lasts; its heading comes with what came of it.
    if (event.kind === 'turn-start') heading = lines
    // A turn's text is in its log; the last of it stays on the screen, for it is often the reason of what follows.
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
    proving: () => doing('proving'),
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
