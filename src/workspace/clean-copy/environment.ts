import type { Environment } from '../../system/shell.ts'
import { TOOLS } from '../../tools/catalog.ts'
import type { PrivateFolders } from '../../tools/protection/protection.ts'

/**
 * The environment in which nothing is answered from memory: caches of results are off or empty, and servers that tools leave
 * running are not asked, because they see the user's tree and not the clean copy. Everything else is as it was captured.
 */
export function cleanEnvironment(env: Environment, folders: PrivateFolders): Environment {
  const uncached = TOOLS.map(({ protection }) => protection?.uncached?.(env, folders))
  return Object.assign({}, env, temporaryFolder(env, folders.temporary), ...uncached)
}

function temporaryFolder(env: Environment, temporary: string): Environment {
  const set = ['TMP', 'TEMP'].filter(name => env[name] !== undefined)
  return { TMPDIR: temporary, ...Object.fromEntries(set.map(name => [name, temporary])) }
}
