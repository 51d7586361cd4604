import { covers, isWider, type Suppression } from './suppression.ts'

interface BeforeAndNow {
  readonly before: readonly Suppression[]
  readonly now: readonly Suppression[]
  /** Whether most of the one file's present content was in the other file before. */
  readonly cameFrom: (path: string, was: string) => boolean
  /** Whether a file was deleted. */
  readonly isGone: (path: string) => boolean
}

/**
 * New suppressions, counted over the whole change, so that code may move with its suppressions. One that replaces a wider one is an
 * improvement, and one tool's directive may replace another's.
 */
export function newlySuppressed({ before, now, cameFrom, isGone }: BeforeAndNow): Suppression[] {
  const left = [...before]
  const take = (fits: (old: Suppression) => boolean): boolean => {
    const at = left.findIndex(fits)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  }
  const same = (a: Suppression, b: Suppression): boolean =>
    a.tool === b.tool && a.rule === b.rule && a.scope === b.scope
  const passes: readonly ((one: Suppression) => boolean)[] = [
    one => take(old => old.path === one.path && same(old, one)),
    one => take(old => same(old, one)),
    // A wider suppression may be replaced by any number of narrower ones in the same place.
    one =>
      left.some(
        old =>
          covers(old, one) && isWider(old, one) && (old.path === one.path || isGone(old.path)) && old.scope !== 'line',
      ),
    one => take(old => covers(old, one)),
    // When a file is split, its header goes into all parts.
    one => one.scope === 'file' && before.some(old => same(old, one) && cameFrom(one.path, old.path)),
    one =>
      take(
        old =>
          old.tool !== one.tool &&
          old.family === one.family &&
          old.tool !== 'any' &&
          one.tool !== 'any' &&
          old.scope === one.scope &&
          (old.path === one.path || isGone(old.path)),
      ),
  ]
  return passes.reduce<readonly Suppression[]>((open, pass) => open.filter(one => !pass(one)), now) as Suppression[]
}
