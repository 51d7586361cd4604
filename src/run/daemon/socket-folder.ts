import { existsSync, lstatSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { shortDigest } from '../../system/digest.ts'
import { foreignPart, isOwn, troubleWithOwnFolder } from '../../system/own-folder.ts'
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

const troubleWith = (path: string): string | null =>
  Buffer.byteLength(path + LONGEST_FILE_NAME) > MAX_PATH_BYTES ? 'the path is too long' : troubleWithOwnFolder(path)

/** Why another user could have put a socket there; null when only this one could. The daemon's requests contain secrets. */
export function foreignSocket(path: string): string | null {
  const socket = lstatSync(path, { throwIfNoEntry: false })
  return foreignPart(dirname(path)) ?? (socket && !isOwn(socket) ? `${path} belongs to another user` : null)
}
