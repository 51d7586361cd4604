import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Both ends of a pipe, as descriptors of this process. */
export interface OpenPipe {
  readonly read: number
  readonly write: number
}

/** As many as a turn and its check need: the output of each, and the separate errors of an agent. */
const AT_ONCE = 3
const ready: OpenPipe[] = []
let making: Promise<boolean> | null = null

/**
 * A pipe as a shell makes one; null where the system has no `mkfifo` or no free descriptors. Node offers only sockets instead, and
 * on those `echo … > /dev/stderr` fails, which it does in no terminal.
 */
export async function takePipe(): Promise<OpenPipe | null> {
  while (ready.length === 0) if (!(await more())) return null
  const pipe = ready.pop() ?? null
  // The next ones are made while this command runs.
  if (ready.length === 0) void more()
  return pipe
}

function more(): Promise<boolean> {
  making ??= makePipes().finally(() => {
    making = null
  })
  return making
}

async function makePipes(): Promise<boolean> {
  // By absolute path: a program that somebody put in our PATH must not be started.
  const program = ['/usr/bin/mkfifo', '/bin/mkfifo'].find(existsSync)
  let paths: readonly string[] = []
  try {
    const folder = ownFolder()
    if (program === undefined || folder === null) return false
    const word = randomBytes(8).toString('hex')
    paths = Array.from({ length: AT_ONCE }, (_, n) => join(folder, `${word}-${n}`))
    if (!(await made(program, paths))) return false
    for (const path of paths) ready.push(opened(path))
    return true
  } catch {
    return ready.length > 0
  } finally {
    // Open pipes need no names.
    for (const path of paths) rmSync(path, { force: true })
  }
}

const STALE_MS = 60_000

/** A folder that only we can use, or null. Removes old pipes that a killed process left there. */
function ownFolder(): string | null {
  const uid = process.getuid?.()
  const folder = join(tmpdir(), `agent-loop-pipes-${uid}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) return null
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const age = Date.now() - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY)
    if (age > STALE_MS) rmSync(path, { force: true })
  }
  return folder
}

const made = (program: string, paths: readonly string[]): Promise<boolean> =>
  new Promise(resolve => {
    const child = spawn(program, ['-m', '600', ...paths], { stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('exit', code => resolve(code === 0))
  })

/** Opening one end waits for the other; opening both at once does not. */
function opened(path: string): OpenPipe {
  const open: number[] = []
  const as = (flags: string): number => {
    const descriptor = openSync(path, flags)
    open.push(descriptor)
    return descriptor
  }
  try {
    const both = as('r+')
    const pipe = { read: as('r'), write: as('w') }
    closeSync(both)
    return pipe
  } catch (error) {
    for (const descriptor of open) closeSync(descriptor)
    throw error
  }
}
