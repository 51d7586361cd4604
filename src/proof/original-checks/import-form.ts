import { dirname, join } from 'node:path/posix'
import { endings } from '../seal/reach/named-files.ts'
import type { MoveReaders } from '../tests/moved-files.ts'

/** One import statement in either form. */
interface Taken {
  readonly statement: string
  readonly from: string
  /** `here<there`, sorted; the whole module is `here<*`. */
  readonly names: readonly string[]
}

const IMPORT = /^[ \t]*import\s+(?:([\w$*{][^;"']*?)\s*from\s*)?["']([^"'\n]+)["'];?[ \t]*(?:\n|$)/gm
const REQUIRE =
  /^[ \t]*(?:const|let|var)\s+((?:\{[^}]*\}|[\w$]+)\s*=\s*require\(\s*["'][^"'\n]+["']\s*\)(?:\.\w+)?(?:\s*,\s*(?:\{[^}]*\}|[\w$]+)\s*=\s*require\(\s*["'][^"'\n]+["']\s*\)(?:\.\w+)?)*)\s*;?[ \t]*(?:\n|$)|^[ \t]*require\(\s*["']([^"'\n]+)["']\s*\);?[ \t]*(?:\n|$)/gm
const DECLARATOR = /(\{[^}]*\}|[\w$]+)\s*=\s*require\(\s*["']([^"'\n]+)["']\s*\)(?:\.(\w+))?/g
// Names that CommonJS has built in and an ES module must define.
const OWN_PLACE =
  /^[ \t]*(?:const|let|var)\s+(?:__dirname|__filename|require)\s*=[^\n]*\bimport\.meta\b[^\n]*(?:\n|$)/gm
const STRICT = /^\s*["']use strict["'];?[ \t]*(?:\n|$)/

interface Parts {
  readonly taken: readonly Taken[]
  /** Statements that define what the other form has built in. */
  readonly made: readonly string[]
  readonly rest: string
}

function partsOf(text: string): Parts {
  const taken = [
    ...[...text.matchAll(IMPORT)].map(([statement, list = '', from = '']) => ({
      statement,
      from,
      names: imported(list),
    })),
    ...[...text.matchAll(REQUIRE)].flatMap(([statement, list, alone]) =>
      list === undefined
        ? [{ statement, from: alone ?? '', names: [] }]
        : [...list.matchAll(DECLARATOR)].map(([, names = '', from = '', member]) => ({
            statement,
            from,
            names: required(names, member),
          })),
    ),
  ]
  const made = text.match(OWN_PLACE) ?? []
  return { taken, made, rest: text.replace(STRICT, '').replace(IMPORT, '').replace(REQUIRE, '').replace(OWN_PLACE, '') }
}

const imported = (list: string): string[] => {
  const braces = /\{([\s\S]*)\}/.exec(list)?.[1] ?? ''
  const whole =
    list
      .replace(/\{[\s\S]*\}/, '')
      .match(/[\w$]+/g)
      ?.filter(name => name !== 'as') ?? []
  return [...whole.map(name => `${name}<*`), ...pairs(braces, /\s+as\s+/)].sort()
}

const required = (list: string, member: string | undefined): string[] =>
  list.startsWith('{') ? pairs(list.slice(1, -1), /\s*:\s*/).sort() : [`${list}<${member ?? '*'}`]

const pairs = (list: string, as: RegExp): string[] =>
  list
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(part => {
      const [there = '', here = there] = part.split(as)
      return there === 'default' ? `${here}<*` : `${here}<${there}`
    })

interface FormRequest {
  readonly before: string
  readonly now: string
  /** The old and the new path of the text. */
  readonly from: string
  readonly to: string
  readonly moved: ReadonlyMap<string, string>
  readonly readers: MoveReaders
}

/**
 * The original text with its imports in the form that the file uses now (`require` became `import`, or the reverse). Every import must
 * bring in the same names from the same file, or from its new place; null when one does not, or when the form is the same.
 */
export async function inNewForm({ before, now, from, to, moved, readers }: FormRequest): Promise<string | null> {
  const [old, fresh] = [partsOf(before), partsOf(now)]
  if (old.taken.length === 0 || isModule(before) === isModule(now)) return null
  const used: string[] = []
  for (const one of old.taken) {
    const goal = await fileOf(from, one.from, readers.before)
    const place = goal === null ? bare(one.from) : (moved.get(goal) ?? goal)
    const match = await firstOf(fresh.taken, async other => {
      if (other.names.join() !== one.names.join()) return false
      const target = await fileOf(to, other.from, readers.now)
      return (target ?? bare(other.from)) === place
    })
    if (match === null) return null
    if (!used.includes(match.statement)) used.push(match.statement)
  }
  const making =
    fresh.made.length === 0 ? [] : fresh.taken.filter(one => /^(?:node:)?(?:url|path|module)$/.test(one.from))
  const lines = [
    ...used,
    ...making.map(({ statement }) => statement).filter(statement => !used.includes(statement)),
    ...fresh.made,
  ]
  return lines.map(line => (line.endsWith('\n') ? line : `${line}\n`)).join('') + old.rest
}

const isModule = (text: string): boolean => text.search(IMPORT) >= 0

const bare = (name: string): string => name.replace(/^node:/, '')

/** The file that a relative import resolves to; null for packages. */
async function fileOf(path: string, name: string, read: MoveReaders['now']): Promise<string | null> {
  if (!name.startsWith('.')) return null
  const place = join(dirname(path), name)
  for (const candidate of endings(place)) if ((await read(candidate)) !== null) return candidate
  return place
}

async function firstOf<T>(items: readonly T[], fits: (item: T) => Promise<boolean>): Promise<T | null> {
  for (const item of items) if (await fits(item)) return item
  return null
}
