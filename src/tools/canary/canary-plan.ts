import type { PlainRequest, PlainScript } from './plain-script.ts'
import type { Planter } from './plant.ts'
import type { ErrorKind } from './plant-error.ts'

/** How a failure is planted for a tool that must notice it: a failing test for a test runner, an error for the others. */
export interface CanaryPlan {
  /** Needs `ids`: a test is planted where tests ran. */
  readonly tests?: TestPlanting
  /** What a linter or compiler must notice, and in which files. */
  readonly errors?: { readonly kind: ErrorKind; readonly files: RegExp }
}

/** Tests of one language and style. */
export interface TestPlanting {
  readonly files: RegExp
  readonly plant: Planter
  /** Tests are named by a text, and not by a function. */
  readonly titled?: true
  /** The test file as a program that needs no runner. */
  readonly plainly?: (request: PlainRequest) => PlainScript | null
}
