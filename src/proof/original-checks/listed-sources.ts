import { basename, extname } from 'node:path/posix'

/**
 * Whether a build file changed only by listing new source files: next to files of the same kind, or in a line that is an existing one with
 * the new name in place of an old one. Such a change adds code to the build and cannot weaken a check.
 */
export function onlyListsNewSources(before: string, now: string, added: readonly string[]): boolean {
  const sources = added.map(path => ({ path, stem: stemOf(path), extension: extname(path) }))
  const old = linesOf(before)
  const left = [...old]
  // The order of the lines stays: what a build does first may matter.
  const take = (line: string): boolean => left[0] === line && left.shift() !== undefined
  const fresh = linesOf(now).filter(line => !take(line) && !take(sources.reduce(without, line)))
  return left.length === 0 && fresh.every(line => sources.some(source => isCopy(line, source, old)))
}

/** The build file as it is now, without new sources in lines that were there before. */
export function withoutNewSources(before: string, now: string, added: readonly string[]): string {
  const sources = added.map(path => ({ path, stem: stemOf(path), extension: extname(path) }))
  const old = new Set(linesOf(before))
  return linesOf(now)
    .map(line => [line, sources.reduce(without, line)].find(one => old.has(one)) ?? line)
    .join('\n')
    .concat('\n')
}

interface NewSource {
  readonly path: string
  readonly stem: string
  readonly extension: string
}

/** Continued lines are one; spaces between words do not count, but a tab at the start of a line does. */
const linesOf = (text: string): string[] =>
  text
    .replace(/\\\r?\n/g, ' ')
    .split(/\r?\n/)
    .map(line => (line.startsWith('\t') ? '\t' : '') + line.trim().replace(/\s+/g, ' '))
    .filter(line => line.trim() !== '')

const stemOf = (path: string): string => basename(path).replace(/\.[^.]+$/, '')

const OBJECTS = /\.(?:o|obj|lo)$/

/** The line without the new file, if it stands beside files of its kind. */
function without(line: string, { path, stem, extension }: NewSource): string {
  // The end of a list belongs to no file: `add_library(shop price.c apply.c)`.
  const [, body = line, end = ''] = /^([^$]*\(.*[^)])(\)+)$/.exec(line) ?? []
  const words = body.split(' ')
  const isNew = (word: string): boolean => {
    const plain = word.replace(/^["']|["'],?$|,$/g, '').replace(/^(?:\$[({]\w+[)}]\/|\.\/)+/, '')
    return plain === path || path.endsWith(`/${plain}`) || (OBJECTS.test(plain) && stemOf(plain) === stem)
  }
  const rest = words.filter(word => !isNew(word))
  const isPeer = (word: string): boolean => {
    const plain = word.replace(/["',)]+$/, '')
    return OBJECTS.test(plain) || extname(plain) === extension
  }
  return rest.length < words.length && rest.some(isPeer) ? `${rest.join(' ')}${end}` : line
}

/** The line with the name of some other file in place of the new one is in the original. */
function isCopy(line: string, { stem }: NewSource, old: readonly string[]): boolean {
  const named = new RegExp(`(?<![\\w-])${stem.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`, 'g')
  if (!named.test(line)) return false
  const pattern = line
    .split(named)
    .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([\\w-]+)')
  const shape = new RegExp(`^${pattern}$`)
  return old.some(each => {
    const [first, ...others] = shape.exec(each)?.slice(1) ?? []
    return first !== undefined && others.every(other => other === first)
  })
}
