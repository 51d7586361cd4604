import type { LoopEvent } from '../../../loop/events.ts'
import { plain } from '../../../read/plain.ts'
import { eventLines } from './event-lines.ts'
import { regionOf } from './region.ts'
import { HIDE_CURSOR, repaint, SHOW_CURSOR, WRAP } from './repaint.ts'
import { firstScene, nextScene, type Scene } from './scene.ts'
import type { Terminal } from './terminal.ts'
import type { View } from './view.ts'
import { folded } from './width.ts'
import { painter } from './words.ts'

const FRAME_MS = 125
const SAID_KEPT = 3

/**
 * What is going on, redrawn in place at the bottom of a terminal; what is over scrolls up and stays. At most eight pictures a
 * second, fewer where the terminal does not keep up; no event ever waits for one.
 */
export function liveView(terminal: Terminal, coloured: boolean, signal: AbortSignal): View {
  const paint = painter(coloured)
  const fold = (line: string): string => folded(line, terminal.size().columns)
  const linesOf = eventLines(paint, fold)
  let scene: Scene | null = null
  let drawn: readonly string[] = []
  let drawnAt = terminal.size().columns
  let lasting: string[] = []
  let writing: Promise<void> | null = null
  let last = ''
  let heading: readonly string[] = []

  const paintNow = (region: readonly string[]): void => {
    if (writing) return
    const { columns } = terminal.size()
    const text = repaint({ drawn, lasting, region, columns, resized: columns !== drawnAt })
    drawnAt = columns
    if (lasting.length === 0 && text === last) return
    last = text
    drawn = region
    lasting = []
    writing = terminal.write(text).then(() => {
      writing = null
    })
  }
  const region = (): readonly string[] =>
    scene ? regionOf(scene, { now: performance.now(), today: Date.now() }, terminal.size(), paint) : []
  const frame = (): void => paintNow(region())

  // Nothing here keeps the process alive, and nothing runs between two pictures.
  const timer = setInterval(frame, FRAME_MS)
  timer.unref()
  terminal.writeNow(HIDE_CURSOR)
  const restore = (): void => terminal.writeNow(`${WRAP}${SHOW_CURSOR}${drawn.length > 0 ? '\r\n' : ''}`)
  const leave = [terminal.onExit(restore), terminal.onResize(frame)]
  const stopping = (): void => {
    if (scene) scene = { ...scene, doing: 'stopping', since: performance.now() }
    frame()
  }
  signal.addEventListener('abort', stopping, { once: true })

  const show = (event: LoopEvent): void => {
    const now = performance.now()
    const said = scene?.said ?? ''
    scene = event.kind === 'loop-start' ? firstScene(event.spec, now) : scene && nextScene(scene, event, now)
    if (event.kind === 'turn-text') return
    if (event.kind === 'turn-start') {
      // The picture tells of the turn while it lasts; its heading comes with what came of it.
      heading = linesOf(event)
      return
    }
    // A turn's text is in its log; the last of it stays on the screen, for it is often the reason of what follows.
    if (event.kind === 'turn-end')
      lasting.push(...heading, ...lastWords(said).map(line => paint('dim', fold(`  │ ${line}`))))
    lasting.push(...linesOf(event))
  }
  return {
    show,
    proving: () => {
      if (scene) scene = { ...scene, doing: 'proving', since: performance.now() }
    },
    note: line => {
      lasting.push(line)
      frame()
    },
    async end() {
      clearInterval(timer)
      signal.removeEventListener('abort', stopping)
      while (writing) await writing
      scene = null
      paintNow([])
      while (writing) await writing
      for (const each of leave) each()
      await terminal.write(`${WRAP}${SHOW_CURSOR}`)
    },
  }
}

const lastWords = (said: string): readonly string[] =>
  plain(said)
    .split('\n')
    .filter(line => line.trim() !== '')
    .slice(-SAID_KEPT)
