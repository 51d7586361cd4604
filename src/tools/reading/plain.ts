const SPECIAL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/
const ESCAPES =
  /\u001b(?:\][^\u0007\u001b\n]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b\n]*(?:\u001b\\)?|\[[0-?]*[ -/]*[@-~]|[ -/]*[0-~]?)|\u009b[0-?]*[ -/]*[@-~]?/g
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
// To a terminal, "go to column one" is a carriage return; progress displays overwrite their line with it.
const TO_COLUMN_ONE = /\u001b\[1?G/g
const LINE_SEPARATORS = /[\u2028\u2029]/g

/** A line longer than this is cut; a report printed on one line may be long, anything else is nobody's message. */
const MAX_LINE = 8_000_000

/** Text as a person would see it: no escapes, no invisible characters, overwritten lines as they ended up. */
export function plain(text: string): string {
  if (!SPECIAL.test(text)) return text
  if (!text.includes('\u001b') && !text.includes('\u009b')) return unescaped(text)
  return unescaped(text.replace(TO_COLUMN_ONE, '\r').replace(ESCAPES, ''))
}

const hasControls = (text: string): boolean => text.includes('\u001b') || text.includes('\u009b') || text.includes('\r')

/** Like `plain`, but leaves single invisible characters to whoever shows a line: looking for them costs more than reading. */
function visible(text: string): string {
  const bare = text.replace(TO_COLUMN_ONE, '\r').replace(ESCAPES, '')
  return bare.includes('\r') ? bare.split('\n').map(overwritten).join('\n') : bare
}

function unescaped(text: string): string {
  const clean = text.replace(INVISIBLE, '').replace(LINE_SEPARATORS, ' ')
  return clean.includes('\r') ? clean.split('\n').map(overwritten).join('\n') : clean
}

function overwritten(line: string): string {
  if (!line.includes('\r')) return line
  const parts = line.split('\r')
  for (let index = parts.length - 1; index > 0; index--) if (parts[index] !== '') return parts[index] ?? ''
  return parts[0] ?? ''
}

/**
 * Takes a line where it stands, from one index up to another: most lines concern nobody, and cutting them out would cost more than a
 * look. Says where the last line ends that it took with it.
 */
type TakeLine = (text: string, from: number, to: number) => number

/** Cuts a stream of chunks into plain lines. Keeps at most one unfinished line, and of that at most a megabyte. */
export class PlainLines {
  readonly #take: TakeLine
  #rest = ''

  constructor(take: TakeLine) {
    this.#take = take
  }

  push(chunk: string): void {
    const end = chunk.lastIndexOf('\n')
    if (end === -1) {
      this.#rest = (this.#rest + chunk).slice(0, 1_000_000)
      return
    }
    let from = 0
    if (this.#rest !== '') {
      // By itself, so that the rest of the chunk stays as it is and need not be copied behind it.
      const first = chunk.indexOf('\n')
      this.#lines(this.#rest + chunk.slice(0, first), 0, this.#rest.length + first)
      from = first + 1
    }
    if (from <= end) this.#lines(chunk, from, end)
    this.#rest = chunk.slice(end + 1)
  }

  end(): void {
    if (this.#rest !== '') this.#lines(this.#rest, 0, this.#rest.length)
    this.#rest = ''
  }

  #lines(text: string, start: number, end: number): void {
    if (!hasControls(text)) {
      this.#each(text, start, end)
      return
    }
    const clean = visible(text.slice(start, end))
    this.#each(clean, 0, clean.length)
  }

  #each(text: string, start: number, end: number): void {
    for (let from = start; from <= end; ) {
      const at = text.indexOf('\n', from)
      const to = at === -1 || at > end ? end : at
      const taken = this.#take(text, from, to - from > MAX_LINE ? from + MAX_LINE : to)
      from = Math.max(to, taken) + 1
    }
  }
}
