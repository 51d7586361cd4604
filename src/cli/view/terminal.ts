import { write, writeSync } from 'node:fs'
import { redactPrinted } from '../redact-output.ts'
import type { Size } from './region.ts'

/** The terminal to draw on. */
export interface Terminal {
  size(): Size
  /** Resolves when the terminal has taken the text; only the next drawing waits for that. */
  write(text: string): Promise<void>
  /** For a process that is about to exit. */
  writeNow(text: string): void
  /** Both return a function that removes the listener. */
  onResize(listener: () => void): () => void
  onExit(listener: () => void): () => void
}

/**
 * Standard output as a terminal. Node's own writes block while a terminal does not read (Ctrl-S, a slow line), and would block the
 * loop; so these writes go through the thread pool.
 */
export const standardTerminal: Terminal = {
  size: () => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 }),
  write: text => written(Buffer.from(redactPrinted(text))),
  writeNow: text => {
    try {
      writeSync(process.stdout.fd, redactPrinted(text))
    } catch {
      // The terminal is gone.
    }
  },
  onResize: listener => listening(process.stdout, 'resize', listener),
  onExit: listener => listening(process, 'exit', listener),
}

function listening(source: NodeJS.EventEmitter, event: string, listener: () => void): () => void {
  source.on(event, listener)
  return () => void source.off(event, listener)
}

function written(bytes: Buffer): Promise<void> {
  return new Promise(done => {
    write(process.stdout.fd, bytes, (error, count) => {
      // A closed terminal is no reason to stop; the loop's state is on disk.
      if (error || count >= bytes.length) done()
      else void written(bytes.subarray(count)).then(done)
    })
  })
}
