import type { Failure, ToolReading } from './reading.ts'

/** Follows the lines of one run and keeps only what it needs, so that output of any length can be read. */
export interface LineReader {
  /** The number is that of the line in its run. */
  line(text: string, number: number): void
  end(exitCode: number | null): readonly FoundReading[]
}

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
  /** Other readers that also understand this output; their results are dropped. */
  readonly insteadOf?: readonly string[]
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

/** A reader, and the lines that start it. From then on it sees every line. */
export interface ReaderPlan {
  readonly tool: string
  /** Beginnings of lines, after their indentation. */
  readonly starts: readonly string[]
  /** Words that follow a number: "3 passing". */
  readonly startsAfterNumber?: readonly string[]
  /** For lines that have no fixed beginning. */
  readonly startsWhen?: (line: string) => boolean
  /** Tools whose name on the command line starts the reader before the first line. */
  readonly startsFor?: readonly string[]
  /** Sees lines at full length; other readers see the beginning of very long ones. */
  readonly wholeLines?: boolean
  readonly create: (context: ReadContext) => LineReader
}
