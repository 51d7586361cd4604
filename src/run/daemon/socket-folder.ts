import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { shortDigest } from '../../system/digest.ts'
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
  const found = places.find(
    place => Buffer.byteLength(place + LONGEST_FILE_NAME) <= MAX_PATH_BYTES && madePrivate(place),
  )
  if (found) return found
  throw daemonProblem('no-socket-folder', { folders: places })
}

function madePrivate(path: string): boolean {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const place = lstatSync(path)
    const mine = process.getuid === undefined || place.uid === process.getuid()
    return place.isDirectory() && mine && (place.mode & 0o077) === 0
  } catch {
    return false
  }
}
