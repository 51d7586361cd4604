/** What a command can prove about a tree. */
export type Purpose = 'test' | 'lint' | 'format' | 'types' | 'build' | 'coverage' | 'docs'

/** Why a command must never decide whether work is done. */
export type CommandHazard =
  | 'rewrites'
  | 'never-ends'
  | 'publishes'
  | 'installs'
  | 'runs'
  | 'cannot-fail'
  | 'empty'
  | 'measures'

/** What a command line proves, the most important purpose first. */
export type Proves = readonly [line: RegExp, ...purposes: Purpose[]]

/** What a task may change when it names a tool: its config files and its part of a manifest. */
export interface NamedSettings {
  /** How a task names the tool, as the source of a pattern; its own name when absent. */
  readonly name?: string
  /** How the names of its config files begin, as the source of a pattern. */
  readonly files?: string
  /** Naming the tool is not enough to allow a change of these files: the task must speak of the file or its settings. */
  readonly byFile?: { readonly files: RegExp; readonly sections?: RegExp }
}

/**
 * What is known about a tool's command lines. They are read without what stands in front: `npx jest` is `jest`.
 *
 * `programs` is enough for a tool with one program that does one thing: `{ programs: 'shellcheck' }` says that a line beginning with
 * it is a command, that it lints (from the tool's kind), and that "shellcheck passes" is about linting. A test runner also needs
 * `sign`, and `usual` if people ask for it by name.
 */
export interface ToolCommands {
  /** Its programs, separated by spaces, whose names mean nothing else. A line that begins with one is a command. */
  readonly programs?: string
  /** Special lines and what they prove. The first match counts. Empty for a tool whose lines prove nothing. */
  readonly proves?: readonly Proves[]
  /**
   * How every other line of it begins, as the source of a pattern; such lines prove what the tool's kind proves. Without it and
   * without `proves`, they begin with one of the programs.
   */
  readonly starts?: string
  /** The words with which it is given its files by `find` or `git ls-files`, as in `git ls-files | xargs shellcheck`. */
  readonly fed?: string
  /** The flag that makes a test run measure coverage, as the source of a pattern. */
  readonly measures?: string
  /** What stands before the name of an area so that only the tests of it run; the run fails when there are none. */
  readonly narrows?: string
  /** The command that "vitest passes" means when the project defines none. */
  readonly usual?: string
  /** How a command line names the tool, anywhere in the line: its reader then starts at once, and it gets its canary. */
  readonly sign?: RegExp
  /**
   * How people name the tool in a sentence instead of what it checks, as sources of patterns. Without it: a test runner, linter,
   * formatter, or type checker by its programs, and any other tool not at all.
   */
  readonly spoken?: Partial<Record<Purpose, string>>
  /** Command lines that must never decide whether work is done. */
  readonly hazards?: Partial<Record<CommandHazard, RegExp>>
  /** The form of a command that only looks, for one that rewrites. The first match counts. */
  readonly looksOnly?: readonly (readonly [rewrites: RegExp, readOnly: (command: string) => string])[]
  /** The words, as the source of a pattern, behind which flags such as `--fix` make it rewrite, and without which it only looks. */
  readonly fixes?: string
  readonly settings?: NamedSettings
  /** The package that brings it, where that has another name. */
  readonly package?: string
}
