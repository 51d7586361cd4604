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
const MAX_UNFINISHED = 1_000_000

/** Text as a person would see it: no escapes, no invisible characters, overwritten lines as they ended up. */
export function plain(text: string): string {
  if (!SPECIAL.test(text)) return text
  if (!text.includes('\u001b') && !text.includes('\u009b')) return unescaped(text)
  return unescaped(text.replace(TO_COLUMN_ONE, '\r').replace(ESCAPES, ''))
}

/** Like `plain`, but keeps single invisible characters: looking for them costs more than reading. */
function visible(text: string): string {
  if (!text.includes('\u001b') && !text.includes('\u009b') && !text.includes('\r')) return text
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

/** Cuts a stream of chunks into plain lines. Keeps at most one unfinished line, and of that at most a megabyte. */
export class PlainLines {
  readonly #take: (line: string) => void
  #rest = ''

  constructor(take: (line: string) => void) {
    this.#take = take
  }

  push(chunk: string): void {
    const end = chunk.lastIndexOf('\n')
    if (end === -1) {
      this.#rest = (this.#rest + chunk).slice(0, MAX_UNFINISHED)
      return
    }
    this.#lines(this.#rest + chunk.slice(0, end))
    this.#rest = chunk.slice(end + 1)
  }

  end(): void {
    if (this.#rest !== '') this.#lines(this.#rest)
    this.#rest = ''
  }

  #lines(text: string): void {
    for (const line of visible(text).split('\n')) this.#take(line.length > MAX_LINE ? line.slice(0, MAX_LINE) : line)
  }
}
