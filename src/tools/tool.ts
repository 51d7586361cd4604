import type { ReaderPlan } from './reading/reader.ts'
import type { ToolCommands } from './tool-commands.ts'

/**
 * Everything known about one test runner, linter, compiler, or build tool. Every capability is optional: what is missing shows in
 * `docs/tools.md`. The rest of the program asks the table in `catalog.ts` and knows no tool by name.
 */
export interface Tool {
  /** As readings and reports name it: `vitest`, `go test`. */
  readonly name: string
  readonly kind: ToolKind
  /** How its output is read. */
  readonly readers?: readonly ReaderPlan[]
  readonly commands?: ToolCommands
}

export type ToolKind =
  | 'test-runner'
  | 'linter'
  | 'formatter'
  | 'type-checker'
  | 'compiler'
  | 'build-tool'
  | 'package-manager'
  | 'task-runner'
  | 'coverage'
  | 'docs'
  | 'runtime'
