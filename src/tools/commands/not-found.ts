/** A tool that a command wanted and that is not there. */
export interface MissingTool {
  readonly program: string
  /** What kind of thing is missing: a program, a script, target, or file of the project's own, a module, or what a manifest declares. */
  readonly what: 'program' | 'script' | 'target' | 'file' | 'module' | 'dependencies'
}

/** Whether it is something of the project's own, which the work itself may bring. A program must be installed first. */
export const mayBeBrought = ({ program, what }: MissingTool): boolean =>
  what === 'script' || what === 'target' || what === 'file' || /^\.{0,2}\/|\.\w+$/.test(program)

interface Sign {
  /** The first group is the name of what is missing. */
  readonly pattern: RegExp
  /** The name, where the words do not contain it. */
  readonly name?: string
  readonly what: MissingTool['what']
  /** Exit codes with which this is said; a test may print the same words and fail for another reason. */
  readonly exits: readonly number[]
  /** Another line that must be there, where the words are said after every failure. */
  readonly beside?: RegExp
}

// Each runner has its own way to say that what it should run is not installed. The words alone are not enough: they must be
// the last thing that was said, and come with the exit code that goes with them.
const signs: readonly Sign[] = [
  {
    pattern: /^(?:\S*sh|\S*bash): (?:line )?\d+: (?:exec: )?(.+?): (?:command )?not found$/,
    what: 'program',
    exits: [127],
  },
  { pattern: /^(?:\S*sh|\S*bash): (?:line )?\d+: (.+?): No such file or directory$/, what: 'program', exits: [127] },
  {
    pattern: /^(?:\S*sh|\S*bash): (?:line )?\d+: (.+?): (?:cannot execute|Permission denied|Is a directory).*$/,
    what: 'program',
    exits: [126, 127],
  },
  { pattern: /^make(?:\[\d+\])?: (\S+): No such file or directory$/, what: 'program', exits: [2, 127] },
  { pattern: /^(?:\S*zsh):\d+: command not found: (.+)$/, what: 'program', exits: [127] },
  { pattern: /^env: ['‘]?(.+?)['’]?: No such file or directory$/, what: 'program', exits: [127] },
  { pattern: /npx canceled due to missing packages and no YES option: \["(@?[^"@]+)/, what: 'program', exits: [1] },
  { pattern: /^npm (?:error|ERR!) 404 {2}.*'(@?[^'@]+)@[^']*'/, what: 'program', exits: [1] },
  { pattern: /could not determine executable to run/, what: 'program', exits: [1] },
  { pattern: /ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL.*Command "([^"]+)" not found/, what: 'program', exits: [1, 254] },
  { pattern: /ERR_PNPM_NO_SCRIPT.*Missing script: "?([^"\s]+)/, what: 'script', exits: [1] },
  { pattern: /Missing script: "([^"]+)"/, what: 'script', exits: [1] },
  { pattern: /^error Command "([^"]+)" not found\.$/, what: 'script', exits: [1] },
  { pattern: /^Usage Error: Couldn't find a script named "([^"]+)"/, what: 'script', exits: [1] },
  { pattern: /^error: Script not found "([^"]+)"/, what: 'script', exits: [1] },
  { pattern: /^bundler: command not found: (\S+)/, what: 'program', exits: [127] },
  { pattern: /^error: Failed to spawn: `([^`]+)`/, what: 'program', exits: [1, 2] },
  { pattern: /^Command not found: (\S+)$/, what: 'program', exits: [1] },
  { pattern: /^\S*python[\d.]*(?:\.exe)?: No module named '?([\w.]+)'?$/, what: 'module', exits: [1] },
  { pattern: /^error: no such (?:sub)?command: `([^`]+)`/, what: 'program', exits: [101] },
  {
    pattern: /^make(?:\[\d+\])?: \*\*\* No rule to make target ['`‘]([^'’]+)['’]\. {2}Stop\.$/,
    what: 'target',
    exits: [2],
  },
  { pattern: /^error: Justfile does not contain recipe [`']([^`']+)[`']/, what: 'target', exits: [1] },
  { pattern: /^task: Task "([^"]+)" does not exist/, what: 'target', exits: [200] },
  { pattern: /^\s*Command "([^"]+)" is not defined\./, what: 'script', exits: [1] },
  { pattern: /^npm (?:error|ERR!) enoent Could not read (package\.json)/, what: 'file', exits: [254, 1] },
  { pattern: /ERR_PNPM_NO_(?:PKG|IMPORTER)_MANIFEST\w*.*No (package\.json)/, what: 'file', exits: [1] },
  { pattern: /^(?:error|Usage Error:?) .*(?:Couldn't find a|No) (package\.json)\b/, what: 'file', exits: [1] },
  { pattern: /^error: could not find `(Cargo\.toml)` in/, what: 'file', exits: [101] },
  { pattern: /^error: no (?:bin|test|bench|example) target named `([^`]+)`/, what: 'target', exits: [101] },
  { pattern: /^error: rustup could not choose a version of (\w+) to run/, what: 'program', exits: [1] },
  {
    pattern:
      /^go: go\.mod file not found|^pattern \S+: directory prefix \S+ does not contain main module|^go: cannot find main module/,
    name: 'go.mod',
    what: 'file',
    exits: [1],
  },
  { pattern: /^make(?:\[\d+\])?: \*\*\* No targets specified and no (makefile) found/, what: 'file', exits: [2] },
  { pattern: /^make(?:\[\d+\])?: \*\*\* ([^:*]+): No such file or directory\. {2}Stop\.$/, what: 'file', exits: [2] },
  {
    pattern: /^(?:\S*sh|\S*bash): (?:\d+: )?(?:Can't open |cannot open )?([^\s:]+): No such file(?: or directory)?$/,
    what: 'file',
    exits: [127, 2],
  },
  { pattern: /^\S*python[\d.]*(?:\.exe)?: can't open file '([^']+)'/, what: 'file', exits: [2] },
  { pattern: /^\[ERROR\] .*there is no (POM) in this directory/, what: 'file', exits: [1] },
  { pattern: /^Task '([^']+)' not found in (?:root )?project/, what: 'target', exits: [1] },
  { pattern: /does not contain a (Gradle build)\./, what: 'file', exits: [1] },
  { pattern: /error MSB1003: Specify a (project or solution) file/, what: 'file', exits: [1] },
  { pattern: /^Could not locate (Gemfile)/, what: 'file', exits: [10] },
  { pattern: /^No (Rakefile) found/, what: 'file', exits: [1] },
  { pattern: /^Don't know how to build task '([^']+)'/, what: 'target', exits: [1] },
  { pattern: /could not find a (composer\.json)/, what: 'file', exits: [1] },
  { pattern: /^error: No `(pyproject\.toml)` found/, what: 'file', exits: [2] },
  { pattern: /^ERROR: file or directory not found: (\S+)$/, what: 'file', exits: [4] },
  {
    pattern: /^Bundler::GemNotFound|^Run `bundle install` to install missing gems/,
    what: 'dependencies',
    exits: [1, 7],
  },
  { pattern: /^Could not open input file: (\S*vendor\/\S+)$/, what: 'dependencies', exits: [1] },
  { pattern: /^Could not open input file: (\S+)$/, what: 'file', exits: [1] },
  { pattern: /Failed opening required '\S*(vendor\/autoload\.php)'/, what: 'dependencies', exits: [255] },
  {
    pattern: /^Unchecked dependencies for environment|Can't continue due to errors on dependencies/,
    what: 'dependencies',
    exits: [1],
  },
  {
    pattern: /doesn't seem to have been installed - running an install there might help/,
    what: 'dependencies',
    exits: [1],
  },
  {
    // pnpm warns so after every failure of a project that needs no packages.
    pattern: /package\.json exists, but (node_modules) missing/,
    what: 'dependencies',
    exits: [1],
    beside: /: (?:command )?not found$|Cannot find (?:module|package)|ERR_MODULE_NOT_FOUND|\bENOENT\b/,
  },
  { pattern: /^\*\* \(Mix\) The task "([^"]+)" could not be found/, what: 'target', exits: [1] },
]

// npx asks the registry for what is not installed, before it would ask a person; without a network that is how it fails.
const UNREACHABLE = /^npm (?:error|ERR!) code (?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED|ENETUNREACH)/

const SPAN_LINES = 40

/** The tool that is missing, when that is why the command failed; null when it failed for any other reason. */
export function missingTool(command: string, exitCode: number, output: string): MissingTool | null {
  const lines = output.trimEnd().split('\n').slice(-SPAN_LINES)
  // make has an exit code of its own, and says which one it got.
  const said = exitCode === 2 ? lines.findLast(line => /^make.*\] Error \d+$/.test(line)) : undefined
  const meant = said === undefined ? exitCode : Number(/\d+$/.exec(said)?.[0])
  for (const line of lines.toReversed()) {
    const sign = signs.find(
      ({ pattern, exits, beside }) =>
        (exits.includes(exitCode) || exits.includes(meant)) &&
        pattern.test(line) &&
        (beside === undefined || lines.some(other => beside.test(other))),
    )
    if (sign) return { program: sign.name ?? sign.pattern.exec(line)?.[1] ?? firstWord(command), what: sign.what }
  }
  if (/\bnpx\b/.test(command) && exitCode === 1 && lines.some(line => UNREACHABLE.test(line))) {
    return { program: /\bnpx\s+(?:-\S+\s+)*(\S+)/.exec(command)?.[1] ?? firstWord(command), what: 'program' }
  }
  return entryScript(exitCode, lines) ?? lastSaid(exitCode, lines)
}

/** A package that the project declares and that cannot be loaded: its dependencies are not installed. */
export function missingDependency(output: string, declared: (name: string) => boolean): MissingTool | null {
  for (const [, from = ''] of output.matchAll(LOADING)) {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from
    if (!/^[./]/.test(name) && declared(name)) return { program: name, what: 'dependencies' }
  }
  return null
}

const LOADING =
  /(?:Cannot find (?:module|package)|Failed to resolve import|Could not resolve|ModuleNotFoundError: No module named|cannot load such file --) ['"]?([^'"\s]+)/g

/** `node node_modules/x/bin.js` with nothing installed: the script itself is missing, not something that it requires. */
function entryScript(exitCode: number, lines: readonly string[]): MissingTool | null {
  if (exitCode !== 1 || !lines.some(line => /^ {2}requireStack: \[\]/.test(line))) return null
  const path = lines
    .map(line => /^Error: Cannot find module '(.+)'$/.exec(line)?.[1])
    .find(found => found !== undefined)
  const name = path && /node_modules\/(?:\.bin\/)?(@[^/]+\/[^/]+|[^/]+)/.exec(path)?.[1]
  return path ? { program: name ?? path, what: 'module' } : null
}

/** Words that a test may print too, with an exit code that says little: they count only at the end of the output. */
function lastSaid(exitCode: number, lines: readonly string[]): MissingTool | null {
  if (exitCode !== 1 && exitCode !== 2) return null
  const last = lines.at(-1)?.trim() ?? ''
  const [, dash, bash] = NO_FOLDER.exec(last) ?? []
  const folder = dash ?? bash
  if (folder !== undefined) return { program: folder, what: 'file' }
  const command = last === 'npm help' ? /^Unknown command: "([^"]+)"$/m.exec(lines.join('\n'))?.[1] : undefined
  return command === undefined ? null : { program: command, what: 'script' }
}

const NO_FOLDER =
  /^(?:\S*\/)?(?:ba|da|k|z)?sh: (?:line )?(?:\d+: )?cd: (?:can't cd to (.+)|(.+): No such file or directory)$/

const firstWord = (command: string): string => /^\s*(?:\w+=\S*\s+)*(\S+)/.exec(command)?.[1] ?? command
