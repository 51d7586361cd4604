import { homedir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from '../../system/blobs.ts'
import { userGit } from '../../system/git.ts'
import { readRegular } from '../../system/read-regular.ts'
import type { Environment } from '../../system/shell.ts'
import { gitFolders } from '../snapshots/user-repository.ts'

/** Settings that decide which files a checkout has, what is in them, and whether git notices that they differ. */
const SETTINGS =
  /^core\.(?:sparsecheckout|sparsecheckoutcone|autocrlf|eol|symlinks|ignorecase|precomposeunicode|attributesfile|ignorestat|checkstat|trustctime)$/

/**
 * Everything about a repository, besides programs, that changes what git checks out of a commit: a line per setting and per file, with
 * a digest of its value. An agent that changes it would choose the files of later checkouts, and so the tests that they have.
 */
export async function checkoutSettings(tree: string, env: Environment): Promise<readonly string[]> {
  const listed = await userGit(tree, env, ['config', '--list', '-z'])
  const entries = (listed.ok ? listed.value.toString() : '').split('\0').map(entry => entry.split('\n'))
  const named = new Map(entries.map(([name = '', ...value]) => [name, value.join('\n')]))
  const settings = [...named].filter(([name]) => SETTINGS.test(name))
  const files = placesIn(tree, env, named).flatMap(([name, path]) => {
    const bytes = readRegular(path)
    return bytes === null ? [] : [[name, bytes] as const]
  })
  return [...settings, ...files].map(([name, value]) => `${name} ${sha256(value)}`).sort()
}

type Place = readonly [name: string, path: string]

function placesIn(tree: string, env: Environment, named: ReadonlyMap<string, string>): readonly Place[] {
  const folders = gitFolders(tree)
  const home = env['HOME'] ?? homedir()
  const usual = join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'git', 'attributes')
  const attributes = named.get('core.attributesfile')?.replace(/^~(?=\/)/, home) ?? usual
  const own: readonly Place[] =
    folders === null
      ? []
      : [
          // Git copies the file of the working tree in which it is started into every new one.
          ...(named.get('core.sparsecheckout') === undefined
            ? []
            : [['info/sparse-checkout', join(folders.own, 'info/sparse-checkout')] as const]),
          ['info/attributes', join(folders.common, 'info/attributes')],
        ]
  return [...own, ['attributes of the user', attributes]]
}

/** The names of what differs; empty when nothing does. */
export function changedSettings(before: readonly string[], now: readonly string[]): readonly string[] {
  const differs = [...before.filter(line => !now.includes(line)), ...now.filter(line => !before.includes(line))]
  return [...new Set(differs.map(line => line.slice(0, line.lastIndexOf(' '))))]
}
