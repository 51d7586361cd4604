import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../std/result.ts'
import { userGit } from '../../system/git.ts'
import type { Environment } from '../../system/shell.ts'
import { type BytePath, below, fromText, toFs } from './byte-path.ts'
import {
  type FrozenRules,
  type IgnoreRules,
  INSTALLED,
  ignoredAmong,
  ignoreRules,
  type RuleSource,
} from './ignore-rules.ts'
import { gitFolders } from './user-repository.ts'

/** Reads the current rules of a tree: the user's, the repository's, and every .gitignore. */
export async function freezeRules(
  tree: string,
  env: Environment,
  excluded: ReadonlySet<BytePath>,
): Promise<Result<FrozenRules, string>> {
  const found = await ruleSources(tree, env, excluded)
  if (!gitFolders(tree)) return ok({ sources: found, tracked: [] })
  const listed = await userGit(tree, env, ['ls-files', '-z', '--cached'])
  if (!listed.ok) return fail(`the files that git tracks could not be listed: ${listed.error}`)
  const tracked = listed.value.toString('latin1').split('\0').filter(Boolean)
  return ok({ sources: found, tracked: ignoredAmong(found, tracked) })
}

/** The rules without the exception for tracked files. */
export async function ruleSources(
  tree: string,
  env: Environment,
  excluded: ReadonlySet<BytePath>,
): Promise<RuleSource[]> {
  const folders = gitFolders(tree)
  const outside = folders
    ? [await userExcludes(tree, env), readFlat(fromText(join(folders.common, 'info', 'exclude')))]
    : [defaultExcludes(env)]
  const sources = [INSTALLED, ...outside.flatMap(text => (text === null ? [] : [{ folder: '', text }]))]
  return [...sources, ...rulesWithin(fromText(tree), sources, excluded)]
}

async function userExcludes(tree: string, env: Environment): Promise<BytePath | null> {
  const set = await userGit(tree, env, ['config', '--type=path', '-z', '--get', 'core.excludesFile'])
  if (!set.ok) return defaultExcludes(env)
  const path = set.value.toString('latin1').replace(/\0$/, '')
  return path === '' ? null : readFollowing(path.startsWith('/') ? path : `${fromText(tree)}/${path}`)
}

function defaultExcludes({ HOME, XDG_CONFIG_HOME }: Environment): BytePath | null {
  const base = XDG_CONFIG_HOME || (HOME ? join(HOME, '.config') : null)
  return base === null ? null : readFollowing(fromText(join(base, 'git', 'ignore')))
}

/** Skips ignored folders, as git does. */
function rulesWithin(root: BytePath, outside: readonly RuleSource[], excluded: ReadonlySet<BytePath>): RuleSource[] {
  const found: RuleSource[] = []
  const visit = (folder: BytePath, above: readonly RuleSource[], aboveRules: IgnoreRules): void => {
    const here = folder === '' ? root : `${root}/${folder}`
    const text = readFlat(`${here}/.gitignore`)
    if (text !== null) found.push({ folder, text })
    const known = text === null ? above : [...above, { folder, text }]
    const rules = text === null ? aboveRules : ignoreRules({ sources: known, tracked: [] })
    for (const name of foldersIn(here)) {
      const path = below(folder, name)
      if (name !== '.git' && !excluded.has(path) && !rules.ignores(path, true)) visit(path, known, rules)
    }
  }
  visit('', outside, ignoreRules({ sources: outside, tracked: [] }))
  return found
}

function foldersIn(path: BytePath): BytePath[] {
  try {
    const entries = readdirSync(toFs(path), { withFileTypes: true, encoding: 'latin1' })
    return entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
  } catch {
    return []
  }
}

/** In a tree, a link is not a file of rules: git does not follow it either. */
const readFlat = (path: BytePath): BytePath | null => readRules(path, constants.O_NOFOLLOW)
const readFollowing = (path: BytePath): BytePath | null => readRules(path, 0)

function readRules(path: BytePath, flags: number): BytePath | null {
  let file: number
  try {
    file = openSync(toFs(path), constants.O_RDONLY | constants.O_NONBLOCK | flags)
  } catch {
    return null
  }
  try {
    return fstatSync(file).isFile() ? readFileSync(file, 'latin1') : null
  } finally {
    closeSync(file)
  }
}
