/** Text in quotes or code is one word for the reader of a sentence: mentioned, not said. */
interface Masked {
  readonly text: string
  /** Puts the quotes and the code back. */
  restore(part: string): string
}

const [OPEN, CLOSE] = ['\uE000', '\uE001']
const TOKEN = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g')

const QUOTED: readonly RegExp[] = [
  /```[\s\S]*?(?:```|$)/g,
  // The words of another person or a program; a text that is entirely quoted is meant.
  /(?<=\n)>.*(?=\n|$)|^>.*(?=\n+[^>\s])/g,
  /`[^`\n]+`/g,
  /"[^"\n]*"/g,
  /(?<![\p{L}\p{N}])'[^'\n]+'(?![\p{L}\p{N}])/gu,
]

export function masked(said: string): Masked {
  const kept: string[] = []
  const hide = (part: string): string => `${OPEN}${kept.push(part) - 1}${CLOSE}`
  const text = QUOTED.reduce((rest, pattern) => rest.replace(pattern, hide), plainMarks(said))
  const restore = (part: string): string =>
    part.replace(TOKEN, (_, index: string) => restore(kept[Number(index)] ?? ''))
  return { text, restore }
}

/** Typographic marks as a keyboard has them; private-use characters are removed first. */
const plainMarks = (said: string): string =>
  said
    .replace(/[\uE000\uE001]/g, '')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/\r\n?/g, '\n')

/** A text that is one quotation and nothing else, without its marks. */
export function unquoted(text: string): string {
  const inner = /^(["'])([\s\S]*)\1$/.exec(text.trim())?.[2]
  return inner === undefined || inner.includes(text.trim()[0] ?? '"') ? text.trim() : inner.trim()
}
