import { assertsOnly, functionNamed } from '../../seal/reach/asserts-only.ts'
import { importsOf } from '../../seal/reach/imports-of.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { parse } from '../syntax/syntax.ts'
import { assertionPattern } from './assertions.ts'

/** A file as it is now; null when it is not there, or nobody read it. */
export type TextOf = (path: string) => string | null

/** Names in a file that stand for functions of other files which assert: whatever they are called. */
export function lentAssertions(
  { path, syntax }: { readonly path: string; readonly syntax: Syntax },
  textOf: TextOf,
): ReadonlySet<string> {
  const tree = { paths: [], has: (place: string) => textOf(place) !== null, read: textOf }
  const names = importsOf(path, syntax.spoken, tree).flatMap(one => {
    const text = textOf(one.path)
    if (text === null) return []
    const { spoken } = parse(syntax.language, text)
    return one.names.filter(([, there]) => {
      const written = functionNamed(there, spoken)
      return written !== null && (assertionPattern(syntax.language).test(written.body) || assertsOnly(written))
    })
  })
  return new Set(names.map(([here]) => here))
}

/** Where a file may find what it imports: every place that would be looked at. */
export function placesOfImports(path: string, text: string): string[] {
  const places = new Set<string>()
  const has = (place: string): boolean => {
    places.add(place)
    return false
  }
  importsOf(path, text, { paths: [], has, read: () => null })
  return [...places]
}
