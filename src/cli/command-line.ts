import { existsSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { looksLikeLoopId } from '../loop/loop-id.ts'
import type { UsageError } from '../std/usage-error.ts'
import type { Environment } from '../system/shell.ts'
import { shellQuote } from '../tools/shell/shell-quote.ts'
import { argumentProblem } from './argument-problems.ts'
import { type Arguments, readArguments } from './arguments.ts'
import type { Command, CommandContext } from './command.ts'
import type { CommandEntry } from './command-entry.ts'
import { commandMeant, commandNamed } from './commands.ts'
import { errorReport } from './error-lines.ts'
import { personAt } from './person.ts'
import { refuseInTurn } from './person-only.ts'
import { cliProblem } from './problems.ts'
import { MCP_TOKEN } from './redact-output.ts'

/** Under these names, the program starts loops in the background. */
const EXTERNAL_NAMES = ['agent-loop-ext', 'ralph-external']

/** What a process gives to a command. */
export interface Surroundings {
  /** The path under which the program was called. */
  readonly program: string
  readonly env: Environment
  /** Throws when the directory was deleted. */
  readonly cwd: () => string
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  readonly terminal: boolean
  /** The width of the terminal, or of the lines for a reader without one. */
  readonly columns: () => number
  readonly clogged: () => boolean
  /** Called once, by a command that runs. */
  readonly signal: () => AbortSignal
}

/** Runs what was typed; resolves to the exit code. */
export async function commandLine(args: readonly string[], around: Surroundings): Promise<number> {
  try {
    refuseWindows()
    return await dispatch(commandFirst(args), around)
  } catch (error) {
    return await report(error, args.includes('--json'), around)
  }
}

async function dispatch([first, ...rest]: readonly string[], around: Surroundings): Promise<number> {
  if (first === undefined || first === '--help' || first === '-h')
    return print(await helpAbout(undefined, around), around)
  if (first === 'help') return print(await helpAbout(rest[0], around), around)
  if (VERSION.includes(first)) return print(packageJson.version, around)
  const external = EXTERNAL_NAMES.includes(basename(around.program))
  const entry = commandNamed(external && first === 'run' ? 'start' : first)
  if (entry) return await runCommand(entry, rest, around)
  if (!first.startsWith('-') && !/\s/.test(first.trim())) throw notACommand(first, rest)
  // A sentence is a request: "keep fixing until lint is clean, at most 5 tries" is `run "fix lint" -c … --max-iterations 5`.
  const { run } = await import('./commands/run.ts')
  const typed = await readArguments([first, ...rest], run)
  if (typed.flags.has('help')) return print(await helpAbout('run', around), around)
  refuseLateCommand(typed.positionals)
  const { requestFromSentence } = await import('./sentence-request.ts')
  const { asked, inBackground } = requestFromSentence(typed)
  return await perform(external || inBackground ? (await import('./commands/start.ts')).start : run, asked, around)
}

const VERSION = ['--version', '-V', '-v', 'version']

/** `agent-loop fix the tests`: several words are a task without its quotes; loop ids and quoted texts are arguments of a command. */
function notACommand(first: string, rest: readonly string[]): UsageError {
  const end = rest.findIndex(word => word.startsWith('-'))
  const words = end === -1 ? rest : rest.slice(0, end)
  const meant = commandMeant(first)
  if (words.length === 0 || (meant !== null && words.every(word => looksLikeLoopId(word) || /\s/.test(word))))
    return unknownCommand(first, rest)
  const quoted = ['agent-loop', shellQuote([first, ...words].join(' ')), ...retypedWords(rest.slice(words.length))]
  return argumentProblem('unquoted-task', { word: first, quoted: quoted.join(' ') })
}

const retypedWords = (words: readonly string[]): readonly string[] =>
  words.map(word => (/^[\w./=-]+$/.test(word) ? word : shellQuote(word)))

async function helpAbout(name: string | undefined, { columns }: Surroundings): Promise<string> {
  if (name === undefined) return (await import('./help/general-help.ts')).generalHelp(columns())
  const entry = commandNamed(name)
  if (!entry) throw unknownCommand(name)
  const { commandHelp } = await import('./help/command-help.ts')
  return commandHelp(entry.name, await entry.load(), columns())
}

/** `agent-loop --json status` means `agent-loop status --json`: flags of every command may come before it. */
function commandFirst(args: readonly string[]): readonly string[] {
  const early: string[] = []
  let rest = [...args]
  while (rest[0] === '--json' || rest[0] === '--cwd' || rest[0]?.startsWith('--cwd=')) {
    const taken = rest[0] === '--cwd' ? 2 : 1
    early.push(...rest.slice(0, taken))
    rest = rest.slice(taken)
  }
  return [...rest, ...early]
}

// After flags, a word may be a command or a task; a wrong guess would start an agent.
function refuseLateCommand([word = '']: readonly string[]): void {
  if (commandNamed(word)) throw argumentProblem('flags-before-command', { command: word })
}

async function runCommand(
  { name, load }: CommandEntry,
  args: readonly string[],
  around: Surroundings,
): Promise<number> {
  const command = await load()
  const typed = await readArguments(args, command)
  if (typed.flags.has('help')) return print(await helpAbout(name, around), around)
  await refuseInTurn(name, typed, around.env)
  return perform(command, typed, around)
}

async function perform(
  command: Command,
  { positionals, flags, given }: Arguments,
  around: Surroundings,
): Promise<number> {
  const directory = flags.text('cwd')
  if (directory !== undefined) directoryFrom(directory, around)
  const { out, err, terminal, columns, clogged } = around
  const shown = { json: flags.has('json'), out, err, terminal, columns }
  const context: CommandContext = {
    ...shown,
    positionals,
    flags,
    given,
    person: personAt(shown),
    // Read only when needed: a hook also works when its directory was deleted.
    get cwd() {
      return directoryFrom(directory ?? '.', around)
    },
    // The token of `mcp --http` allows to start loops, so agents and checks do not get it.
    env: { ...around.env, [MCP_TOKEN]: undefined },
    shellDirectory: around.cwd,
    clogged,
    signal: around.signal(),
  }
  if (command.fleet === undefined) return await command.run(context)
  const fleet = await (await import('./find-fleet.ts')).fleetShown(context)
  if (fleet === null) return await command.run(context)
  return await (await import('./fleet-commands.ts')).runOnFleet(command, context, fleet)
}

function directoryFrom(given: string, around: Surroundings): string {
  const directory = resolve(currentDirectory(around), given)
  if (existsSync(directory) && statSync(directory).isDirectory()) return directory
  throw argumentProblem('no-directory', { directory })
}

function currentDirectory({ cwd }: Surroundings): string {
  try {
    return cwd()
  } catch {
    throw argumentProblem('current-directory-gone', {})
  }
}

function unknownCommand(word: string, rest: readonly string[] = []): UsageError {
  const meant = commandMeant(word)
  const near = meant === null ? null : [meant, ...retypedWords(rest)].join(' ')
  // Flags without a command belong to a task.
  const task = rest[0]?.startsWith('-') ? ['run', shellQuote(word), ...retypedWords(rest)].join(' ') : null
  return argumentProblem('unknown-command', { command: word, near: near ?? task })
}

function refuseWindows(): void {
  if (process.platform !== 'win32') return
  throw cliProblem('native-windows', {})
}

async function report(error: unknown, json: boolean, around: Surroundings): Promise<number> {
  const { out, err, exitCode } = errorReport(error, json)
  for (const line of out) around.out(line)
  const { foldLines } = await import('./view/fold-lines.ts')
  for (const line of await foldLines(err, around)) around.err(line)
  return exitCode
}

function print(text: string, { out }: Surroundings): number {
  out(text)
  return 0
}
