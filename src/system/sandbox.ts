import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path'
import { unreachable } from '../std/unreachable.ts'
import { statOrNull } from './file-stat.ts'
import { systemProblem } from './problems.ts'
import type { CommandRequest, Shell } from './shell.ts'

export type SandboxKind = 'none' | 'bubblewrap'

/** Wraps a command so that it can access less. */
export interface SandboxProvider {
  readonly kind: SandboxKind
  wrap(command: CommandRequest['command'], place: SandboxPlace): CommandRequest['command']
}

export interface SandboxPlace {
  readonly cwd: string
  /** Writable paths; everything else is read-only. Missing paths are left out. */
  readonly writable: readonly string[]
  /** Paths in the temporary folder that must be visible: the command gets an empty one of its own. */
  readonly readable?: readonly string[]
  /** Folders and sockets through which a command could have others act for it, outside the sandbox. Missing paths are left out. */
  readonly hidden?: readonly string[]
  /** No network but a loopback of its own. */
  readonly offline?: boolean
}

export const plainProcess: SandboxProvider = { kind: 'none', wrap: command => command }

/** A shell that runs every command in the sandbox. */
export const sandboxed = (shell: Shell, sandbox: SandboxProvider, place: Omit<SandboxPlace, 'cwd'>): Shell => ({
  run: request => shell.run({ ...request, command: sandbox.wrap(request.command, { ...place, cwd: request.cwd }) }),
})

/** Throws a `UsageError` when that sandbox does not work here: a requested sandbox is never silently left out. */
export function sandboxFor(kind: SandboxKind): SandboxProvider {
  switch (kind) {
    case 'none':
      return plainProcess
    case 'bubblewrap':
      return bubblewrap(usableBubblewrap())
    default:
      return unreachable(kind)
  }
}

function bubblewrap(program: string): SandboxProvider {
  return {
    kind: 'bubblewrap',
    wrap(command, place) {
      const words = [program, ...limits(place), '--'] as const
      // A command line runs in the same shell with the same options, so that pipes fail as they do outside.
      return typeof command === 'string'
        ? `exec ${words.map(quoted).join(' ')} "$BASH" -o pipefail -c ${quoted(command)}`
        : [...words, ...command]
    },
  }
}

/**
 * Settings of the whole machine in a new `/proc`. Root may write them without any capability, and some name programs that the kernel
 * starts outside the sandbox. Container runtimes mount or hide the same paths.
 */
const KERNEL_SETTINGS = ['acpi', 'asound', 'bus', 'fs', 'irq', 'scsi', 'sys', 'sysrq-trigger'].map(
  name => `/proc/${name}`,
)

function limits({ cwd, writable, readable = [], hidden = [], offline = false }: SandboxPlace): readonly string[] {
  return [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--tmpfs', '/var/tmp'],
    ...KERNEL_SETTINGS.filter(existsSync).flatMap(path => ['--ro-bind', path, path]),
    ...mounts({ writable, readable, hidden }),
    // Without this, root could mount everything writable again.
    ...['--cap-drop', 'ALL', '--unshare-pid', '--unshare-ipc', '--die-with-parent', '--chdir', cwd],
    ...(offline ? ['--unshare-net'] : []),
  ]
}

interface Mount {
  readonly at: string
  readonly words: readonly string[]
}

/** Outer folders first: a mount covers everything below it. */
function mounts({ hidden, readable, writable }: Required<Pick<SandboxPlace, 'hidden' | 'readable' | 'writable'>>) {
  return [
    // Hidden also where it is read-only: a read-only socket can still be connected to.
    ...hidden.flatMap(hide),
    ...readable.flatMap(read),
    ...writable.flatMap(write),
  ]
    .sort((a, b) => a.at.length - b.at.length)
    .flatMap(({ words }) => words)
}

function hide(path: string): readonly Mount[] {
  const stat = statOrNull(path)
  if (stat === null) return []
  const at = realpathSync(path)
  return [{ at, words: stat.isDirectory() ? ['--tmpfs', at] : ['--ro-bind', '/dev/null', at] }]
}

/** A link stays at its place, which may be empty in the sandbox, with the content of its target. */
function read(path: string): readonly Mount[] {
  if (statOrNull(path) === null) return []
  const at = join(realpathSync(dirname(path)), basename(path))
  return [{ at, words: ['--ro-bind', path, at] }]
}

function write(path: string): readonly Mount[] {
  if (statOrNull(path) === null) return []
  const at = realpathSync(path)
  return [{ at, words: ['--bind', at, at] }]
}

let found: string | null = null

function usableBubblewrap(): string {
  found ??= find('bwrap')
  return found
}

function find(name: string): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  const program = folders.map(folder => join(folder, name)).find(existsSync)
  if (program === undefined) {
    throw systemProblem('sandbox-not-installed', {})
  }
  // Installed is not enough: containers and hardened kernels refuse the namespaces that it needs.
  const trial = spawnSync(program, [...limits({ cwd: '/', writable: [], offline: false }), '--', 'true'], {
    encoding: 'utf8',
    timeout: 10_000,
  })
  if (trial.status === 0) return program
  throw systemProblem('sandbox-refused', {
    because: trial.stderr?.trim() || trial.error?.message || 'no reason given',
  })
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
