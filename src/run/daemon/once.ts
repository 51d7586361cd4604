/** Long enough for a call that follows its knock on a machine that is busy. */
const REMEMBERED_MS = 60_000

/** Does what is asked under one word once: who asks again gets the same answer. */
export function onceByWord<Ask extends { readonly word?: string | undefined }, T>(
  work: (ask: Ask) => Promise<T>,
): (ask: Ask) => Promise<T> {
  const done = new Map<string, Promise<T>>()
  return ask => {
    const { word } = ask
    if (word === undefined) return work(ask)
    const known = done.get(word)
    if (known) return known
    const begun = work(ask)
    done.set(word, begun)
    const forget = (): unknown => setTimeout(() => done.delete(word), REMEMBERED_MS).unref()
    void begun.then(forget, forget)
    return begun
  }
}
