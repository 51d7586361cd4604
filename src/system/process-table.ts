import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { groupOf } from './control-group.ts'
import { systemProblem } from './problems.ts'

/** An entry of the process table. Reads are synchronous: a signal must follow before the table changes. */
export interface ProcessEntry {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** When it began, in the system's own unit: identifies one process together with the pid, which may be reused. */
  readonly started: string
}

/** Identifies a process for good: the same pid after a reboot or a wrap-around is another process. */
export interface ProcessIdentity {
  readonly pid: number
  readonly started: string
  /** The boot and, on Linux, the namespaces in which the pid and its control group have a meaning: `<boot>/<pids>/<groups>`. */
  readonly boot: string
}

export const isSameProcess = (one: ProcessIdentity, other: ProcessIdentity): boolean =>
  one.pid === other.pid && one.started === other.started && isSameBoot(one.boot, other.boot)

/** Also true for a record of an earlier version, which did not name its namespaces. */
export function isSameBoot(one: string, other: string): boolean {
  const [[boot, pids], [otherBoot, otherPids]] = [one.split('/'), other.split('/')]
  return boot === otherBoot && (pids === otherPids || pids === undefined || otherPids === undefined)
}

const onLinux = process.platform === 'linux'

export function identityOf(pid: number): ProcessIdentity | null {
  const entry = readProcess(pid)
  return entry && { pid, started: entry.started, boot: bootId() }
}

/** The identity of this process. Throws a `UsageError` where the system does not report process start times. */
export function ownIdentity(): ProcessIdentity {
  const self = identityOf(process.pid)
  if (self === null) throw systemProblem('no-process-identity', {})
  return self
}

/** A process of another namespace cannot be looked up. It counts as alive, unless that namespace is surely gone. */
export function isAlive({ pid, started, boot }: ProcessIdentity): boolean {
  if (isSameBoot(boot, bootId())) return readProcess(pid)?.started === started
  const [other, pids = ''] = boot.split('/')
  return other === bootId().split('/')[0] && !isGone(pids)
}

/** Whether a process runs where we cannot see what belongs to it: its pid or its control group has another meaning here. */
export function isHidden({ boot }: ProcessIdentity): boolean {
  const [other, ...spaces] = boot.split('/')
  const [own, ...ours] = bootId().split('/')
  return other === own && spaces.some((space, at) => space !== ours[at])
}

/** The kernel's number of the first namespace of pids, in which every process can be seen. */
const ALL_PIDS = '4026531836'

const isGone = (pids: string): boolean =>
  namespaceOf('self', 'pid') === ALL_PIDS && !listProcesses().some(({ pid }) => namespaceOf(pid, 'pid') === pids)

function namespaceOf(pid: number | 'self', kind: 'pid' | 'cgroup'): string {
  try {
    return /\d+/.exec(readlinkSync(`/proc/${pid}/ns/${kind}`))?.[0] ?? ''
  } catch {
    return ''
  }
}

/** Null when it is gone; a zombie counts as gone. */
export function readProcess(pid: number): ProcessEntry | null {
  if (!onLinux) return listWithPs().find(entry => entry.pid === pid) ?? null
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return null
  }
}

export function listProcesses(): ProcessEntry[] {
  if (!onLinux) return listWithPs()
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids.map(pid => readProcess(Number(pid))).filter(entry => entry !== null)
}

/** Whether a process was started with this text in its environment, or in a control group with this text in its name. */
export function carries(pid: number, nonce: string): boolean {
  if (groupOf(pid).includes(nonce)) return true
  try {
    const environment = onLinux
      ? readFileSync(`/proc/${pid}/environ`, 'latin1')
      : ask('ps', '-Eww', '-o', 'command=', '-p', String(pid))
    return environment.includes(nonce)
  } catch {
    return false
  }
}

/** The first words of a process's command line; empty when it is gone. */
export function commandOf(pid: number): readonly string[] {
  try {
    const line = onLinux
      ? readFileSync(`/proc/${pid}/cmdline`, 'latin1')
      : ask('ps', '-o', 'args=', '-p', String(pid)).trim().replaceAll(' ', '\0')
    return line.split('\0', 3)
  } catch {
    return []
  }
}

/** A process with its command line, for people. */
export interface NamedProcess {
  readonly pid: number
  readonly command: string
}

/** The processes that were started with this text in their environment, except our own. */
export const carriersOf = (nonce: string): readonly NamedProcess[] =>
  listProcesses()
    .filter(({ pid }) => pid !== process.pid && carries(pid, nonce))
    .map(({ pid }) => ({ pid, command: commandLine(pid) }))

const LONGEST_COMMAND = 100

/** Empty when the process is gone. */
function commandLine(pid: number): string {
  try {
    const line = onLinux
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : ask('ps', '-o', 'args=', '-p', String(pid))
    return line.trim().replaceAll(/\s+/g, ' ').slice(0, LONGEST_COMMAND)
  } catch {
    return ''
  }
}

// The name is in parentheses and may contain spaces and parentheses, so fields are counted from the last one.
function parseStat(stat: string): ProcessEntry | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return null
  return {
    pid: Number.parseInt(stat, 10),
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    started: fields[19] ?? '',
  }
}

function listWithPs(): ProcessEntry[] {
  const table = ask('ps', '-axo', 'pid=,ppid=,pgid=,sess=,stat=,lstart=')
  return table.split('\n').flatMap(line => {
    const [pid, parent, group, session, state, ...started] = line.trim().split(/\s+/)
    if (!pid || state?.startsWith('Z')) return []
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        session: Number.parseInt(session ?? '0', 16) || 0,
        started: started.join(' '),
      },
    ]
  })
}

let knownBoot: string | undefined
function bootId(): string {
  knownBoot ??= onLinux
    ? [
        readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
        namespaceOf('self', 'pid'),
        namespaceOf('self', 'cgroup'),
      ].join('/')
    : ask('sysctl', '-n', 'kern.boottime').trim()
  return knownBoot
}

// Loaded only where there is no /proc, to keep `status` fast.
function ask(program: string, ...args: string[]): string {
  const { execFileSync } = process.getBuiltinModule('node:child_process')
  return execFileSync(program, args, { encoding: 'latin1' })
}
