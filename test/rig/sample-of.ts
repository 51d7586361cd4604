/** A text that a pattern matches: its first alternatives, without what may be missing. */
export function sampleOf(pattern: RegExp): string {
  const [source, at] = [pattern.source, { index: 0 }]
  return alternatives(source, at)
}

interface Cursor {
  index: number
}

function alternatives(source: string, at: Cursor): string {
  const found = [sequence(source, at)]
  while (source[at.index] === '|') {
    at.index += 1
    found.push(sequence(source, at))
  }
  return found[0] ?? ''
}

function sequence(source: string, at: Cursor): string {
  let text = ''
  while (at.index < source.length && !'|)'.includes(source[at.index] ?? ''))
    text += counted(source, at, atom(source, at))
  return text
}

function atom(source: string, at: Cursor): string {
  const char = source[at.index] ?? ''
  if (char === '(') return group(source, at)
  if (char === '[') return oneOf(source, at)
  at.index += char === '\\' ? 2 : 1
  if (char === '\\') return escaped(source[at.index - 1] ?? '')
  return char === '^' || char === '$' ? '' : char === '.' ? 'x' : char
}

const escaped = (char: string): string => ({ w: 'x', d: '1', s: ' ', S: 'x', b: '' })[char] ?? char

function group(source: string, at: Cursor): string {
  const [head] = /^\((?:\?(?::|<\w+>|<?[=!]))?/.exec(source.slice(at.index)) ?? ['(']
  at.index += head.length
  const text = alternatives(source, at)
  at.index += 1
  return /[=!]$/.test(head) ? '' : text
}

function oneOf(source: string, at: Cursor): string {
  const [whole] = /^\[(?:\\.|[^\]\\])*\]/.exec(source.slice(at.index)) ?? ['[x]']
  at.index += whole.length
  const pattern = new RegExp(`^${whole}$`)
  return PRINTABLE.find(char => pattern.test(char)) ?? 'x'
}

const PRINTABLE = ['x', ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(126 - at))]

function counted(source: string, at: Cursor, text: string): string {
  const [count = ''] = /^(?:[?*+]|\{\d+(?:,\d*)?\})\??/.exec(source.slice(at.index)) ?? []
  at.index += count.length
  if (count === '') return text
  const least = count.startsWith('+') ? 1 : Number(/\d+/.exec(count)?.[0] ?? 0)
  return text.repeat(least)
}
