import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { UsageError } from '../../std/usage-error.ts'
import { shortDigest } from '../../system/digest.ts'
import type { Environment } from '../../system/shell.ts'

/** The shortest that a system allows, its ending zero taken off. */
const LONGEST_PATH = 103
const LONGEST_NAME = '/0000000000.sock'

/** A folder that nobody else can look into, short enough for the path of a socket; made when it is not there. */
export function socketFolder(env: Environment, home: string): string {
  const runtime = env['XDG_RUNTIME_DIR']
  const mark = shortDigest(home)
  const places = [
    // Who makes that directory owns it; one that we made would be hidden, or removed, when they come.
    ...(runtime && isAbsolute(runtime) && existsSync(runtime) ? [join(runtime, 'agent-loop', mark)] : []),
    join(home, 'daemon', 'run'),
    // The last is there on every system that has sockets of this kind, wherever TMPDIR leads.
    ...[tmpdir(), '/tmp'].map(folder => join(folder, `agent-loop-${process.getuid?.() ?? 0}-${mark}`)),
  ]
  const found = places.find(place => Buffer.byteLength(place + LONGEST_NAME) <= LONGEST_PATH && madePrivate(place))
  if (found) return found
  throw new UsageError(
    'storage',
    `No folder of your own is fit for a socket: ${places.join(', ')}`,
    'Set XDG_RUNTIME_DIR to a short path that only you can read.',
  )
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
