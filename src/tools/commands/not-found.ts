import { TOOLS } from '../catalog.ts'
import type { MissingTool, StartFailure } from './start-failure.ts'

/** Whether it is something of the project's own, which the work itself may bring. A program must be installed first. */
export const mayBeBrought = ({ program, what }: MissingTool): boolean =>
  what === 'script' ||
  what === 'target' ||
  what === 'file' ||
  what === 'option' ||
  (what !== 'dependencies' && /^\.{0,2}\/|\.\w+$/.test(program))

/** The shell starts the tools, and has a sentence of its own for each way in which that fails. */
const SHELL: readonly StartFailure[] = [
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
  { pattern: /^(?:\S*zsh):\d+: command not found: (.+)$/, what: 'program', exits: [127] },
  { pattern: /^env: ['‘]?(.+?)['’]?: No such file or directory$/, what: 'program', exits: [127] },
  {
    pattern: /^(?:\S*sh|\S*bash): (?:\d+: )?(?:Can't open |cannot open )?([^\s:]+): No such file(?: or directory)?$/,
    what: 'file',
    exits: [127, 2],
  },
]

const signs: readonly StartFailure[] = [...SHELL, ...TOOLS.flatMap(({ cannotStart }) => cannotStart ?? [])]

// npx asks the registry for what is not installed, before it would ask a person; without a network that is how it fails.
const UNREACHABLE = /^npm (?:error|ERR!) code (?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED|ENETUNREACH)/

const SPAN_LINES = 40

/** What else is known about a run. */
interface RunFacts {
  /** Tests passed, so what they need is there: a test may print the words of other tools. */
  readonly passed?: boolean
  /** The text of a file of the project, empty when there is none. */
  readonly read?: (file: string) => string
}

/** The tool that is missing, when that is why the command failed; null when it failed for any other reason. */
export function missingTool(
  command: string,
  exitCode: number,
  output: string,
  { passed = false, read = () => '' }: RunFacts = {},
): MissingTool | null {
  const lines = output
    .trimEnd()
    .split('\n')
    .filter(line => !FRAME.test(line))
    .slice(-SPAN_LINES)
  const codes = [exitCode, ...echoedCode(exitCode, lines)]
  for (const line of lines.toReversed()) {
    for (const { pattern, name, what, exits, beside, own } of signs) {
      const found = codes.some(code => exits.includes(code)) ? pattern.exec(line) : null
      if (found === null || (beside !== undefined && !lines.some(other => beside.test(other)))) continue
      if (passed && NEEDED_BY_TESTS.has(what)) continue
      const program = name ?? found.slice(1).find(group => group !== undefined) ?? firstWord(command)
      if (own === undefined || !isBelow(program, own.name.exec(read(own.file))?.[1])) return { program, what }
    }
  }
  if (/\bnpx\b/.test(command) && exitCode === 1 && lines.some(line => UNREACHABLE.test(line))) {
    return { program: /\bnpx\s+(?:-\S+\s+)*(\S+)/.exec(command)?.[1] ?? firstWord(command), what: 'program' }
  }
  return entryScript(exitCode, lines) ?? lastSaid(exitCode, lines)
}

/** A line of a stack, which may be longer than the message. */
export const FRAME = /^(?:#\s*)?\s+(?:at|from) \S/

const NEEDED_BY_TESTS: ReadonlySet<MissingTool['what']> = new Set(['dependencies', 'module', 'option'])

/** make and rake have an exit code of their own, and print the one that they got. */
function echoedCode(exitCode: number, lines: readonly string[]): number[] {
  if (exitCode !== 1 && exitCode !== 2) return []
  const [, make, rake] = lines.map(line => ECHOED_CODE.exec(line)).findLast(found => found !== null) ?? []
  return make === undefined && rake === undefined ? [] : [Number(make ?? rake)]
}

const ECHOED_CODE = /^make.*\] Error (\d+)$|^Command failed with status \((\d+)\)/

const isBelow = (name: string, owner: string | undefined): boolean =>
  owner !== undefined && (name === owner || name.startsWith(`${owner}/`))

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
