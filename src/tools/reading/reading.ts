/** What a run's output says, in one shape for every tool. */
export interface OutputReading {
  readonly tools: readonly ToolReading[]
}

export interface ToolReading {
  readonly tool: string
  readonly kind: 'tests' | 'diagnostics' | 'coverage'
  /** The workspace package that the lines belong to, where a monorepo runner names it. */
  readonly package: string | null
  /** Null when the tool does not say how many. */
  readonly tests: TestCounts | null
  readonly failures: readonly Failure[]
  /** The tool finished: its closing lines were seen. */
  readonly complete: boolean
  /** It never prints closing lines: a script that only lists its results. */
  readonly endless?: true
  /** False when it says that nothing ran, or ran zero tests. */
  readonly ran: boolean
  readonly coverage: Coverage | null
  /** For linters and compilers: how many problems they found, in their own words or counted; null when that is not known. */
  readonly problems: Problems | null
  readonly notes: readonly string[]
}

export interface TestCounts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly total: number
}

/** Warnings are counted here even where they are not listed among the failures. */
export interface Problems {
  readonly errors: number
  readonly warnings: number
}

export interface Failure {
  /** `<file>::<title path>[#k]` for tests, `<file>:<rule>[#k]` for diagnostics. */
  readonly id: string
  readonly file: string | null
  readonly line: number | null
  readonly name: string
  readonly message: string
  readonly expected: string | null
  readonly received: string | null
  /** The runner names no sides: in `assert a == b`, either may be the expected one. `received` is then the left one. */
  readonly unordered?: true
  /** The first frame in the project's own code, as `file:line`. */
  readonly frame: string | null
  readonly rule: string | null
  readonly family: FailureFamily | null
}

/** Percentages; null where the report does not measure it. */
export interface Coverage {
  readonly lines: number | null
  readonly statements: number | null
  readonly branches: number | null
  readonly functions: number | null
  readonly covered: number | null
  readonly total: number | null
}

/** Kinds of problems that need different next steps. */
export type FailureFamily =
  | 'assertion'
  | 'type-mismatch'
  | 'missing-module'
  | 'syntax'
  | 'timeout'
  | 'snapshot'
  | 'permission'
  | 'port-in-use'
  | 'out-of-memory'
  | 'network'
  | 'crash'
  | 'null-access'
  | 'lint'
  | 'format'
  | 'coverage'

export const NO_COVERAGE: Coverage = {
  lines: null,
  statements: null,
  branches: null,
  functions: null,
  covered: null,
  total: null,
}
