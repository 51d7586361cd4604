import { kindOf } from '../../../tools/protection/kind-of.ts'
import type { Syntax } from '../../../tools/syntax/syntax.ts'
import { parse } from '../../../tools/syntax/syntax.ts'
import { assertsOnly, functionNamed } from '../../seal/reach/asserts-only.ts'
import { importsOf } from '../../seal/reach/imports-of.ts'
import { assertionPattern } from './assertions.ts'

/** The present content of a file; null when it does not exist or was not read. */
export type TextOf = (path: string) => string | null

/** Local names of functions in other files that assert, whatever they are called. */
export function importedAssertions(
  { path, syntax }: { readonly path: string; readonly syntax: Syntax },
  textOf: TextOf,
): ReadonlySet<string> {
  const tree = { has: (place: string) => textOf(place) !== null, read: textOf }
  const names = importsOf(path, syntax.spoken, tree).flatMap(one => {
    const text = textOf(one.path)
    if (text === null) return []
    const { spoken } = parse(syntax.language, text)
    return one.names.filter(([, there]) => {
      const written = functionNamed(there, spoken)
      if (written === null) return false
      // A product throws for reasons of its own.
      const body =
        kindOf(one.path) === 'test' ? written.body : written.body.replace(/\b(?:throw|raise|panic!?)\b.*/g, '')
      return assertionPattern(syntax.language).test(body) || assertsOnly(written)
    })
  })
  return new Set(names.map(([here]) => here))
}

/** Every path that an import may resolve to. */
export function placesOfImports(path: string, text: string): string[] {
  const places = new Set<string>()
  const has = (place: string): boolean => {
    places.add(place)
    return false
  }
  importsOf(path, text, { has })
  return [...places]
}
