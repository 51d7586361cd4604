#!/usr/bin/env node
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { EXIT } from '../../std/exit-codes.ts'
import { nearest } from '../../std/nearest.ts'
import { isUsageError, UsageError } from '../../std/usage-error.ts'
import { type Arguments, readArguments } from './arguments.ts'
import type { Command } from './command.ts'
import { commandNamed, commands } from './commands.ts'
import { commandHelp, generalHelp } from './help.ts'
import { listenForSignals } from './signals.ts'

void main(process.argv.slice(2)).then(code => {
  process.exitCode = code
})

async function main(args: readonly string[]): Promise<number> {
  try {
    refuseWindows()
    return await dispatch(args)
  } catch (error) {
    return report(error, args.includes('--json'))
  }
}

async function dispatch([first, ...rest]: readonly string[]): Promise<number> {
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') return print(generalHelp())
  if (first === '--version' || first === '-V') return print(packageJson.version)
  const entry = commandNamed(first)
  if (entry) return await runCommand(await entry.load(), rest)
  if (!first.startsWith('-') && !/\s/.test(first.trim())) throw unknownCommand(first)
  // A sentence is a task: `agent-loop "fix the tests"` is `agent-loop run "fix the tests"`.
  const { run } = await import('./commands/run.ts')
  return await runCommand(run, [first, ...rest])
}

async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  const { positionals, flags } = readArguments(args, command.flags)
  if (flags.has('help')) return print(commandHelp(command))
  return command.run({
    positionals,
    flags,
    cwd: directoryFrom(flags),
    env: { ...process.env },
    json: flags.has('json'),
    out: line => void process.stdout.write(`${line}\n`),
    err: line => void process.stderr.write(`${line}\n`),
    terminal: process.stdout.isTTY === true,
    signal: listenForSignals(),
  })
}

function directoryFrom(flags: Arguments['flags']): string {
  const directory = resolve(flags.text('cwd') ?? '.')
  if (existsSync(directory) && statSync(directory).isDirectory()) return directory
  throw new UsageError('bad-arguments', `There is no directory ${directory}.`, 'Give --cwd a directory that exists.')
}

function unknownCommand(word: string): UsageError {
  const near = nearest(
    word,
    commands.map(({ name }) => name),
  )
  return new UsageError(
    'bad-arguments',
    `Unknown command "${word}".`,
    near ? `Did you mean: agent-loop ${near}` : 'See agent-loop --help',
  )
}

function refuseWindows(): void {
  if (process.platform !== 'win32') return
  throw new UsageError('unsupported', 'agent-loop does not run on native Windows.', 'Run it inside WSL.')
}

/** What the caller can mend is one line and what to do; anything else is our own failure and keeps its stack. */
function report(error: unknown, json: boolean): number {
  const known = isUsageError(error)
  const code = known ? error.code : 'internal'
  const message = error instanceof Error ? error.message : String(error)
  const hint = known ? error.hint : 'This is a fault in agent-loop itself.'
  if (json) process.stdout.write(`${JSON.stringify({ error: { code, message, hint } })}\n`)
  else process.stderr.write(`agent-loop: ${message}\n${hint}\n`)
  if (!known && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  return known ? error.exitCode : EXIT.gateBroken
}

function print(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}
