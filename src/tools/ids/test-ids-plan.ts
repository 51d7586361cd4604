import type { Environment } from '../../system/shell.ts'
import type { ListerPlan } from './listed/lister.ts'

/** How the tests that a tool executes become known, each with an id. */
export interface TestIdPlan {
  /** The `preload.ts` in its folder is loaded into its Node process, and listens to it. */
  readonly preload?: true
  /** The variables that make it tell, beside what it prints; whatever was set before stays. */
  readonly switches?: (run: SwitchedRun) => Environment
  /** Its output names every test. */
  readonly listed?: ListerPlan
  /** Reports in the form of JUnit that it writes into the tree whether asked or not. */
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
