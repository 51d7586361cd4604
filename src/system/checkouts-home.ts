import { realpathSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { shortDigest } from './digest.ts'
import { troubleWithOwnFolder } from './own-folder.ts'
import type { Environment } from './shell.ts'
import { stateHome } from './state-home.ts'

/**
 * Where temporary checkouts are kept whose checks run in place. Not below a hidden folder such as `~/.local`, if there is another
 * place: web servers refuse to serve files from there, and some tools do not look for tests in it.
 */
export function checkoutsHome(env: Environment): string {
  const home = stateHome(env)
  const places = [env['TMPDIR'], '/var/tmp']
  return visible(`${home}-proofs`, `agent-loop-proofs-${user()}-${shortDigest(home)}`, places)
}

/**
 * Where clean copies are kept, with the temporary folders of their runs: not below a hidden folder either. The name is short, because the path of a
 * socket in there may have about a hundred characters.
 */
export const cleanCopiesHome = (env: Environment): string =>
  visible(join(stateHome(env), 'rooms'), `agent-loop-${user()}`, ['/var/tmp', env['TMPDIR']])

/** On disk, unlike `/tmp` of many systems: installed dependencies are copied, too. */
function visible(usual: string, name: string, places: readonly (string | undefined)[]): string {
  if (!isHidden(usual)) return usual
  for (const place of places) {
    const real = place && isAbsolute(place) ? realPath(place) : null
    if (real && !isHidden(real) && troubleWithOwnFolder(join(real, name)) === null) return join(real, name)
  }
  return usual
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}

const user = (): number => process.getuid?.() ?? 0

const isHidden = (path: string): boolean => /\/\.[^/]/.test(path)
