import type { CanaryPlan } from './canary/canary-plan.ts'
import type { ToolCommands } from './commands/tool-commands.ts'
import type { TestIdPlan } from './ids/test-ids-plan.ts'
import type { Protection } from './protection/protection.ts'
import type { ReaderPlan } from './reading/reader.ts'

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
  /** Its output has a format that several tools share, and that `formats` reads. */
  readonly sharedFormat?: true
  /** How its executed tests become known. */
  readonly ids?: TestIdPlan
  /** How a failure is planted that it must notice. */
  readonly canary?: CanaryPlan
  /** It gives every test file a process or a world of its own. */
  readonly isolates?: true
  readonly protection?: Protection
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
