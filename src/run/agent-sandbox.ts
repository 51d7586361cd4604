import { mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { LoopSpec } from '../loop/state.ts'
import { isWithin } from '../system/is-within.ts'
import { sandboxed, sandboxFor } from '../system/sandbox.ts'
import type { Environment, Shell } from '../system/shell.ts'
import { stateHome } from '../system/state-home.ts'
import { runProblem } from './problems.ts'
import { INBOX_VARIABLE } from './steer/inbox.ts'

interface SandboxParts {
  readonly shell: Shell
  readonly env: Environment
  /** Folders of the private store that an agent may read: those of its own loop. */
  readonly readable: readonly string[]
}

/** The shell of a sandboxed agent: it writes to the tree, to its own settings, and to the inbox of the current turn. */
export function agentSandbox(spec: LoopSpec, { shell, env, readable }: SandboxParts): Shell {
  const sandbox = sandboxFor('bubblewrap')
  const home = stateHome(env)
  // The agent could rename a folder above the state home, and create another one in its place.
  if (isWithin(realPath(home), spec.tree)) throw runProblem('sandbox-around-state', { home, tree: spec.tree })
  const place = {
    readable: [...readable, ...READABLE_IN_RUN, realPath('/etc/resolv.conf')],
    hidden: [home, ...servantsOf(env)],
  }
  const writable = [spec.tree, ...keptBy(spec, env)]
  return {
    run: request =>
      sandboxed(shell, sandbox, { ...place, writable: [...writable, ...inboxOf(request.env)] }).run(request),
  }
}

/** Only an existing folder can be made writable. */
function inboxOf(env: Environment): readonly string[] {
  const inbox = env[INBOX_VARIABLE]
  if (!inbox) return []
  mkdirSync(inbox, { recursive: true, mode: 0o700 })
  return [inbox]
}

/** Also of a path that does not exist yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return join(realPath(dirname(path)), basename(path))
  }
}

/** What honest programs need of `/run`: names of hosts, mounted disks, secrets of a container, databases, and on NixOS all programs. */
const READABLE_IN_RUN = [
  ...['systemd/resolve', 'resolvconf', 'nscd'],
  ...['media', 'mount', 'secrets', 'postgresql', 'mysqld', 'redis', '.containerenv'],
  ...['current-system', 'booted-system', 'wrappers', 'opengl-driver'],
].map(name => join('/run', name))

/** Where programs listen that start others on request: our daemon, the service manager, containers, virtual machines. */
const servantsOf = (env: Environment): readonly string[] => [
  ...['/run', '/var/run', tmpdir()],
  ...(env['XDG_RUNTIME_DIR'] ? [env['XDG_RUNTIME_DIR']] : []),
  ...['.docker', '.colima', '.config/colima', '.lima', '.rd', '.local/share/containers/podman/machine'].map(name =>
    join(env['HOME'] ?? '/', name),
  ),
  ...['/var/lib/lxd/unix.socket', '/var/snap/lxd/common/lxd/unix.socket', '/var/lib/incus/unix.socket'],
  ...['DOCKER_HOST', 'CONTAINER_HOST'].flatMap(name => /^unix:\/\/(\/.+)/.exec(env[name] ?? '')?.[1] ?? []),
]

/** Where agents keep their logins and conversations. They cannot start without these. */
const keptBy = ({ agent, otherAgents }: LoopSpec, env: Environment): string[] =>
  [agent, ...otherAgents].flatMap(config =>
    config.kind === 'program' ? config.program.keeps.map(path => join(env['HOME'] ?? '/', path)) : [],
  )
