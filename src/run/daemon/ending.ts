/** How a daemon ends: it is told to, or there was nothing to do for a while; another program replaces it; what it stood on is gone. */
export type How =
  | { readonly kind: 'leave' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'replace'; readonly program: readonly string[] }

export interface Ending {
  readonly reached: Promise<How>
  /** From then on nothing new is begun. */
  readonly isReached: () => boolean
  end(how: How): void
  /** To be told whenever work begins or ends: without any for a while, the end is there. */
  look(): void
}

export function endingOf(signal: AbortSignal, isBusy: () => boolean, idleMs: number): Ending {
  let timer: NodeJS.Timeout | undefined
  let reached = false
  const { promise, resolve } = deferred<How>()
  const end = (how: How): void => {
    clearTimeout(timer)
    reached = true
    resolve(how)
  }
  const look = (): void => {
    clearTimeout(timer)
    if (!reached && !isBusy()) timer = setTimeout(() => (isBusy() ? look() : end({ kind: 'leave' })), idleMs)
  }
  if (signal.aborted) end({ kind: 'leave' })
  signal.addEventListener('abort', () => end({ kind: 'leave' }), { once: true })
  return { reached: promise, isReached: () => reached, end, look }
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let settle: (value: T) => void = () => {}
  const promise = new Promise<T>(resolve => {
    settle = resolve
  })
  return { promise, resolve: value => settle(value) }
}
