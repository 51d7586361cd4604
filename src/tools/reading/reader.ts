import type { Failure, ToolReading } from './reading.ts'

/** Follows the lines of one run and keeps only what it needs, so that a run of any length can be read. */
export interface LineReader {
  /**
   * In the middle of something, so that every line matters, or every line that does not begin at the margin; else only those
   * that its plan heeds. Not saying means always.
   */
  readonly busy?: boolean | 'indented'
  /** The number is that of the line in its run. */
  line(text: string, number: number): void
  /**
   * Looks at a line where it stands before it is cut out; true when that was enough. For what comes by the ten thousand: lines
   * that only begin like the tool's, and failures that are counted and no longer kept. Must not change who is busy.
   */
  skim?(text: string, from: number, to: number, indent: number): boolean
  /** It has all the failures that it keeps: from here on more are counted, and their lines are asked of `owns` first. */
  readonly sated?: boolean
  /**
   * Whether a line is one more failure, which is counted with that, or a part of one: then nobody else is asked. Lines that may be
   * another's are not owned. Must change neither who is busy nor who is sated.
   */
  owns?(text: string, from: number, to: number, indent: number): Owned
  /** Behind a failure that it owned: where the last line ends that is a part of it and need not be looked at. */
  leap?(text: string, to: number): number
  /** What it took for a part begins like another tool's, and what follows is no part any more either. */
  interrupted?(): void
  end(exitCode: number | null): readonly FoundReading[]
}

/** A part of a failure is still let go when it begins like what wakes another reader. */
export type Owned = 'failure' | 'part' | null

/**
 * How sure a reader is. A `footer` is the tool's own closing block; a `banner` is something that only this tool prints;
 * a `hint` is a line that a program under test may just as well have printed, and counts only where nothing better was seen.
 */
export type Weight = 'hint' | 'banner' | 'footer'

export interface FoundReading {
  readonly reading: ToolReading
  readonly weight: Weight
  /** Complaints that count only if nothing else made the command fail. */
  readonly warnings?: readonly Failure[]
  /** The line at which the first of it came. */
  readonly from?: number
}

export interface ReadContext {
  /** Absolute paths below it become relative. */
  readonly root: string | null
  /** Where the lines come from, seen from the root: the directory of a workspace package, or ''. */
  readonly directory: string
  /** Tools that the command line named. */
  readonly primed: ReadonlySet<string>
  /** How many failures of the whole output have been told in full; without it, each run counts for itself. */
  readonly told?: { inFull: number }
}

/** Lines by their first character after spaces, or by their last; "·" stands for everything beyond ASCII. */
export interface Heeded {
  readonly first: string
  readonly last?: string
  /** Whatever else they begin and end with. */
  readonly words?: readonly string[]
  /** For what cannot be told by a character or word. Asked for every line: it must be next to nothing. */
  readonly when?: LineTest
}

/** Looks at a line where it stands in a text. */
export type LineTest = (text: string, from: number, to: number, indent: number) => boolean

export interface ReaderPlan {
  readonly tool: string
  /** Beginnings of trimmed lines that wake the reader. */
  readonly wakes: readonly string[]
  /** Tools whose name on the command line is reason enough to be awake from the start. */
  readonly wakesFor?: readonly string[]
  /** Words that wake it when they follow a number: "3 passing". */
  readonly numberedWakes?: readonly string[]
  /** For what has no fixed beginning. Asked for every line, or for those that `asks` names, until it says yes: it must be next to nothing. */
  readonly wakesWhen?: LineTest
  readonly asks?: Pick<Heeded, 'first' | 'last'>
  /** The only lines that can mean anything to its reader while that is not busy. */
  readonly heeds?: Heeded
  /** Sees lines at full length; others get the beginning of very long ones. */
  readonly wholeLines?: boolean
  readonly create: (context: ReadContext) => LineReader
}
