/** Has something brought up to date behind what happens: once for what follows each other closely. */
export interface Behind {
  now(): Promise<void>
  /** In a moment, unless it is done before. */
  soon(): void
  /** Resolves when nothing is left to do; does at once what is. */
  settled(): Promise<void>
}

/** Long enough for steps that are taken one after the other, too short for a person to look between. */
const SOON_MS = 250

export function followBehind(follow: () => Promise<void>): Behind {
  let due: NodeJS.Timeout | null = null
  let latest = Promise.resolve()
  const now = (): Promise<void> => {
    if (due) clearTimeout(due)
    due = null
    latest = latest.catch(() => {}).then(follow)
    return latest
  }
  return {
    now,
    soon: () => {
      // Trouble is told to whoever waits for all of it.
      due ??= setTimeout(() => void now().catch(() => {}), SOON_MS)
    },
    settled: () => (due ? now() : latest),
  }
}
