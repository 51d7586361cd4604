/** Which tests a command executed, as far as its runners told. */
export interface Executed {
  readonly runners: readonly RunnerEvidence[]
  /** Runners that spoke in the output, and of whose tests neither a report nor the text gives the ids. */
  readonly unknown: readonly string[]
}

/** What one run of one test runner executed. */
export interface RunnerEvidence {
  readonly tool: string
  /** From a report that we switched on, or from an output that lists every test. */
  readonly source: 'report' | 'text'
  readonly tests: readonly TestRecord[]
  /** The runner came to its own end and its report says so; a run that was cut short has tests that nobody saw. */
  readonly closed: boolean
  /** Whether the numbers that the runner printed are those of the report; null when it printed none. */
  readonly agrees: boolean | null
  /** Test files that ran, from the root. */
  readonly files: readonly string[]
  /** The most often that a test may be tried again, or was; 0 when the runner neither allows nor did it. */
  readonly retries: number
  /** Whether tests were left out by `.only`; null when the runner does not tell. */
  readonly only: boolean | null
  readonly notes: readonly string[]
}

export interface TestRecord {
  /** `<file>::<title path>[#k]`, the id that failures have. */
  readonly id: string
  readonly file: string | null
  readonly title: readonly string[]
  readonly state: TestState
  /** How often it was tried again before this was its state. */
  readonly retries: number
}

export type TestState = (typeof TEST_STATES)[number]

export const TEST_STATES = ['passed', 'failed', 'skipped', 'todo', 'expected_failure'] as const
