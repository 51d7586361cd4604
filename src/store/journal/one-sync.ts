interface OneSync {
  /** Resolves when the disk has all that was written. */
  now(): Promise<void>
  /** Once nothing else is to be done at this moment, unless it is done before. */
  soon(): void
  /** Resolves when none is under way, to whether all of them went well. */
  trusted(): Promise<boolean>
  /** Does what is due, and resolves however that goes. */
  settled(): Promise<void>
}

/** One sync for what is written closely one after the other; `after` may still refuse what was written. */
export function oneSync(sync: () => Promise<void>, after: () => Promise<void>): OneSync {
  let underWay = Promise.resolve()
  let due: NodeJS.Immediate | null = null
  let trusted = true
  const now = (): Promise<void> => {
    if (due) clearImmediate(due)
    due = null
    trusted = false
    underWay = sync()
      .then(after)
      .then(() => {
        trusted = true
      })
    underWay.catch(() => {})
    return underWay
  }
  return {
    now,
    soon: () => {
      due ??= setImmediate(() => void now())
    },
    async trusted() {
      await underWay.catch(() => {})
      return trusted
    },
    settled: () => (due ? now() : underWay).catch(() => {}),
  }
}
