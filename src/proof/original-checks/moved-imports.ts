import { dirname, join } from 'node:path/posix'

/** Where imports stand: a test, and the text that it has now. */
export interface ImportingFile {
  readonly path: string
  readonly text: string
}

/**
 * The original text of a test, with imports of moved code from the files that the task moves it to. Only such imports are taken from the
 * present tests. A name that the test imported before leaves its old import; every other line stays as it was.
 */
export function withMovedImports(
  before: ImportingFile,
  present: readonly ImportingFile[],
  filled: readonly string[],
): string {
  const old = importsIn(before.text)
  const fresh = present
    .filter(({ path }) => dirname(path) === dirname(before.path))
    .flatMap(({ path, text }) => importsIn(text).filter(one => filled.some(file => leadsTo(one, path, file))))
    .filter(one => !old.some(({ source }) => source === one.source))
  const known = old.flatMap(({ names }) => names)
  const moved = fresh
    .flatMap(({ names }) => names)
    .filter((name, at, all) => known.includes(name) && all.indexOf(name) === at)
  const left = old.reduceRight((text, one) => withoutNames(text, one, moved), before.text)
  const added = fresh.flatMap(one => {
    const names = one.names.filter(name => moved.includes(name))
    return one.names.length === 0 ? [one.text.trim()] : names.length === 0 ? [] : [listed(one, names)]
  })
  return added.length === 0 ? before.text : inserted(left, [...new Set(added)], old[0]?.start ?? 0)
}

interface Import {
  readonly text: string
  readonly start: number
  readonly source: string
  /** Plain names; none for an import of a whole file. */
  readonly names: readonly string[]
  readonly list: string
}

/** Whole statements and nothing else, so that no other code comes along. */
const FORMS: readonly RegExp[] = [
  /^import\s*\{(?<list>[^{}]*)\}\s*from\s*(["'])(?<source>[^"'\n]+)\2;?[ \t]*$/gm,
  /^(?:const|let|var)\s*\{(?<list>[^{}]*)\}\s*=\s*require\(\s*(["'])(?<source>[^"'\n]+)\2\s*\);?[ \t]*$/gm,
  /^from[ \t]+(?<source>[\w.]+)[ \t]+import[ \t]+(?:\((?<long>[^()]*)\)|(?<list>[\w, \t]+))[ \t]*$/gm,
  /^[ \t]*use[ \t]+(?<source>[\w:]+)::(?:\{(?<long>[^{}]*)\}|(?<list>\w+));[ \t]*$/gm,
  /^require(?:_relative)?[ \t]*\(?(["'])(?<source>[^"'\n]+)\1\)?[ \t]*$/gm,
  /^#[ \t]*include[ \t]*"(?<source>[^"\n]+)"[ \t]*$/gm,
]

function importsIn(text: string): Import[] {
  const found = FORMS.flatMap(form =>
    [...text.matchAll(form)].map(({ 0: whole, index, groups }) => {
      const list = groups?.['long'] ?? groups?.['list'] ?? ''
      const names = list
        .split(',')
        .map(name => name.trim())
        .filter(name => name !== '')
      return { text: whole, start: index, source: groups?.['source'] ?? '', names, list }
    }),
  )
  return found.filter(({ names }) => names.every(name => /^[\w$]+$/.test(name))).sort((a, b) => a.start - b.start)
}

const withoutEnding = (path: string): string => path.replace(/\.\w+$/, '')

/** Whether an import in this file leads to that file. Dotted modules are resolved from any root that ends before the file's folder. */
function leadsTo({ source, text }: Import, from: string, file: string): boolean {
  const goal = withoutEnding(file)
  if (/^\.{1,2}\//.test(source) || /require_relative|include/.test(text))
    return withoutEnding(join(dirname(from), source)) === goal
  const parts = source.split(/::|\./).filter(part => part !== '')
  // The first part of a Rust path is the crate.
  if (source.includes('::')) return parts.slice(1).join('/') === goal.replace(/^(?:.*\/)?src\//, '')
  const place = parts.join('/')
  return goal === place || (goal.endsWith(`/${place}`) && (parts.length > 1 || /^(?:src|lib)\//.test(goal)))
}

const listed = ({ text, list }: Import, names: readonly string[]): string =>
  text.trim().replace(list, list.startsWith(' ') ? ` ${names.join(', ')} ` : names.join(', '))

function withoutNames(text: string, one: Import, names: readonly string[]): string {
  const rest = one.names.filter(name => !names.includes(name))
  if (rest.length === one.names.length) return text
  const end = one.start + one.text.length
  return text.slice(0, one.start) + (rest.length === 0 ? '' : listed(one, rest)) + text.slice(end)
}

const inserted = (text: string, lines: readonly string[], at: number): string =>
  `${text.slice(0, at)}${lines.join('\n')}\n${text.slice(at)}`
