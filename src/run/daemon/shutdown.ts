/**
 * Why a daemon exits: it is told to, or has had nothing to do for a while; a newer program replaces it; its own record is gone, so it no
 * longer is the daemon.
 */
export type ShutdownReason =
  | { readonly kind: 'stop' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'replace'; readonly program: readonly string[] }

export interface Shutdown {
  readonly requested: Promise<ShutdownReason>
  /** From then on no loop is started. */
  readonly isRequested: () => boolean
  request(reason: ShutdownReason): void
  /** To be called whenever work begins or ends: after a while without any, the daemon exits. */
  restartIdleTimer(): void
}

export function createShutdown(signal: AbortSignal, isBusy: () => boolean, idleMs: number): Shutdown {
  let timer: NodeJS.Timeout | undefined
  let isRequested = false
  let resolveRequested: (reason: ShutdownReason) => void = () => {}
  const requested = new Promise<ShutdownReason>(resolve => {
    resolveRequested = resolve
  })
  const request = (reason: ShutdownReason): void => {
    clearTimeout(timer)
    isRequested = true
    resolveRequested(reason)
  }
  const restartIdleTimer = (): void => {
    clearTimeout(timer)
    if (!isRequested && !isBusy())
      timer = setTimeout(() => (isBusy() ? restartIdleTimer() : request({ kind: 'stop' })), idleMs)
  }
  if (signal.aborted) request({ kind: 'stop' })
  signal.addEventListener('abort', () => request({ kind: 'stop' }), { once: true })
  return { requested, isRequested: () => isRequested, request, restartIdleTimer }
}
