import { write, writeSync } from 'node:fs'
import type { Size } from './region.ts'

/** The terminal that we draw on. */
export interface Terminal {
  size(): Size
  /** Resolves when the terminal has taken it; nothing waits for it but the next picture. */
  write(text: string): Promise<void>
  /** For the last word of a process that ends now. */
  writeNow(text: string): void
  /** Both return what takes the listener away again. */
  onResize(listener: () => void): () => void
  onExit(listener: () => void): () => void
}

/**
 * Standard output as a terminal. Node waits for a terminal that does not read (Ctrl-S, a slow line), and the loop would wait with
 * it; so these writes are handed to a thread.
 */
export const standardTerminal: Terminal = {
  size: () => ({ columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 }),
  write: text => written(Buffer.from(text)),
  writeNow: text => {
    try {
      writeSync(process.stdout.fd, text)
    } catch {
      // A terminal that is gone needs no cursor.
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
      // A terminal that went away is no reason to stop; the loop's truth is on disk.
      if (error || count >= bytes.length) done()
      else void written(bytes.subarray(count)).then(done)
    })
  })
}
