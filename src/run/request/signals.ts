import { INTERRUPT } from '../../loop/abort-reasons.ts'
import { EXIT } from '../../std/exit-codes.ts'

const atOnce = new Set<() => void>()

/** What must happen, synchronously, when a person insists with a second Ctrl-C. */
export const onSecondSignal = (action: () => void): void => void atOnce.add(action)

/** The first signal asks for a clean end; the second does not wait for it. */
export function listenForSignals(): AbortSignal {
  const controller = new AbortController()
  const receive = (): void => {
    const insisted = controller.signal.aborted
    controller.abort(INTERRUPT)
    if (!insisted) return
    for (const action of atOnce) action()
    process.exit(EXIT.aborted)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, receive)
  return controller.signal
}
