import { existsSync, lstatSync, mkdirSync, type Stats } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { shortDigest } from '../../system/digest.ts'
import { untrustedComponent } from '../../system/path-owner.ts'
import type { Environment } from '../../system/shell.ts'
import { daemonProblem } from './problems.ts'

/** The shortest limit of any system, without the final zero. */
const MAX_PATH_BYTES = 103
const LONGEST_FILE_NAME = '/0000000000.sock'

/** A private folder whose path is short enough for a socket; created if missing. */
export function socketFolder(env: Environment, home: string): string {
  const runtime = env['XDG_RUNTIME_DIR']
  const mark = shortDigest(home)
  const places = [
    // Not created by us: the system would hide or remove it when the user logs in.
    ...(runtime && isAbsolute(runtime) && existsSync(runtime) ? [join(runtime, 'agent-loop', mark)] : []),
    join(home, 'daemon', 'run'),
    // The last one exists on every system with such sockets, whatever TMPDIR says.
    ...[tmpdir(), '/tmp'].map(folder => join(folder, `agent-loop-${process.getuid?.() ?? 0}-${mark}`)),
  ]
  const tried: string[] = []
  for (const place of places) {
    const trouble = troubleWith(place)
    if (trouble === null) return place
    tried.push(`${place} (${trouble})`)
  }
  throw daemonProblem('no-socket-folder', { folders: tried })
}

function troubleWith(path: string): string | null {
  if (Buffer.byteLength(path + LONGEST_FILE_NAME) > MAX_PATH_BYTES) return 'the path is too long'
  try {
    const before = foreignPart(path)
    if (before !== null) return before
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const place = lstatSync(path)
    return place.isDirectory() && isOwn(place) && (place.mode & 0o077) === 0 ? foreignPart(path) : 'it is not private'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Why another user could have put a socket there; null when only this one could. The daemon's requests contain secrets. */
export function foreignSocket(path: string): string | null {
  const socket = lstatSync(path, { throwIfNoEntry: false })
  return foreignPart(dirname(path)) ?? (socket && !isOwn(socket) ? `${path} belongs to another user` : null)
}

function foreignPart(path: string): string | null {
  const found = untrustedComponent(path)
  return found ? `${found.path} ${found.why}` : null
}

const isOwn = ({ uid }: Stats): boolean => process.geteuid === undefined || uid === process.geteuid()
