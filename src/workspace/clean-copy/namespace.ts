import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { fail, ok, type Result } from '../../std/result.ts'
import type { Argv } from '../../system/shell.ts'

/** How the namespace is created: by root directly, or by root of a new user namespace. */
export type Privilege = 'root' | 'user'

/** A mount namespace that lives as long as this process holds it: no process is in it between runs, and none is left afterwards. */
export interface Namespace {
  readonly privilege: Privilege
  /** Where this process finds the tree of the namespace. Held open like the rest, so a reused pid cannot replace it. */
  readonly view: string
  /** Arguments for `nsenter`; null when the namespace is closed. */
  enterArgs(): readonly string[] | null
  close(): void
}

const READY_TIMEOUT_MS = 120_000

// Not from the captured PATH: agents may write to folders in it.
const SYSTEM = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin']
const tool = (name: string): string => SYSTEM.map(folder => `${folder}/${name}`).find(existsSync) ?? name

/** The privileges that may work here, the better one first. */
export function possiblePrivileges(): Privilege[] {
  if (process.platform !== 'linux') return []
  return process.getuid?.() === 0 && isRealRoot() ? ['root', 'user'] : ['user']
}

// Root of an unprivileged container may mount, but not write the attributes that an overlay needs.
const isRealRoot = (): boolean => /^\s*0\s+0\s+4294967295\s*$/.test(readFileSync('/proc/self/uid_map', 'utf8'))

/** Runs a script in a new mount namespace, and holds the namespace once the script prints `ready`. */
export async function openNamespace(
  privilege: Privilege,
  tree: string,
  script: string,
  args: readonly string[],
): Promise<Result<Namespace, string>> {
  const user = privilege === 'user' ? ['-Ur'] : []
  const child = spawn(tool('unshare'), [...user, '-m', tool('sh'), '-c', script, 'sh', ...args], {
    cwd: '/',
    env: { PATH: SYSTEM.join(':'), LC_ALL: 'C' },
    // In another process group, so that Ctrl-C does not reach it.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close').catch(() => {})
  try {
    const errors = await failureOf(child)
    return errors === null ? ok(hold(privilege, `/proc/${child.pid}`, tree)) : fail(errors)
  } catch (error) {
    return fail(String(error))
  } finally {
    child.stdin.end()
    child.kill('SIGKILL')
    await ended
  }
}

function hold(privilege: Privilege, entry: string, tree: string): Namespace {
  const root = openSync(`${entry}/root${tree}`, 'r')
  const mount = openSync(`${entry}/ns/mnt`, 'r')
  const user = privilege === 'user' ? openSync(`${entry}/ns/user`, 'r') : null
  const argument = (name: string, descriptor: number): string => `--${name}=/proc/${process.pid}/fd/${descriptor}`
  let open = true
  return {
    privilege,
    view: `/proc/self/fd/${root}`,
    enterArgs: () => {
      if (!open) return null
      const enterArgs = [argument('mount', mount)]
      return user === null ? enterArgs : [argument('user', user), ...enterArgs, '--preserve-credentials']
    },
    close: () => {
      if (open) for (const descriptor of [root, mount, user]) if (descriptor !== null) closeSync(descriptor)
      open = false
    },
  }
}

/** Null when the script is ready; otherwise why it failed. */
function failureOf(child: ChildProcess): Promise<string | null> {
  return new Promise(resolve => {
    let errors = ''
    const timer = setTimeout(() => resolve('the namespace was not ready in time'), READY_TIMEOUT_MS)
    const settle = (said: string | null): void => {
      clearTimeout(timer)
      resolve(said)
    }
    child.stdin?.on('error', () => {})
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-2_000)
    })
    child.stdout?.on('data', (chunk: Buffer) => chunk.includes('ready') && settle(null))
    child.once('error', error => settle(error.message))
    child.once('close', code => settle(errors.trim() || `the script ended with exit code ${code}`))
  })
}

/** How a command enters the namespace. */
export interface Entry {
  readonly privilege: Privilege
  readonly enterArgs: readonly string[]
  /** Runs in a process namespace of its own, in which nothing survives the run. */
  readonly ownProcesses: boolean
  readonly cwd: string
  /** This file is created just before the command starts; if it is missing, entering failed, not the command. */
  readonly started: string
}

// The first process of a process namespace ignores signals without a handler and inherits all orphans: a role for this script,
// not for the command. The shell's own message on how the command ended ("Killed") would be taken for output.
const FIRST_PROCESS = 'cd -- "$1" && : > "$2" || exit 1; shift 2; exec 3>&2 2>/dev/null; "$@" 2>&3 3>&-; exit $?'
const SAME_PROCESS = 'cd -- "$1" && : > "$2" || exit 1; shift 2; exec "$@"'

export function enter({ privilege, enterArgs, ownProcesses, cwd, started }: Entry, argv: Argv): Argv {
  const user = privilege === 'user'
  return [
    tool('nsenter'),
    ...enterArgs,
    ...(ownProcesses ? [tool('unshare'), '--pid', '--fork', '--kill-child', '--mount-proc'] : []),
    ...[tool('sh'), '-c', ownProcesses ? FIRST_PROCESS : SAME_PROCESS, 'sh', cwd, started],
    // Back to the user's id: as root of a user namespace everything is allowed, and tests of permissions fail.
    ...(user ? [tool('unshare'), '-U', `--map-user=${process.getuid?.()}`, `--map-group=${process.getgid?.()}`] : []),
    ...argv,
  ]
}
