import type { BytePath } from './bytes-path.ts'

/** One line of a file of ignore rules. */
export interface IgnorePattern {
  readonly keeps: boolean
  readonly foldersOnly: boolean
  /** Asked with the path from the folder of the rules. */
  fits(path: BytePath): boolean
}

/** Reads a file of ignore rules as git does; lines that can never match are left out. */
export function readPatterns(text: BytePath): IgnorePattern[] {
  return text
    .replace(/^\xef\xbb\xbf/, '')
    .split(/\r?\n/)
    .flatMap(line => readPattern(line) ?? [])
}

function readPattern(line: string): IgnorePattern | null {
  if (line.startsWith('#')) return null
  const keeps = line.startsWith('!')
  let glob = withoutTrailingSpaces(keeps ? line.slice(1) : line)
  const foldersOnly = glob.endsWith('/')
  if (foldersOnly) glob = glob.slice(0, -1)
  const anchored = glob.includes('/')
  const source = globSource(glob.replace(/^\//, ''))
  if (glob === '' || source === null) return null
  const expression = new RegExp(`^${source}$`, 's')
  return {
    keeps,
    foldersOnly,
    fits: path => expression.test(anchored ? path : path.slice(path.lastIndexOf('/') + 1)),
  }
}

const withoutTrailingSpaces = (line: string): string => line.replace(/(^|[^\\ ]|\\.) +$/, '$1')

function globSource(glob: string): string | null {
  let source = ''
  for (let at = 0; at < glob.length; ) {
    const piece = pieceAt(glob, at)
    if (piece === null) return null
    source += piece.source
    at += piece.length
  }
  return source
}

interface Piece {
  readonly source: string
  readonly length: number
}

function pieceAt(glob: string, at: number): Piece | null {
  const char = glob[at] ?? ''
  if (char === '*') return starsAt(glob, at)
  if (char === '?') return { source: '[^/]', length: 1 }
  if (char === '[') return classAt(glob, at)
  if (char !== '\\') return { source: literal(char), length: 1 }
  const next = glob[at + 1]
  return next === undefined ? null : { source: literal(next), length: 2 }
}

/** Two stars cross folders only when they are a whole part of the path. */
function starsAt(glob: string, at: number): Piece {
  const length = /^\*+/.exec(glob.slice(at))?.[0].length ?? 1
  const startsPart = at === 0 || glob[at - 1] === '/'
  const after = glob[at + length]
  if (length < 2 || !startsPart || (after !== undefined && after !== '/')) return { source: '[^/]*', length }
  return after === '/' ? { source: '(?:.*/)?', length: length + 1 } : { source: '.*', length }
}

const named: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '\\x21-\\x7e',
  lower: 'a-z',
  print: '\\x20-\\x7e',
  punct: '!-/:-@\\[-`{-~',
  space: '\\t-\\r ',
  upper: 'A-Z',
  xdigit: '0-9A-Fa-f',
}

function classAt(glob: string, at: number): Piece | null {
  const found = /^\[([!^]?)(\]?(?:\\.|\[:[a-z]*:\]|[^\]\\])*)\]/s.exec(glob.slice(at))
  if (!found) return null
  const [whole, not, inside = ''] = found
  const known = [...inside.matchAll(/\[:([a-z]*):\]/g)].every(([, name = '']) => name in named)
  if (!known) return null
  const source = [...inside.matchAll(CLASS_PARTS)].map(classPart).join('')
  return { source: `(?!/)[${not === '' ? '' : '^'}${source}]`, length: whole.length }
}

const CLASS_PARTS = /\[:([a-z]*):\]|(\\?.)-(\\?.)|(\\.|.)/gs

function classPart([, name, from, to, single = '']: RegExpMatchArray): string {
  if (name !== undefined) return named[name] ?? ''
  if (from === undefined || to === undefined) return inClass(single)
  // A range that runs backwards is its first character.
  return unescaped(from) <= unescaped(to) ? `${inClass(from)}-${inClass(to)}` : inClass(from)
}

const unescaped = (char: string): string => char.slice(-1)

const inClass = (char: string): string => unescaped(char).replace(/[\\\][^-]/, '\\$&')

const literal = (char: string): string => char.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
