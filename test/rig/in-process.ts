import { commandLine } from '../../src/cli/command-line.ts'
import { redactorFor } from '../../src/std/redact.ts'
import type { Environment } from '../../src/system/shell.ts'
import { type Ended, endOf, type Project, project as projectWithProcesses, type RunOptions } from './project.ts'

/** Commands that neither read their input nor start this program again. A hook knows which stop it is by when its process started. */
const ALONE = new Set(
  'run resume status list logs verify criteria infer route explain diff merge restore receipt report notify history waive reflections agents gate init completion prove fork adopt doctor abort clean install uninstall ralph-status'.split(
    ' ',
  ),
)

/**
 * A project like the one of `project.ts`, whose `cli` runs the command line in this process: the same code without the start of Node, which
 * is most of the processor time of a loop with a short check. For scenarios that a process of its own does not change. Signals, terminals,
 * crashes, and two commands at a time need a process; `start` always makes one.
 */
export function project(...args: Parameters<typeof projectWithProcesses>): Project {
  const here = projectWithProcesses(...args)
  const alone = (typed: readonly string[], options: RunOptions = {}): boolean =>
    (ALONE.has(typed[0] ?? '') || isSentence(typed[0] ?? '')) &&
    options.input === undefined &&
    !typed.includes('--external')
  return {
    ...here,
    cli: (typed, options) =>
      alone(typed, options)
        ? commandIn(options?.cwd ?? here.path, typed, { ...here.env, ...options?.env })
        : here.cli(typed, options),
  }
}

/** A task without a command before it, which does not ask for a daemon. */
const isSentence = (word: string): boolean => word.includes(' ') && !word.includes('background')

/** A project for scenarios that are about something else than the proof. */
export const fastProject: typeof project = (files, options) => project(files, { proof: 'fast', ...options })

const ORIGIN = process.cwd()

/** Runs the command line in this process, whose directory is the folder meanwhile: scripts of agents are named relative to it. */
export async function commandIn(folder: string, args: readonly string[], env: Environment): Promise<Ended> {
  process.chdir(folder)
  return await printedBy(folder, args, env).finally(() => process.chdir(ORIGIN))
}

async function printedBy(folder: string, args: readonly string[], env: Environment): Promise<Ended> {
  const redacted = redactorFor(env)
  let [out, err] = ['', '']
  const code = await commandLine(args, {
    program: 'agent-loop',
    env,
    cwd: () => folder,
    out: line => {
      out += redacted(`${line}\n`)
    },
    err: line => {
      err += redacted(`${line}\n`)
    },
    terminal: false,
    columns: () => 100,
    clogged: () => false,
    signal: () => new AbortController().signal,
  })
  return endOf(code, out, err)
}
