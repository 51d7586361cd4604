import type { NamedObject } from './named-object.ts'
import { type ObjectName, type Phrase, readPlace } from './phrase-names.ts'

/** What one order demands, and the names whose destination, noun, or further places follow later in the list. */
export interface Read {
  readonly objects: readonly NamedObject[]
  readonly waiting: readonly ObjectName[]
  /** "the functions mean": the other parts of the list are names too. */
  readonly isList?: boolean
}

/** What the part before left: its sources, and whether it named a destination, so that another name alone is one more. */
export interface Before extends Pick<Read, 'waiting' | 'isList'> {
  readonly isFilled: boolean
  /** The path where it works, if the part ends with one. */
  readonly place: string | null
  /** It ends with a symbol as the place: "from parse". */
  readonly isInSymbol?: boolean
  /** It ends with a place of any kind: "from the classifiers". */
  readonly isFrom?: boolean
}

export const demanding = (...objects: readonly NamedObject[]): Read => ({ objects, waiting: [] })

export const DOUBTFUL = { doubtful: true } as const

export const PLACE = /^(?:in|to|into|from|of|inside|within|under|at|across)$/i

export const placeIn = (phrases: readonly Phrase[]): string | null =>
  readPlace(phrases.slice(1).find(({ preposition }) => PLACE.test(preposition))?.words ?? [])

export const nearIf = (near: string | null, { kind }: ObjectName): { readonly near?: string } =>
  near === null || kind !== 'symbol' ? {} : { near }
