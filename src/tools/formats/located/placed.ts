/** A line that begins with a place. */
export interface LocatedLine {
  readonly file: string
  readonly extension: string
  readonly line: number
  /** A column follows the line: "a.c:3:7". */
  readonly column: boolean
  /** The place is in brackets: "a.ts(3,7)". */
  readonly paren: boolean
  /** What follows the place. */
  readonly rest: string
}

/**
 * What a build tool may write before a place, a path with an extension, then ":3", ":3:7", "(3)", or "(3,7)". A path has no quotes, no
 * brackets, and no two spaces in a row. A sign and a space before it mark a frame of a stack.
 */
const PLACE =
  /^(?:vet: |ERROR in |:\w+(?=\/))? {0,3}(?![ ,\t]|[^\u0000-\u007f] )((?:[A-Za-z]:)?[^ :(|"'`<>=;{}]+(?: [^ :(|"'`<>=;{}]+)*(?<=.\.[A-Za-z]{1,5})|<stdin>)(?::(\d+)(?::(\d+))?|\((\d+)(?:,\d+)?\))(.*)$/

export const isPlaced = (text: string): boolean => PLACE.test(text)

export function placedIn(text: string): LocatedLine | null {
  const found = PLACE.exec(text)
  if (!found) return null
  const [, file = '', line, column, bracketed, rest = ''] = found
  const extension = file.slice(file.lastIndexOf('.') + 1).toLowerCase()
  return {
    file,
    extension,
    line: Number(line ?? bracketed),
    column: column !== undefined,
    paren: bracketed !== undefined,
    rest,
  }
}
