import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

const CLI = resolve(import.meta.dirname, '../../dist/cli.cjs')

export interface Project {
  readonly path: string
  /** The person's home: empty, and thrown away. */
  readonly home: string
  /** What every command gets. */
  readonly env: Readonly<Record<string, string>>
  read(file: string): string
  write(file: string, text: string): void
  /** Runs the real command line to its end. */
  cli(args: readonly string[], options?: RunOptions): Promise<Ended>
  /** The same program under another name. */
  program(path: string, args: readonly string[]): Promise<Ended>
  /** Starts it and lets the test watch. */
  start(args: readonly string[], options?: RunOptions): Running
  git(...args: string[]): string
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Its standard input; empty when not given. */
  readonly input?: string
  /** A command line that starts the program, such as `nice`. */
  readonly through?: readonly string[]
}

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
  /** Every line of stdout that is JSON. */
  readonly events: readonly Json[]
}

export type Json = Readonly<Record<string, unknown>>

export interface Running {
  readonly process: ChildProcess
  /** Resolves with the first event that fits, past or future; rejects when the program ends without one. */
  event(fits: (event: Json) => boolean): Promise<Json>
  readonly ended: Promise<Ended>
}

/** Who was told of an end may be faster than whoever tells it: what is written down last may still be on its way. */
async function gone(folder: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      if (tries === 100) throw error
      await sleep(50)
    }
  }
}

/** A home that is empty has npm ask the registry for a newer npm at every start: three times the work, and a word to the network. */
export const environmentOf = (home: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  NPM_CONFIG_UPDATE_NOTIFIER: 'false',
})

export interface ProjectOptions {
  readonly git?: boolean
  /** Of its loops. `fast` checks without clean copies, at half the cost: for scenarios that are about something else than the proof. */
  readonly proof?: 'fast' | 'standard'
}

/** A folder with these files, a home of its own, and the built command line. Gone when the test is. */
export function project(files: Readonly<Record<string, string>> = {}, options: ProjectOptions = {}): Project {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-test-')))
  onTestFinished(() => gone(folder))
  const [path, home] = [join(folder, 'project'), join(folder, 'home')]
  mkdirSync(path)
  mkdirSync(home)
  const env = { ...environmentOf(home), ...(options.proof && { AGENT_LOOP_PROOF: options.proof }) }
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), text)
  }
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: path, env, encoding: 'utf8' })
  for (const [file, text] of Object.entries(files)) write(file, text)
  if (options.git) {
    git('init', '-q')
    git('add', '-A')
    git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-q', '--allow-empty', '-m', 'start')
  }
  const started = (program: string, args: readonly string[], run: RunOptions): Running => {
    const [first = '', ...rest] = [...(run.through ?? []), process.execPath, program, ...args]
    const child = spawn(first, rest, {
      cwd: run.cwd ?? path,
      env: { ...env, ...run.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.on('error', () => {})
    child.stdin.end(run.input ?? '')
    return watched(child)
  }
  const start = (args: readonly string[], run: RunOptions = {}): Running => started(CLI, args, run)
  return {
    path,
    home,
    env,
    write,
    git,
    start,
    read: file => readFileSync(resolve(path, file), 'utf8'),
    cli: (args, run) => start(args, run).ended,
    program: (path, args) => started(path, args, {}).ended,
  }
}

/** A project for scenarios that are about something else than the proof. */
export const fastProject: typeof project = (files, options) => project(files, { proof: 'fast', ...options })

/** What a command left: its exit code and what it printed. */
export const endOf = (code: number | null, out: string, err: string): Ended => ({
  code,
  out,
  err,
  events: out
    .split('\n')
    .map(asJson)
    .filter(event => event !== null),
})

function watched(child: ChildProcess): Running {
  const events: Json[] = []
  const waiting: { fits: (event: Json) => boolean; found: (event: Json) => void; lost: (error: Error) => void }[] = []
  let [out, err] = ['', '']
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  lines.on('line', line => {
    out += `${line}\n`
    const event = asJson(line)
    if (event === null) return
    events.push(event)
    for (const waiter of waiting) if (waiter.fits(event)) waiter.found(event)
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise<Ended>(resolve => child.on('close', code => resolve({ code, out, err, events })))
  void ended.then(end => {
    for (const { lost } of waiting) lost(new Error(`ended with ${end.code} before that event\n${end.out}${end.err}`))
  })
  return {
    process: child,
    ended,
    event: fits => {
      const past = events.find(fits)
      if (past) return Promise.resolve(past)
      return new Promise((found, lost) => waiting.push({ fits, found, lost }))
    },
  }
}

function asJson(line: string): Json | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Json) : null
  } catch {
    return null
  }
}

/** Whether a process is there; a zombie is not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** The project that most scenarios use: done when the file `done` is there. */
export const DONE = 'test -f done'
