import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { type ConnectOpts, Socket, type SocketConstructorOpts } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { startedIn } from './control-group.ts'
import { type OpenPipe, takePipe } from './pipes.ts'

interface ProcessPlan {
  /** What is started, which may depend on whether the group could be entered. */
  readonly argv: (isInGroup: boolean) => readonly [string, ...string[]]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The whole standard input, or `open`: the caller writes to it while the program runs. */
  readonly input: { readonly text: string } | 'open'
  /** The bytes are only valid until it returns. Gets both streams in their order, unless `onErrors` takes the second. */
  readonly onOutput: (bytes: Uint8Array) => void
  readonly onErrors?: ((bytes: Uint8Array) => void) | undefined
  /** The control group to start in; null: that of this process. */
  readonly group: string | null
}

/** How a program ended by itself, or why it did not start. */
export type Exit =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'not-started'; readonly because: string }

export interface StartedProcess {
  readonly child: ChildProcess
  readonly exit: Promise<Exit>
  readonly input: Writable | null
  /** Closed once no process can write to them. */
  readonly outputs: readonly Readable[]
}

/** Starts a program in a process group of its own, with pipes as a shell would use, and one pipe for both streams where they belong together. */
export async function startProcess({
  argv,
  cwd,
  env,
  input,
  onOutput,
  onErrors,
  group,
}: ProcessPlan): Promise<StartedProcess> {
  const output = await takePipe()
  const errors = onErrors ? await takePipe() : null
  const source = input === 'open' ? null : sourceOf(input.text)
  const theirs = [source, output?.write, errors?.write]
  let child: ChildProcess
  try {
    child = startedIn(group, isInGroup => {
      const [program, ...args] = argv(isInGroup)
      return spawn(program, args, {
        cwd,
        env: { ...env },
        detached: true,
        stdio: [source ?? 'pipe', output?.write ?? 'pipe', (onErrors ? errors : output)?.write ?? 'pipe'],
      })
    })
  } catch (error) {
    closeAll([...theirs, output?.read, errors?.read])
    throw error
  }
  const exit = exitOf(child)
  closeAll(theirs)
  const outputs = [readEnd(output, child.stdout, onOutput)]
  if (onErrors || !output) outputs.push(readEnd(errors, child.stderr, onErrors ?? onOutput))
  return { child, exit, input: child.stdin, outputs: outputs.filter(stream => stream !== null) }
}

/**
 * An unnamed file, from which a program reads as from `< file`; null where none can be written. Not a pipe: opening one by its name
 * in `/dev` waits for a writer, and ours is gone once everything is written.
 */
function sourceOf(text: string): number | null {
  if (text === '') return openSync('/dev/null', 'r')
  const path = join(tmpdir(), `agent-loop-input-${randomBytes(12).toString('hex')}`)
  try {
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
    return openSync(path, 'r')
  } catch {
    return null
  } finally {
    rmSync(path, { force: true })
  }
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise(resolve => {
    child.once('error', error => resolve({ kind: 'not-started', because: error.message }))
    child.once('exit', (code, signal) =>
      resolve(code === null ? { kind: 'killed', signal: signal ?? 'unknown' } : { kind: 'exited', exitCode: code }),
    )
  })
}

function closeAll(descriptors: readonly (number | null | undefined)[]): void {
  for (const descriptor of descriptors) if (descriptor != null) closeSync(descriptor)
}

/** As much as a pipe holds: one buffer for all output, because fresh ones would keep the garbage collector busy. */
const PIPE_BYTES = 64 * 1024

function readEnd(
  pipe: OpenPipe | null,
  stream: Readable | null,
  receive: (bytes: Uint8Array) => void,
): Readable | null {
  if (!pipe) return stream?.on('data', receive).on('error', () => {}) ?? null
  const callback = (size: number, buffer: Uint8Array): boolean => {
    receive(buffer.subarray(0, size))
    return true
  }
  const onread = { buffer: Buffer.allocUnsafe(PIPE_BYTES), callback }
  const options: SocketConstructorOpts & ConnectOpts = { fd: pipe.read, readable: true, writable: false, onread }
  return new Socket(options).on('error', () => {})
}
