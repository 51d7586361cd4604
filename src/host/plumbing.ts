import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { type ConnectOpts, Socket, type SocketConstructorOpts } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { type OpenPipe, takePipe } from './pipes.ts'

export interface Plan {
  readonly argv: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether somebody writes to the command; if not, its input is empty. */
  readonly hasInput: boolean
  /** Lent until it returns: the next bytes overwrite them. Of both streams in their order, unless errors are told apart. */
  readonly onOutput: (bytes: Uint8Array) => void
  readonly onErrors?: ((bytes: Uint8Array) => void) | undefined
}

/** How a program ended by itself, or why there never was one. */
export type Exit =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'not-started'; readonly because: string }

export interface Connected {
  readonly child: ChildProcess
  readonly exit: Promise<Exit>
  readonly input: Writable | null
  /** Closed once nobody can write any more. */
  readonly outputs: readonly Readable[]
}

/** Starts a program in a group of its own, with pipes as a shell would give it, and one for both streams where they belong together. */
export async function startConnected({ argv, cwd, env, hasInput, onOutput, onErrors }: Plan): Promise<Connected> {
  const input = hasInput ? await takePipe() : null
  const output = await takePipe()
  const errors = onErrors ? await takePipe() : output
  const [program, ...args] = argv
  const theirs = [input?.read, output?.write, onErrors ? errors?.write : undefined]
  const ours = [input?.write, output?.read, onErrors ? errors?.read : undefined]
  let child: ChildProcess
  try {
    const stdio = [
      input?.read ?? (hasInput ? 'pipe' : 'ignore'),
      output?.write ?? 'pipe',
      errors?.write ?? 'pipe',
    ] as const
    child = spawn(program, args, { cwd, env: { ...env }, detached: true, stdio: [...stdio] })
  } catch (error) {
    closeAll([...theirs, ...ours])
    throw error
  }
  const exit = exitOf(child)
  closeAll(theirs)
  const outputs = [ourEnd(output, child.stdout, onOutput)]
  if (onErrors || !output) outputs.push(ourEnd(onErrors ? errors : null, child.stderr, onErrors ?? onOutput))
  return {
    child,
    exit,
    input: input ? new Socket({ fd: input.write, readable: false, writable: true }) : child.stdin,
    outputs: outputs.filter(stream => stream !== null),
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

function closeAll(descriptors: readonly (number | undefined)[]): void {
  for (const descriptor of descriptors) if (descriptor !== undefined) closeSync(descriptor)
}

/** As much as a pipe holds: one piece of memory for all that comes, for a flood in fresh ones keeps the collector busy. */
const PIPE_BYTES = 64 * 1024

function ourEnd(pipe: OpenPipe | null, stream: Readable | null, tell: (bytes: Uint8Array) => void): Readable | null {
  if (!pipe) return stream?.on('data', tell).on('error', () => {}) ?? null
  const callback = (size: number, buffer: Uint8Array): boolean => {
    tell(buffer.subarray(0, size))
    return true
  }
  const onread = { buffer: Buffer.allocUnsafe(PIPE_BYTES), callback }
  const options: SocketConstructorOpts & ConnectOpts = { fd: pipe.read, readable: true, writable: false, onread }
  return new Socket(options).on('error', () => {})
}
