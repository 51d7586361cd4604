/** Objects of other programs, whose shape changes with their versions: every field may be missing. */
export type Loose = Readonly<Record<string, unknown>>

export const loose = (value: unknown): Loose =>
  (typeof value === 'object' && value !== null) || typeof value === 'function' ? (value as Loose) : {}

export const words = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

export const items = (value: unknown): Loose[] => (Array.isArray(value) ? value.map(loose) : [])

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export const countOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0)

/** Calls a method that may not be there. */
export function call(target: unknown, name: string, ...args: unknown[]): unknown {
  const method = loose(target)[name]
  return typeof method === 'function' ? method.apply(target, args) : undefined
}

/** Puts something before a method; whatever goes wrong in it, the method is called as it would have been. */
export function before(target: unknown, name: string, act: (self: unknown, args: readonly unknown[]) => void): void {
  const owner = target as Record<string, unknown>
  const original = loose(target)[name]
  owner[name] = function (this: unknown, ...args: unknown[]): unknown {
    try {
      act(this, args)
    } catch {
      // A report must not change a run.
    }
    return typeof original === 'function' ? original.apply(this, args) : undefined
  }
}
