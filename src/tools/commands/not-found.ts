/** A tool that a command wanted and that is not there. */
export interface MissingTool {
  readonly program: string
  /** What kind of thing is missing: a program, a script or target of the project's own, or a module. */
  readonly what: 'program' | 'script' | 'target' | 'module'
}

/** Whether it is something of the project's own, which the work itself may bring. A program must be installed first. */
export const mayBeBrought = ({ program, what }: MissingTool): boolean =>
  what === 'script' || what === 'target' || /^\.{0,2}\/|\.\w+$/.test(program)

interface Sign {
  readonly pattern: RegExp
  readonly what: MissingTool['what']
  /** Exit codes with which this is said; a test may print the same words and fail for another reason. */
  readonly exits: readonly number[]
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
  { pattern: /^\*\* \(Mix\) The task "([^"]+)" could not be found/, what: 'target', exits: [1] },
]

// npx asks the registry for what is not installed, before it would ask a person; without a network that is how it fails.
const UNREACHABLE = /^npm (?:error|ERR!) code (?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED|ENETUNREACH)/

const SPAN_LINES = 40

/** The tool that is missing, when that is why the command failed; null when it failed for any other reason. */
export function missingTool(command: string, exitCode: number, output: string): MissingTool | null {
  const lines = output.trimEnd().split('\n').slice(-SPAN_LINES)
  // make has an exit code of its own, and says which one it got.
  const meant = exitCode === 2 && lines.some(line => /^make.*\] Error 127$/.test(line)) ? 127 : exitCode
  for (const line of lines.toReversed()) {
    const sign = signs.find(
      ({ pattern, exits }) => (exits.includes(exitCode) || exits.includes(meant)) && pattern.test(line),
    )
    if (sign) return { program: sign.pattern.exec(line)?.[1] ?? firstWord(command), what: sign.what }
  }
  if (/\bnpx\b/.test(command) && exitCode === 1 && lines.some(line => UNREACHABLE.test(line))) {
    return { program: /\bnpx\s+(?:-\S+\s+)*(\S+)/.exec(command)?.[1] ?? firstWord(command), what: 'program' }
  }
  return entryScript(exitCode, lines)
}

/** `node node_modules/x/bin.js` with nothing installed: the script itself is missing, not something that it requires. */
function entryScript(exitCode: number, lines: readonly string[]): MissingTool | null {
  if (exitCode !== 1 || !lines.some(line => /^ {2}requireStack: \[\]/.test(line))) return null
  const path = lines
    .map(line => /^Error: Cannot find module '(.+)'$/.exec(line)?.[1])
    .find(found => found !== undefined)
  const name = path && /node_modules\/(?:\.bin\/)?(@[^/]+\/[^/]+|[^/]+)/.exec(path)?.[1]
  return path ? { program: name ?? path, what: 'module' } : null
}

const firstWord = (command: string): string => /^\s*(?:\w+=\S*\s+)*(\S+)/.exec(command)?.[1] ?? command
