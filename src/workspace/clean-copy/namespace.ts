import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { fail, ok, type Result } from '../../std/result.ts'
import type { Argv } from '../../system/shell.ts'

/** Who makes the namespace: root does it as itself; anybody else is root in a user namespace of their own. */
export type Privilege = 'root' | 'user'

/** A mount namespace that lives as long as we hold it: no process is in it between runs, and none is left when we die. */
export interface Namespace {
  readonly way: Privilege
  /** Where this process finds the tree of the namespace. Held open like the rest, so no reused pid can take its place. */
  readonly view: string
  /** Arguments by which `nsenter` finds it; null when it is closed. */
  doors(): readonly string[] | null
  close(): void
}

const PATIENCE_MS = 120_000

// Not from the captured PATH: a program of that name may stand in a folder that agents write to.
const SYSTEM = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin']
const tool = (name: string): string => SYSTEM.map(folder => `${folder}/${name}`).find(existsSync) ?? name

/** The ways that may work here, the better one first. */
export function possiblePrivileges(): Privilege[] {
  if (process.platform !== 'linux') return []
  return process.getuid?.() === 0 && isRealRoot() ? ['root', 'user'] : ['user']
}

// Root of a container without privileges may mount, but not write the attributes that an overlay needs.
const isRealRoot = (): boolean => /^\s*0\s+0\s+4294967295\s*$/.test(readFileSync('/proc/self/uid_map', 'utf8'))

/** Runs a script in a mount namespace of its own and holds the namespace when the script has said `ready`. */
export async function openNamespace(
  way: Privilege,
  tree: string,
  script: string,
  args: readonly string[],
): Promise<Result<Namespace, string>> {
  const user = way === 'user' ? ['-Ur'] : []
  const child = spawn(tool('unshare'), [...user, '-m', tool('sh'), '-c', script, 'sh', ...args], {
    cwd: '/',
    env: { PATH: SYSTEM.join(':'), LC_ALL: 'C' },
    // Not in our group: Ctrl-C is for us.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close').catch(() => {})
  try {
    const complaint = await failureOf(child)
    return complaint === null ? ok(hold(way, `/proc/${child.pid}`, tree)) : fail(complaint)
  } catch (error) {
    return fail(String(error))
  } finally {
    child.stdin.end()
    child.kill('SIGKILL')
    await ended
  }
}

function hold(way: Privilege, entry: string, tree: string): Namespace {
  const root = openSync(`${entry}/root${tree}`, 'r')
  const mount = openSync(`${entry}/ns/mnt`, 'r')
  const user = way === 'user' ? openSync(`${entry}/ns/user`, 'r') : null
  const door = (name: string, descriptor: number): string => `--${name}=/proc/${process.pid}/fd/${descriptor}`
  let open = true
  return {
    way,
    view: `/proc/self/fd/${root}`,
    doors: () => {
      if (!open) return null
      const doors = [door('mount', mount)]
      return user === null ? doors : [door('user', user), ...doors, '--preserve-credentials']
    },
    close: () => {
      if (open) for (const descriptor of [root, mount, user]) if (descriptor !== null) closeSync(descriptor)
      open = false
    },
  }
}

/** Null when it is ready; otherwise why not. */
function failureOf(child: ChildProcess): Promise<string | null> {
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

/** What a command line becomes so that it runs in the namespace. */
export interface Entry {
  readonly way: Privilege
  readonly doors: readonly string[]
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

export function enter({ way, doors, ownProcesses, cwd, started }: Entry, argv: Argv): Argv {
  const user = way === 'user'
  return [
    tool('nsenter'),
    ...doors,
    ...(ownProcesses ? [tool('unshare'), '--pid', '--fork', '--kill-child', '--mount-proc'] : []),
    ...[tool('sh'), '-c', ownProcesses ? FIRST_PROCESS : SAME_PROCESS, 'sh', cwd, started],
    // Back to who we are: as root of a user namespace nothing is forbidden, and tests of permissions fail.
    ...(user ? [tool('unshare'), '-U', `--map-user=${process.getuid?.()}`, `--map-group=${process.getgid?.()}`] : []),
    ...argv,
  ]
}
