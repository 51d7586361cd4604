// Two columns each: the East Asian wide and fullwidth blocks, and pictures. Ranges of code points, in order.
const WIDE: readonly (readonly [from: number, to: number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2329, 0x232a],
  [0x23e9, 0x23f3],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x2648, 0x2653],
  [0x267f, 0x267f],
  [0x2693, 0x2693],
  [0x26a1, 0x26a1],
  [0x26aa, 0x26ab],
  [0x26bd, 0x26be],
  [0x26c4, 0x26c5],
  [0x26ce, 0x26ce],
  [0x26d4, 0x26d4],
  [0x26ea, 0x26ea],
  [0x26f2, 0x26f5],
  [0x26fa, 0x26fd],
  [0x2705, 0x2705],
  [0x270a, 0x270b],
  [0x2728, 0x2728],
  [0x274c, 0x274e],
  [0x2753, 0x2757],
  [0x2795, 0x2797],
  [0x27b0, 0x27bf],
  [0x2b1b, 0x2b1c],
  [0x2b50, 0x2b55],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff],
  [0x1aff0, 0x1b2ff],
  [0x1f004, 0x1f004],
  [0x1f0cf, 0x1f0cf],
  [0x1f18e, 0x1f19a],
  [0x1f1e6, 0x1f265],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f7e0, 0x1f7f0],
  [0x1f900, 0x1faff],
  [0x20000, 0x3fffd],
]

const ZERO = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]$/u
// Asks terminals to draw the sign before it as a picture, which many then do two columns wide.
const AS_PICTURE = '\ufe0f'

/**
 * How many columns a text takes at most. Terminals differ about signs that are made of several; the widest is assumed, for a line
 * that is cut too early is only shorter, and one that is cut too late breaks the picture.
 */
export function widthOf(text: string): number {
  let columns = 0
  for (const sign of text) columns += signWidth(sign)
  return columns
}

function signWidth(sign: string): number {
  const point = sign.codePointAt(0) ?? 0
  if (point >= 0x20 && point < 0x7f) return 1
  if (sign === AS_PICTURE) return 1
  if (point < 0x20 || ZERO.test(sign)) return 0
  return isWide(point) ? 2 : 1
}

function isWide(point: number): boolean {
  let [low, high] = [0, WIDE.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const [from, to] = WIDE[middle] ?? [0, 0]
    if (point < from) high = middle - 1
    else if (point > to) low = middle + 1
    else return true
  }
  return false
}

const segmenter = new Intl.Segmenter()

/** The text, or its beginning and "…" where it takes more columns than there are. Never half of a sign. */
export function clip(text: string, columns: number): string {
  if (columns <= 0) return ''
  // No sign is longer than this many characters on average, so what lies behind cannot be seen.
  const near = text.slice(0, columns * LONGEST_SIGN)
  if (near.length === text.length && widthOf(text) <= columns) return text
  let [kept, used] = ['', 0]
  for (const { segment } of segmenter.segment(near)) {
    used += widthOf(segment)
    if (used > columns - 1) break
    kept += segment
  }
  return `${kept}…`
}

const LONGEST_SIGN = 16

/** The text in lines that fit, broken between words; what goes on stands under where the text began, behind its label. */
export function folded(text: string, columns: number): string {
  if (widthOf(text) < columns) return text
  const label = /^ *(?:\S+ {2,}|│ )?/.exec(text)?.[0].length ?? 0
  const indent = ' '.repeat(label < columns / 2 ? label : 2)
  const lines: string[] = []
  let line = text.slice(0, label)
  let empty = true
  for (const word of text.slice(label).split(' ')) {
    if (!empty && widthOf(line) + 1 + widthOf(word) >= columns) {
      lines.push(line)
      line = indent
      empty = true
    }
    line += empty ? word : ` ${word}`
    empty = false
  }
  return [...lines, line].join('\r\n')
}
