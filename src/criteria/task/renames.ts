import { namedObjects } from './named-objects.ts'

export interface Rename {
  readonly from: string
  readonly to: string
}

/** The identifiers that a task renames, without what stands before their dots. */
export function renamesIn(task: string): Rename[] {
  const symbols = namedObjects(task).filter(({ kind }) => kind === 'symbol')
  return symbols.flatMap((symbol, at) => {
    const next = symbols[at + 1]
    return symbol.expect === 'absent' && next?.expect === 'present'
      ? [{ from: lastPart(symbol.name), to: lastPart(next.name) }]
      : []
  })
}

/** The part of `Foo.bar`, `Foo::bar`, or `Foo#bar` that sources contain. */
export const lastPart = (name: string): string => name.split(/\.|::|#/).at(-1) ?? name
