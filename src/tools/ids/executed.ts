/** Which tests a command executed, as far as its runners reported. */
export interface Executed {
  readonly runners: readonly RunnerEvidence[]
  /** Runners in the output for whose tests neither a report nor the text gives ids. */
  readonly unknown: readonly string[]
}

/** The tests of one run of one test runner. */
export interface RunnerEvidence {
  readonly tool: string
  /** From a report that agent-loop switched on, or from output that lists every test. */
  readonly source: 'report' | 'text'
  readonly tests: readonly TestRecord[]
  /** The runner finished and its report says so; a run that was cut short has unknown tests. */
  readonly closed: boolean
  /** Its output has no end that could be missing. */
  readonly endless?: true
  /** Whether the runner printed the same numbers as it reported; null when it printed none. */
  readonly agrees: boolean | null
  /** Test files that ran, from the root. */
  readonly files: readonly string[]
  /** The highest number of retries that a test may have, or had; 0 without retries. */
  readonly retries: number
  /** Whether `.only` excluded tests; null when the runner does not say. */
  readonly only: boolean | null
  readonly notes: readonly string[]
}

export interface TestRecord {
  /** `<file>::<title path>[#k]`, the same id as for failures. */
  readonly id: string
  readonly file: string | null
  readonly title: readonly string[]
  readonly state: TestState
  /** How often it was retried before it had this state. */
  readonly retries: number
}

export type TestState = (typeof TEST_STATES)[number]

export const TEST_STATES = ['passed', 'failed', 'skipped', 'todo', 'expected_failure'] as const
