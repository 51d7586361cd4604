import type { Purpose } from '../../tools/commands/tool-commands.ts'

export type TaskClass =
  | 'test-pass'
  | 'coverage'
  | 'type-clean'
  | 'lint-clean'
  | 'build-pass'
  | 'regression-gate'
  | 'implement-feature'
  | 'docs'
  | 'bug-fix'
  | 'explicit'
  | 'use-case'

/** What a task asks for, by its own words. */
export interface TaskReading {
  readonly class: TaskClass
  /** The words that decided it. */
  readonly phrase: string
  /** What must be proven; several when the task names several. */
  readonly wants: readonly Purpose[]
  /** A name for the kind of regression: a refactor needs tests and build, a migration lint too. */
  readonly breadth: 'tests-and-build' | 'everything'
  /** True when the verb is unknown, so a person should confirm the result. */
  readonly unusual: boolean
  /** True when similar sentences mostly ask for something else, so a person should confirm the result. */
  readonly isDoubtful?: boolean
}

export const PURPOSE_CLASS: Readonly<Record<Purpose, TaskClass>> = {
  test: 'test-pass',
  coverage: 'coverage',
  types: 'type-clean',
  lint: 'lint-clean',
  format: 'lint-clean',
  build: 'build-pass',
  docs: 'docs',
}
