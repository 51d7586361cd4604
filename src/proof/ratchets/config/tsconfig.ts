import { posix } from 'node:path'
import { jsonCodec } from '../../seal/sections/codecs.ts'
import { isTable } from './setting.ts'

type Table = Readonly<Record<string, unknown>>

/** The possible paths of files that a config extends; nearest last. */
export function extendedBy(path: string, text: string): string[] {
  const extended = jsonCodec.parse(text)?.['extends']
  const names = (Array.isArray(extended) ? extended : [extended]).filter(name => typeof name === 'string')
  return names.map(name => {
    const place = /^\.{0,2}\//.test(name) ? posix.join(posix.dirname(path), name) : posix.join('node_modules', name)
    if (/\.json$/.test(place)) return place
    return name.startsWith('.') ? `${place}.json` : `${place}/tsconfig.json`
  })
}

/** A config with everything that it extends: options are merged, lists of files come from the nearest. */
export function resolved(path: string, read: (path: string) => string | null, depth = 0): Table | null {
  const text = read(path)
  const own = text === null ? undefined : jsonCodec.parse(text)
  if (text === null || !own) return null
  const bases = depth > 8 ? [] : extendedBy(path, text).map(base => resolved(base, read, depth + 1) ?? {})
  return [...bases, own].reduce<Table>((all, one) => merged(all, one), {})
}

const merged = (base: Table, own: Table): Table => ({
  ...base,
  ...own,
  compilerOptions: { ...tableIn(base), ...tableIn(own) },
})

const tableIn = ({ compilerOptions }: Table): Table => (isTable(compilerOptions) ? compilerOptions : {})
