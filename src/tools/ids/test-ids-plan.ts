import type { Environment } from '../../system/shell.ts'
import type { ToldTest } from './test-ids.ts'

/**
 * How the tests that a tool executes become known, each with an id. One of these is enough, the best that the runner allows:
 * a preload for runners in Node, a plugin that `switches` turns on, reports that it writes anyway, or output that lists every test.
 */
export interface TestIdPlan {
  /** The `preload.ts` in its folder exports `preload: RunnerPreload`; it is loaded into the runner's Node process and records there. */
  readonly preload?: true
  /**
   * Variables that make it load a plugin of ours (a `.php`, `.py`, or `.rb` in its folder is copied to `preloads`) and record there. What was
   * set before stays. List the variable in `OURS` of `preload/record-file.ts`, so that programs under test do not inherit our part.
   */
  readonly switches?: (run: SwitchedRun) => Environment
  /** Its output names every test: `listedByShape` reads one line for each. */
  readonly listed?: ListerPlan
  /** A glob of JUnit reports that it writes into the tree whether asked or not. */
  readonly reports?: string
  /** It tells whether `.only` left tests out. */
  readonly tellsOnly?: true
}

export interface SwitchedRun {
  readonly command: string
  readonly env: Environment
  /** A folder of this run, into which plugins are written. */
  readonly plugins: string
  /** What is loaded into runners, as it was built. */
  readonly preloads: string
}

/** The parts that there are, as one variable. */
export const joined = (separator: string, ...parts: readonly (string | undefined)[]): string =>
  parts.filter(Boolean).join(separator)

/** Follows the output of a tool that names every test, also those that pass. */
export interface Lister {
  line(text: string): void
  tests(): readonly ToldTest[]
}

export interface ListerPlan {
  create(): Lister
}
