/** A failure that is planted in one file of a clean copy, to see whether the check can fail. */
export interface Plant {
  readonly path: string
  /** Each must be reported as failed, in a title or in a message. Random, so that no hook can know them in advance. */
  readonly marks: readonly Mark[]
  /** What the file becomes with the code of some marks in it. */
  readonly around: (code: string) => string
}

/** The file with all that is planted in it. */
export const textOf = ({ marks, around }: Plant): string => around(marks.map(({ code }) => code).join('\n'))

export interface Mark {
  /** What it shows when it is red: that a throw is seen, that the runner's own assertions work, that errors are reported. */
  readonly shows: 'throw' | 'assertion' | 'error'
  readonly word: string
  /** The failure itself. */
  readonly code: string
}

export interface PlantRequest {
  readonly path: string
  /** The file as it stands: the plant speaks its language, and uses what is in scope there. */
  readonly text: string
  /** Names of tests that ran in it. */
  readonly titles: readonly string[]
  /** Values that tests found to be different before the first turn, as they would be written in the code. */
  readonly differed: readonly Differed[]
  /** A word that was never there before, each time it is asked for; letters and digits, beginning with a letter. */
  readonly word: () => string
}

/** The received and the expected value of a test: two plain values that differ in every comparison. */
export interface Differed {
  readonly file: string | null
  readonly received: string
  readonly expected: string
}

/** Null when nothing can be planted in this file. */
export type Planter = (request: PlantRequest) => Plant | null

/** How many such values are tested again. */
export const MOST_PAIRS = 3

/** Puts code at the end of a file. */
export const appendedTo =
  (text: string): Plant['around'] =>
  code =>
    `${text.replace(/\n*$/, '\n')}\n${code.trimEnd()}\n`

/** Puts code before the last occurrence of `closing`: inside the class or module that ends there. */
export function beforeLast(text: string, closing: string): Plant['around'] | null {
  const at = text.lastIndexOf(closing)
  return at < 0 ? null : code => `${text.slice(0, at)}\n${code.trimEnd()}\n${text.slice(at)}`
}
