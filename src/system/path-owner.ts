import { type BigIntStats, readFileSync, readlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { lstatOrNull } from './file-stat.ts'

/** A part of a path that another user of this machine controls. */
interface UntrustedComponent {
  readonly path: string
  /** Completes "<path> …". */
  readonly why: string
}

const MAX_LINKS = 40

/**
 * The first component of a path that a user other than this one and root could replace: it belongs to them, or they may write to it.
 * Links count, and so do their targets. A component that does not exist yet will belong to this user.
 */
export function untrustedComponent(path: string): UntrustedComponent | undefined {
  if (process.geteuid === undefined) return undefined
  let [at, links] = ['/', 0]
  const pending = ['', ...resolve(path).split('/')]
  while (pending.length > 0) {
    const next = join(at, pending.shift() ?? '')
    const found = lstatOrNull(next)
    if (found === null) return undefined
    const why = whyUntrusted(found)
    if (why !== null) return { path: next, why }
    if (!found.isSymbolicLink()) at = next
    else if (++links > MAX_LINKS) return { path: next, why: 'is a link that leads back to itself' }
    else {
      const target = readlinkSync(next)
      at = target.startsWith('/') ? '/' : dirname(next)
      pending.unshift(...target.split('/'))
    }
  }
  return undefined
}

const STICKY = 0o1000
const WRITABLE_BY_ALL = 0o002
const WRITABLE_BY_GROUP = 0o020

function whyUntrusted(found: BigIntStats): string | null {
  const [uid, gid, mode] = [found.uid, found.gid, found.mode].map(Number) as [number, number, number]
  if (uid !== process.geteuid?.() && uid !== 0 && uid !== unmappedOwner()) return `belongs to another user (id ${uid})`
  // In a sticky folder, nobody else can replace this user's files. The mode of a link means nothing.
  if (found.isSymbolicLink() || (mode & STICKY) !== 0) return null
  if ((mode & WRITABLE_BY_ALL) !== 0) return 'can be changed by every user'
  // Many systems give each user a group of their own, in which everything is writable.
  const shared = (mode & WRITABLE_BY_GROUP) !== 0 && gid !== 0 && gid !== process.getegid?.()
  return shared ? `can be changed by other users (group id ${gid})` : null
}

/** Who seems to own the files of everybody else, root included, inside a user namespace (a rootless container, a sandbox). */
function unmappedOwner(): number | null {
  const [map, owner] = ['/proc/self/uid_map', '/proc/sys/kernel/overflowuid'].map(readOrEmpty)
  return /^\s*0\s+0\s+4294967295\s*$/.test(map ?? '') || owner === '' ? null : Number(owner)
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
