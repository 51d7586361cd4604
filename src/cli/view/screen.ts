import { FIRST_SCREEN, HIDE_CURSOR, OTHER_SCREEN, repaint, SHOW_CURSOR, WRAP } from './repaint.ts'
import type { Terminal } from './terminal.ts'

/** The live region at the bottom of a terminal, and the lines that scroll up above it. */
export interface Screen {
  /** Lines that stay; they appear with the next drawing. */
  add(lines: readonly string[]): void
  /** Draws the region; skipped while the terminal has not taken the last one. */
  draw(region: readonly string[]): void
  /** Removes the region while other code uses the terminal. */
  aside<T>(work: () => Promise<T>): Promise<T>
  /** Removes the region. Resolves when all lines are printed and the terminal is as before. */
  close(): Promise<void>
}

/** `whole`: the region takes the whole terminal, and leaves it as it was before. */
export function openScreen(terminal: Terminal, { whole = false } = {}): Screen {
  const back = `${whole ? FIRST_SCREEN : ''}${WRAP}${SHOW_CURSOR}`
  let drawn: readonly string[] = []
  let drawnAt = terminal.size().columns
  let lasting: string[] = []
  let writing: Promise<void> | null = null
  let last = ''
  let away = false
  const draw = (region: readonly string[]): void => {
    if (writing || away) return
    const { columns } = terminal.size()
    const text = repaint({ drawn, lasting, region, columns, resized: columns !== drawnAt, whole })
    if (lasting.length === 0 && text === last) return
    last = text
    drawn = region
    drawnAt = columns
    lasting = []
    writing = terminal.write(text).then(() => {
      writing = null
    })
  }
  terminal.writeNow(`${whole ? OTHER_SCREEN : ''}${HIDE_CURSOR}`)
  const forget = terminal.onExit(() => terminal.writeNow(`${back}${!whole && drawn.length > 0 ? '\r\n' : ''}`))
  const wipe = async (): Promise<void> => {
    while (writing) await writing
    draw([])
    while (writing) await writing
  }
  return {
    add: lines => void lasting.push(...lines),
    draw,
    async aside(work) {
      await wipe()
      away = true
      await terminal.write(`${WRAP}${SHOW_CURSOR}`)
      return await work().finally(() => {
        away = false
        terminal.writeNow(HIDE_CURSOR)
      })
    },
    async close() {
      await wipe()
      forget()
      await terminal.write(back)
    },
  }
}
