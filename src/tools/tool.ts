import type { CanaryPlan } from './canary/canary-plan.ts'
import type { StartFailure } from './commands/start-failure.ts'
import type { ToolCommands } from './commands/tool-commands.ts'
import type { TestIdPlan } from './ids/test-ids-plan.ts'
import type { Protection } from './protection/protection.ts'
import type { ReaderPlan } from './reading/reader.ts'

/**
 * Everything known about one test runner, linter, compiler, or build tool. The rest of the program asks the table in `catalog.ts`
 * and knows no tool by name.
 *
 * To add a tool, write a `Tool`: a row in `others/<language>.ts` if it is data only, else `<name>/tool.ts` with its code beside it
 * and one line in `all.ts`. Start with `commands`; every other capability is optional, and what is missing shows as a dash in
 * `docs/tools.md` (`npm run docs`). `catalog.test.ts` and `conformance.test.ts` test every capability of every tool, and say what
 * is missing. `vitest/` is an example with all of them, `shellcheck/` a small one.
 */
export interface Tool {
  /** As readings, findings, and reports name it: `vitest`, `go test`. Readers and preloads use the same name. */
  readonly name: string
  /** What it is for. From this follows what its command lines prove. */
  readonly kind: ToolKind
  /** Its command lines: which ones check something, and which must not be used as a check. */
  readonly commands?: ToolCommands
  /** How it prints that it could not start, because something is missing: such a check is broken, and no test of it failed. */
  readonly cannotStart?: readonly StartFailure[]
  /** How its output is read: `read.ts` in its folder. Needs recordings in `test/recordings/<name>`. */
  readonly readers?: readonly ReaderPlan[]
  /** Instead of readers: its output has a format that several tools share, and that `formats/` reads (`file:line:column: message`). */
  readonly sharedFormat?: true
  /** For test runners: how the executed tests become known one by one. */
  readonly ids?: TestIdPlan
  /** How a failure is planted that it must notice. Plans for most languages are in `canary/planters.ts`. */
  readonly canary?: CanaryPlan
  /** For test runners: what to try where no test file can be loaded, although the modules are there. */
  readonly whenNothingLoads?: string
  /** For test runners: every test file gets a process or a world of its own. */
  readonly isolates?: true
  /** Its config files and caches, the settings and comments that weaken it, and how code can detect it. */
  readonly protection?: Protection
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
