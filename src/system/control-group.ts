import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/**
 * Control groups (cgroup v2). A process inherits the group of its parent and stays in it when it starts a session, clears its
 * environment, and loses its parent. The name of a command's group contains its nonce, so `carries` finds such processes as well.
 */
const PREFIX = 'agent-loop-'

/** The group that a process is in, as the kernel names it; empty where there are no groups. */
export function groupOf(pid: number | 'self'): string {
  try {
    return /^0::(.*)$/m.exec(readFileSync(`/proc/${pid}/cgroup`, 'utf8'))?.[1] ?? ''
  } catch {
    return ''
  }
}

/** Where the group of a command belongs; null where this process cannot create groups. */
export function groupFor(nonce: string): string | null {
  const parent = usable !== false && /^\w+$/.test(nonce) ? folderOf(groupOf('self')) : null
  return parent === null ? null : join(parent, PREFIX + nonce)
}

/** Decided when the first command starts. Later, a group that cannot be created is an error: the agent could have caused it. */
let usable: boolean | null = null

/** Removes the groups of killed loops, which are empty once their processes have ended. Groups in use cannot be removed. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent)) if (name.startsWith(PREFIX)) removeFolder(join(parent, name))
}

/**
 * Starts a process in a group, and tells `start` whether it is in it. This process enters the group for that moment: a process that is
 * moved later could have forked before.
 */
export function startedIn<T>(group: string | null, start: (isInGroup: boolean) => T): T {
  if (group === null || !isEntered(group)) return start(false)
  try {
    return start(true)
  } finally {
    enter(dirname(group))
  }
}

function isEntered(group: string): boolean {
  if (usable === false) return false
  try {
    create(group)
  } catch (error) {
    if (usable) throw error
    usable = false
    removeFolder(group)
    return false
  }
  if (usable === null) sweep(dirname(group))
  usable = true
  return true
}

const TRIES = 5

function create(group: string, tried = 1): void {
  mkdirSync(group, { recursive: true })
  try {
    enter(group)
  } catch (error) {
    // Another process may have removed it as empty at this moment.
    if (tried === TRIES || existsSync(group)) throw error
    create(group, tried + 1)
  }
}

const enter = (group: string): void => writeFileSync(join(group, 'cgroup.procs'), String(process.pid))

/** Kills everything in the groups of a nonce at once. The group of this process's commands is known by name: a storm of forks has no pid that lasts. */
export function killGroups(nonce: string, pids: readonly number[]): void {
  if (groupOf('self').includes(nonce)) return
  const folders = pids
    .map(groupOf)
    .filter(name => name.includes(nonce))
    .map(name => {
      const end = name.indexOf('/', name.indexOf(nonce))
      return folderOf(end === -1 ? name : name.slice(0, end))
    })
  for (const folder of new Set([ownGroup(nonce), ...folders])) {
    try {
      if (folder !== null) writeFileSync(join(folder, 'cgroup.kill'), '1')
    } catch {
      // There is no such group, or the kernel is older: the caller signals each process.
    }
  }
}

/** Whether a process is left in the group, also one that no list of processes shows because it forks all the time. */
export function hasProcesses(nonce: string): boolean {
  const folder = groupOf('self').includes(nonce) ? null : ownGroup(nonce)
  try {
    return folder !== null && /^populated 1$/m.test(readFileSync(join(folder, 'cgroup.events'), 'utf8'))
  } catch {
    return false
  }
}

function ownGroup(nonce: string): string | null {
  const parent = folderOf(groupOf('self'))
  return parent === null ? null : join(parent, PREFIX + nonce)
}

/** Removes the empty group of a nonce. */
export function removeGroup(nonce: string): void {
  const folder = ownGroup(nonce)
  if (folder !== null) removeFolder(folder)
}

function removeFolder(folder: string): void {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) removeFolder(join(folder, entry.name))
    rmdirSync(folder)
  } catch {
    // It does not exist, or a process that cannot be ended is still in it.
  }
}

/** The folder of a group; null where groups are not mounted. */
function folderOf(group: string): string | null {
  if (group === '') return null
  mounted ??= mountOf(readFileSync('/proc/self/mountinfo', 'utf8'))
  if (mounted === 'none' || !group.startsWith(mounted.root)) return null
  return join(mounted.at, group.slice(mounted.root.length))
}

interface Mount {
  readonly root: string
  readonly at: string
}

let mounted: Mount | 'none' | null = null

const mountOf = (table: string): Mount | 'none' => {
  const fields = table
    .split('\n')
    .find(line => / - cgroup2 /.test(line))
    ?.split(' ')
  const [, , , root, at] = fields ?? []
  return root === undefined || at === undefined ? 'none' : { root: root === '/' ? '' : root, at }
}

const SYSTEMD_RUN = '/usr/bin/systemd-run'

/**
 * Where this process may not create groups, the user's service manager may: the same command in a scope of its own. Unchanged where
 * there is none, and for a program that does not exist, so that its start fails as it would without a scope.
 */
export function inScope(
  argv: readonly [string, ...string[]],
  env: Readonly<Record<string, string | undefined>>,
  nonce: string,
): readonly [string, ...string[]] {
  if (!hasServiceManager(env) || !isProgram(argv[0], env)) return argv
  const unit = `${PREFIX}${nonce}-${process.pid}-${scopes++}`
  return [SYSTEMD_RUN, '--user', '--scope', '--quiet', '--collect', `--unit=${unit}`, '--', ...argv]
}

let scopes = 0
let tried: boolean | null = null

function hasServiceManager(env: Readonly<Record<string, string | undefined>>): boolean {
  const runtime = process.env['XDG_RUNTIME_DIR']
  if (!runtime || env['XDG_RUNTIME_DIR'] !== runtime) return false
  tried ??=
    existsSync(SYSTEMD_RUN) &&
    // Loaded only here, to keep `status` fast.
    process
      .getBuiltinModule('node:child_process')
      .spawnSync(SYSTEMD_RUN, ['--user', '--scope', '--quiet', '--collect', 'true'], { timeout: 5_000 }).status === 0
  return tried
}

const isProgram = (name: string, env: Readonly<Record<string, string | undefined>>): boolean =>
  name.includes('/')
    ? existsSync(name)
    : (env['PATH'] ?? '').split(delimiter).some(folder => existsSync(join(folder, name)))
