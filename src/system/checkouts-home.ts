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
  const usual = `${home}-proofs`
  if (!isHidden(usual)) return usual
  const name = `agent-loop-proofs-${process.getuid?.() ?? 0}-${shortDigest(home)}`
  // On disk, unlike `/tmp` of many systems: the installed dependencies are copied, too.
  const places = [env['TMPDIR'], '/var/tmp'].filter(place => place && isAbsolute(place) && !isHidden(place))
  return places.map(place => join(place ?? '', name)).find(place => troubleWithOwnFolder(place) === null) ?? usual
}

const isHidden = (path: string): boolean => /\/\.[^/]/.test(path)
