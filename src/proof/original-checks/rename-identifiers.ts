import type { Rename } from '../../criteria/task/renames.ts'
import { syntaxOf } from '../../tools/syntax/syntax.ts'

/**
 * Original tests with the identifiers that the task renames, and nothing else changed. Comments and strings stay. A name that the present
 * text still uses is renamed only in lines that the present text has with the new name: elsewhere the original must still pass.
 */
export function inNewNames(path: string, text: string, now: string, renames: readonly Rename[]): string {
  return renames.reduce((renamed, { from, to }) => {
    const places = occurrences(path, renamed, from)
    const isKept = usesName(path, now, from)
    return replaced(renamed, isKept ? placesRenamed(renamed, now, places, { from, to }) : places, { from, to })
  }, text)
}

/** Of these places, those in lines that the present text has in the new name and no longer in the old one. */
function placesRenamed(text: string, now: string, places: readonly number[], rename: Rename): readonly number[] {
  const present = new Set(now.split('\n').map(line => line.trim()))
  return places.filter(at => {
    const start = text.lastIndexOf('\n', at) + 1
    const line = text.slice(start).split('\n', 1)[0] ?? ''
    const own = places.flatMap(place => (place >= start && place < start + line.length ? [place - start] : []))
    return present.has(replaced(line, own, rename).trim()) && !present.has(line.trim())
  })
}

/**
 * The same, with the names inside of strings: a class may say its name (`repr(zone) == "<OldZone 0:00>"`). Only where the present test has
 * that string with the new name alone, and never in the title of a test, by which it is found again.
 */
export function inNewNamesAndStrings(path: string, text: string, now: string, renames: readonly Rename[]): string {
  return renames.reduce((renamed, { from, to }) => {
    if (usesName(path, now, from)) return renamed
    const quoted = quotedOccurrences(path, renamed, from).filter(at => {
      const { before, own } = stringAt(renamed, at)
      const isRenamed = now.includes(own.replace(wordOf(from), () => to).trim()) && !now.includes(own.trim())
      return isRenamed && !TITLE.test(before)
    })
    return replaced(renamed, [...occurrences(path, renamed, from), ...quoted], { from, to })
  }, text)
}

/** What stands before the title of a test or of a group in its line. */
const TITLE =
  /(?:^|[\s.@])(?:x|f)?(?:test|it|describe|context|specify|suite|feature|scenario|run|TEST_CASE|SECTION|DisplayName)(?:\.\w+)*(?:\(.*\))?\s*\(?\s*$/i

/** The string around a place, as far as it is in the same line, and what stands before it there. */
function stringAt(text: string, at: number): { readonly before: string; readonly own: string } {
  const start = text.lastIndexOf('\n', at) + 1
  const [front, rest] = [text.slice(start, at), text.slice(at).split('\n', 1)[0] ?? '']
  const open = Math.max(...['"', "'", '`'].map(mark => front.lastIndexOf(mark)))
  const close = rest.search(/["'`]/)
  return {
    before: front.slice(0, Math.max(0, open)),
    own: front.slice(Math.max(0, open)) + (close < 0 ? rest : rest.slice(0, close + 1)),
  }
}

/** Whether the code of a file has this name, outside of comments and strings. */
export const usesName = (path: string, text: string, name: string): boolean => occurrences(path, text, name).length > 0

function replaced(text: string, places: readonly number[], { from, to }: Rename): string {
  return [...places]
    .sort((one, other) => other - one)
    .reduce((rest, at) => rest.slice(0, at) + to + rest.slice(at + from.length), text)
}

function occurrences(path: string, text: string, name: string): number[] {
  const syntax = syntaxOf(path, text)
  // A shell runs the commands in its strings: "$(add_tax 100)".
  return placesOf(name, (syntax?.language === 'shell' ? syntax.spoken : syntax?.code) ?? examplesOf(path, text))
}

/** In strings only. */
function quotedOccurrences(path: string, text: string, name: string): number[] {
  const inCode = occurrences(path, text, name)
  return placesOf(name, syntaxOf(path, text)?.spoken ?? '').filter(at => !inCode.includes(at))
}

const placesOf = (name: string, text: string): number[] => [...text.matchAll(wordOf(name))].map(({ index }) => index)

const wordOf = (name: string): RegExp => new RegExp(`(?<![\\w$])${name.replace(/[$]/g, '\\$&')}(?![\\w$])`, 'g')

/** Of a document, only the lines that a runner takes for code: `>>> parse(1)` and what continues it. */
const examplesOf = (path: string, text: string): string =>
  /\.(?:md|rst|txt|adoc)$/i.test(path)
    ? text.replace(/^(?!\s*(?:>>>|\.\.\.|iex>|\.\.\.>) ).*$/gm, line => ' '.repeat(line.length))
    : ''
