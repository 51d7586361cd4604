import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Argv } from '../host/shell.ts'
import { fail, ok, type Result } from '../std/result.ts'

/** Who makes the namespace: root does it as itself; anybody else is root in a user namespace of their own. */
export type Way = 'root' | 'user'

export interface Namespace {
  readonly way: Way
  readonly pid: number
  isOpen(): boolean
  close(): Promise<void>
}

const PATIENCE_MS = 120_000

// Not from the captured PATH: a program of that name may stand in a folder that agents write to.
const SYSTEM = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin']
const tool = (name: string): string => SYSTEM.map(folder => `${folder}/${name}`).find(existsSync) ?? name

/** The ways that may work here, the better one first. */
export function waysHere(): Way[] {
  if (process.platform !== 'linux') return []
  return process.getuid?.() === 0 ? ['root', 'user'] : ['user']
}

/**
 * Runs a script in a mount namespace of its own and keeps the namespace. The script says `ready` and then reads its input, which
 * ends when we close it or die: then the namespace is gone, and with it all that was mounted.
 */
export async function openNamespace(
  way: Way,
  script: string,
  args: readonly string[],
): Promise<Result<Namespace, string>> {
  const child = spawn(
    tool('unshare'),
    [...(way === 'user' ? ['-Ur'] : []), '-m', tool('sh'), '-c', script, 'sh', ...args],
    {
      cwd: '/',
      env: { PATH: SYSTEM.join(':'), LC_ALL: 'C' },
      // Not in our group: Ctrl-C is for us, and we still read what the run left.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  const said = await firstWord(child)
  if (said !== null || child.pid === undefined) {
    child.kill('SIGKILL')
    return fail(said ?? 'it did not start')
  }
  for (const part of [child, child.stdin, child.stdout, child.stderr]) unhold(part)
  return ok({
    way,
    pid: child.pid,
    isOpen: () => child.exitCode === null && child.signalCode === null,
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.ref()
      const gone = once(child, 'exit')
      child.stdin?.end()
      const late = new AbortController()
      await Promise.race([gone, sleep(2_000, null, { signal: late.signal }).catch(() => {})])
      late.abort()
      if (child.exitCode === null) child.kill('SIGKILL')
      await gone
    },
  })
}

/** Null when it is ready; otherwise why not. */
function firstWord(child: ChildProcess): Promise<string | null> {
  return new Promise(resolve => {
    let complaint = ''
    const timer = setTimeout(() => resolve('it took too long'), PATIENCE_MS)
    const settle = (said: string | null): void => {
      clearTimeout(timer)
      resolve(said)
    }
    child.stdin?.on('error', () => {})
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-2_000)
    })
    child.stdout?.on('data', (chunk: Buffer) => chunk.includes('ready') && settle(null))
    child.once('error', error => settle(error.message))
    child.once('close', code => settle(complaint.trim() || `it ended with ${code}`))
  })
}

function unhold(part: unknown): void {
  if (part && typeof part === 'object' && 'unref' in part && typeof part.unref === 'function') part.unref()
}

/** What a command line becomes so that it runs in the namespace. */
export interface Entry {
  readonly namespace: Namespace
  /** With a process namespace of its own nothing at all survives the run. */
  readonly ownProcesses: boolean
  readonly cwd: string
  /** Made when the command is about to start; without it the room is to blame, not the command. */
  readonly started: string
}

// The first process of a process namespace ignores signals without a handler and inherits all orphans: a role for this script
// and not for the command. Its own word on how the command ended ("Killed") would be taken for output.
const FIRST_PROCESS = 'cd -- "$1" && : > "$2" || exit 1; shift 2; exec 3>&2 2>/dev/null; "$@" 2>&3 3>&-; exit $?'
const SAME_PROCESS = 'cd -- "$1" && : > "$2" || exit 1; shift 2; exec "$@"'

export function enter({ namespace, ownProcesses, cwd, started }: Entry, argv: Argv): Argv {
  const user = namespace.way === 'user'
  return [
    tool('nsenter'),
    ...['-t', String(namespace.pid), '-m', ...(user ? ['-U', '--preserve-credentials'] : [])],
    ...(ownProcesses ? [tool('unshare'), '--pid', '--fork', '--kill-child', '--mount-proc'] : []),
    ...[tool('sh'), '-c', ownProcesses ? FIRST_PROCESS : SAME_PROCESS, 'sh', cwd, started],
    // Back to who we are: as root of a user namespace nothing is forbidden, and tests of permissions fail.
    ...(user ? [tool('unshare'), '-U', `--map-user=${process.getuid?.()}`, `--map-group=${process.getgid?.()}`] : []),
    ...argv,
  ]
}
