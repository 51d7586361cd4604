import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { readRegular } from '../../../system/read-regular.ts'
import { trustFile, userConfigFolder } from '../../../system/state-home.ts'
import { TOOLS } from '../../../tools/catalog.ts'
import type { ProtectedKind } from '../../../tools/protection/protected-kind.ts'
import { pythonStartup } from './python-startup.ts'

export interface OutsidePath {
  readonly path: string
  readonly kind: ProtectedKind
}

type Environment = Readonly<Record<string, string | undefined>>

const outside = (key: 'home' | 'above' | 'variables'): readonly string[] =>
  TOOLS.flatMap(({ protection }) => protection?.outside?.[key] ?? [])

const HOME_FILES = [
  ...outside('home'),
  ...'.gitconfig .config/git/config .config/git/attributes .config/nix/nix.conf .config/mise/config.toml .tool-versions'.split(
    ' ',
  ),
]

// Only their names are needed; every run reads their content.
const HOME_FOLDERS = ['.gradle/init.d', '.local/lib/node_modules/.hooks', '.node_modules', '.node_libraries']

// Variables that name a file which a tool reads when it starts.
const NAMING_VARIABLES = [...outside('variables'), 'BASH_ENV', 'ENV', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM']

// Read from any folder above the one in which a tool is started.
const ABOVE = [...outside('above'), '.editorconfig', '.tool-versions', 'mise.toml', '.envrc', '.nvmrc']

const OUR_CONFIGS = ['agent-loop.config.json', 'agent-loop.config.yaml']

/** Absolute paths outside the tree that tools read automatically, existing or not. */
export function outsidePlaces(tree: string, home: string, env: Environment): readonly OutsidePath[] {
  const config = env['XDG_CONFIG_HOME']
  const homes = HOME_FILES.map(name =>
    config && isAbsolute(config) && name.startsWith('.config/') ? join(config, name.slice(8)) : join(home, name),
  )
  const cargo = env['CARGO_HOME']
  const listed = HOME_FOLDERS.flatMap(folder => [join(home, folder), ...filesIn(join(home, folder))])
  const named = NAMING_VARIABLES.flatMap(name => {
    const path = env[name]
    return path && path !== 'off' ? [isAbsolute(path) ? path : resolve(tree, path)] : []
  })
  const moved = cargo ? [join(cargo, 'config'), join(cargo, 'config.toml')] : []
  const paths = new Set([...homes, ...listed, ...named, ...moved, ...pythonStartup(home, env)])
  const above = foldersAbove(tree).flatMap(folder => ABOVE.map(name => join(folder, name)))
  // What the next loop would read: its configuration, should a folder above become the tree, and the trust in it.
  const configs = foldersAbove(tree).flatMap(folder => OUR_CONFIGS.map(name => join(folder, name)))
  const own = ['config.json', 'config.yaml'].map(name => join(userConfigFolder({ ...env, HOME: home }), name))
  const ours = [...configs, ...own, trustFile(env, tree)]
  return [
    ...[...paths].filter(path => !path.startsWith(`${tree}/`)).map(path => ({ path, kind: 'home' as const })),
    ...above.filter(path => !paths.has(path)).map(path => ({ path, kind: 'auto-loaded' as const })),
    ...ours.map(path => ({ path, kind: 'loop-config' as const })),
  ]
}

function foldersAbove(tree: string): readonly string[] {
  const found: string[] = []
  for (let folder = dirname(tree); ; folder = dirname(folder)) {
    found.push(folder)
    if (dirname(folder) === folder) return found
  }
}

/** Git's own state that changes what git and its callers do. A linked worktree has it in two places. */
export function gitPlaces(tree: string): readonly OutsidePath[] {
  const folders = gitFolders(tree)
  const fixed = 'config config.worktree info/attributes info/sparse-checkout info/grafts objects/info/alternates'.split(
    ' ',
  )
  return folders.flatMap(folder => {
    const hooks = filesIn(join(folder, 'hooks')).filter(path => !path.endsWith('.sample'))
    const replaced = filesIn(join(folder, 'refs', 'replace'))
    const wellKnown = HOOKS.map(name => join(folder, 'hooks', name))
    const paths = new Set([...fixed.map(name => join(folder, name)), ...wellKnown, ...hooks, ...replaced])
    return [...paths].map(path => ({ path, kind: 'git' as const }))
  })
}

const HOOKS =
  'pre-commit post-checkout post-commit post-merge pre-push commit-msg prepare-commit-msg reference-transaction post-index-change fsmonitor-watchman post-rewrite'.split(
    ' ',
  )

function gitFolders(tree: string): readonly string[] {
  const place = join(tree, '.git')
  try {
    const text = statSync(place).isFile() ? readFileSync(place, 'utf8') : null
    if (text === null) return [place]
    const [, linked] = /^gitdir: (.+)/.exec(text) ?? []
    if (linked === undefined) return []
    const own = resolve(tree, linked.trim())
    const shared = join(own, 'commondir')
    return existsSync(shared) ? [own, realpathSync(resolve(own, String(readRegular(shared) ?? '').trim()))] : [own]
  } catch {
    return existsSync(place) ? [place] : []
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .sort()
      .map(name => join(folder, name))
  } catch {
    return []
  }
}
