import type { Purpose } from '../tools/purpose.ts'

export type LayerNumber = 1 | 2 | 3 | 4 | 5

/** One thing that one layer found, with the place where it stands. */
export interface LayerEvidence {
  readonly layer: LayerNumber
  readonly source: string
  readonly line: number
  readonly says: string
}

/** A command that somebody wrote down somewhere, and what it would prove. */
export interface Candidate extends LayerEvidence {
  /** A line for the shell, to be run at the root of the project. */
  readonly command: string
  readonly purposes: readonly Purpose[]
  /** What it is mainly for; a bundle proves more than that. */
  readonly main: Purpose
  /** How much this sighting weighs against others. */
  readonly weight: number
  /** It looks at a part of the project only: one file, one package, one platform. */
  readonly partial: boolean
  /** The folder it speaks of, from the root; empty for all of it. */
  readonly folder: string
  /** Words of the command and its surroundings that a task may name: chrome, unit, javascript. */
  readonly words: readonly string[]
  /** What the command itself calls; nobody needs to run those beside it. */
  readonly includes: readonly string[]
}
