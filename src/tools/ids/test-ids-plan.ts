import type { Environment } from '../../system/shell.ts'
import type { ListerPlan } from './listed/lister.ts'

/** How agent-loop learns which tests a tool executes, each with an id. */
export interface TestIdPlan {
  /** Code that `preload/all.ts` lists is loaded into its Node process. */
  readonly preload?: true
  /** Variables that make it report, in addition to its output. Earlier values are kept. */
  readonly switches?: (run: SwitchedRun) => Environment
  /** Its output names every test. */
  readonly listed?: ListerPlan
  /** Reports in the form of JUnit that it writes into the tree whether asked or not. */
  readonly reports?: string
  /** It reports whether `.only` excluded tests. */
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

/** The parts that exist, as one variable. */
export const joined = (separator: string, ...parts: readonly (string | undefined)[]): string =>
  parts.filter(Boolean).join(separator)
