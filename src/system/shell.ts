import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { setTimeout as sleep } from 'node:timers/promises'
import { groupFor, inScope, removeGroup } from './control-group.ts'
import { endFamily } from './end-processes.ts'
import { OutputWindow } from './output-window.ts'
import { readProcess } from './process-table.ts'
import { type Exit, type StartedProcess, startProcess } from './start-process.ts'

export interface Shell {
  /** Never rejects. When it resolves, no process that the command started is alive. */
  run(request: CommandRequest): Promise<CommandResult>
}

export interface CommandRequest {
  /** A line for the shell, in which `a | b` fails when `a` does; or a program and its arguments, without a shell. */
  readonly command: string | Argv
  readonly cwd: string
  readonly env: Environment
  readonly timeoutMs: number
  /** Marks every descendant; see `newNonce`. */
  readonly nonce: string
  /** Written to the command's standard input; without it the input is empty. */
  readonly stdin?: string
  /** Receives the standard input, to write to the command while it runs; `stdin` is then not written. */
  readonly onStart?: (stdin: Writable) => void
  readonly signal?: AbortSignal
  /** Receives the output while the command runs, both streams in their order. */
  readonly onOutput?: (text: string) => void
  /** The same before decoding. The bytes are only valid until it returns. */
  readonly onBytes?: (bytes: Uint8Array) => void
  /** Receives the error stream; everything else is then about standard output alone. */
  readonly onErrors?: (bytes: Uint8Array) => void
}

export type Environment = Readonly<Record<string, string | undefined>>

export type CommandResult = Ending & { readonly output: string; readonly durationMs: number }

/** The variable that marks all descendants of a command, so that they can be found. Nested loops add to it, and never replace it. */
export const NONCE_VARIABLE = 'AGENT_LOOP_NONCE'

export const newNonce = (): string => randomBytes(12).toString('hex')

const GRACE_MS = 2_000
const DRAIN_MS = 1_000
const WINDOW = { head: 64 * 1024, tail: 192 * 1024 }

/** A program and its arguments. */
export type Argv = readonly [string, ...string[]]
type Wrap = (argv: Argv) => Argv

export const nodeShell: Shell = shellThrough(argv => argv)

/** A shell whose programs are started through another program, such as `env`, `nice`, or `unshare`. */
export function shellThrough(wrap: Wrap): Shell {
  return {
    async run(request) {
      const began = performance.now()
      const window = new OutputWindow(WINDOW)
      const ending = await attempt(request, window, wrap)
      return { ...ending, output: window.text(), durationMs: performance.now() - began }
    },
  }
}

type Ending = Exit | { readonly kind: 'timed-out'; readonly afterMs: number } | { readonly kind: 'aborted' }

async function attempt(request: CommandRequest, window: OutputWindow, wrap: Wrap): Promise<Ending> {
  if (request.signal?.aborted) return { kind: 'aborted' }
  // A missing directory and a missing shell both fail with ENOENT, so the directory is checked first.
  if (!isDirectory(request.cwd)) return { kind: 'not-started', because: `there is no directory ${request.cwd}` }

  const started = await startOrReason(request, window, wrap)
  if (typeof started === 'string') {
    removeGroup(request.nonce)
    return { kind: 'not-started', because: started }
  }
  const { child, exit, input, outputs } = started

  const interruption = await interrupted(exit, request)
  const family = { leader: child.pid ?? null, nonce: request.nonce, since: ownStart() }
  await endFamily(family, interruption ? GRACE_MS : 0)
  const ended = await exit
  input?.destroy()
  await drained(outputs)
  return interruption ?? ended
}

/** Processes of our commands are younger than this process. Older ones with the same mark were ended when the loop was taken over. */
function ownStart(): string | null {
  began ??= readProcess(process.pid)?.started ?? null
  return began
}
let began: string | null = null

/** The system refuses a command line with a NUL, or one that is too long, before there is a process. */
async function startOrReason(
  request: CommandRequest,
  window: OutputWindow,
  wrap: Wrap,
): Promise<StartedProcess | string> {
  try {
    return await start(request, window, wrap)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function start(request: CommandRequest, window: OutputWindow, wrap: Wrap): Promise<StartedProcess> {
  const { command, cwd, env, nonce, stdin = '', onStart, onOutput, onBytes, onErrors } = request
  const teller = onOutput ? textTo(onOutput) : null
  const argv = wrap(typeof command === 'string' ? [shellPath(), ...PIPEFAIL, '-c', command] : command)
  const connected = await startProcess({
    argv: isInGroup => (isInGroup ? argv : inScope(argv, env, nonce)),
    group: groupFor(nonce),
    cwd,
    env: { ...env, [NONCE_VARIABLE]: [env[NONCE_VARIABLE], nonce].filter(Boolean).join(' ') },
    input: onStart ? 'open' : { text: stdin },
    onOutput(bytes) {
      window.push(bytes)
      onBytes?.(bytes)
      teller?.write(bytes)
    },
    onErrors,
  })
  connected.outputs[0]?.on('end', () => teller?.end())
  feed(connected.input, request)
  return connected
}

/** Decodes only for callers that want text; for large output it would be half the cost. */
function textTo(onOutput: (text: string) => void): { write(bytes: Uint8Array): void; end(): void } {
  const decoder = new StringDecoder('utf8')
  // Half a character is not reported yet.
  const tell = (text: string): void => {
    if (text !== '') onOutput(text)
  }
  // At the very end it is reported all the same.
  return {
    write: bytes => tell(decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))),
    end: () => tell(decoder.end()),
  }
}

function feed(input: Writable | null, { stdin = '', onStart }: CommandRequest): void {
  // A program that does not read its input closes the pipe, which is not an error.
  input?.on('error', () => {})
  if (onStart && input) onStart(input)
  else input?.end(stdin)
}

/** Waits for the end, the timeout, or the abort, whichever is first; null when the command ended by itself. */
async function interrupted(exit: Promise<Ending>, { timeoutMs, signal }: CommandRequest): Promise<Ending | null> {
  // The abort may have come while the command was starting.
  if (signal?.aborted) return { kind: 'aborted' }
  const settled = new AbortController()
  const timeout = sleep(Math.min(timeoutMs, 2 ** 31 - 1), 'timeout', { signal: settled.signal }).catch(() => null)
  const abort = signal
    ? once(signal, 'abort', { signal: settled.signal }).then(
        () => 'abort',
        () => null,
      )
    : null
  const first = await Promise.race([exit, timeout, ...(abort ? [abort] : [])])
  settled.abort()
  if (first === 'timeout') return { kind: 'timed-out', afterMs: timeoutMs }
  return first === 'abort' || signal?.aborted ? { kind: 'aborted' } : null
}

/** The last bytes may still be in the pipe. It closes when all writers are gone; the limit is for a writer that was not found. */
async function drained(outputs: readonly Readable[]): Promise<void> {
  const open = outputs.filter(stream => !stream.closed)
  const closed = Promise.all(open.map(stream => once(stream, 'close').catch(() => {})))
  const settled = new AbortController()
  await Promise.race([closed, sleep(DRAIN_MS, null, { signal: settled.signal }).catch(() => {})])
  settled.abort()
  for (const stream of open) stream.destroy()
}

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

// Node's pipes are sockets, and bash takes a socket for a remote login: without SHLVL it would run the user's `.bashrc` first.
const PIPEFAIL = ['--norc', '-o', 'pipefail']

function shellPath(): string {
  return ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash', '/opt/homebrew/bin/bash'].find(existsSync) ?? 'bash'
}
