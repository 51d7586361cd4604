import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import type { ProtectedKind } from '../../../tools/paths/protected-kind.ts'

export interface OutsidePath {
  readonly path: string
  readonly kind: ProtectedKind
}

type Environment = Readonly<Record<string, string | undefined>>

const HOME_FILES =
  `.npmrc .yarnrc .yarnrc.yml .config/yarn/config .config/pnpm/rc .config/npm/npmrc .bunfig.toml .gitconfig .config/git/config .config/git/attributes
  .cargo/config .cargo/config.toml .config/go/env .pip/pip.conf .config/pip/pip.conf .pydistutils.cfg .mavenrc .m2/settings.xml .m2/toolchains.xml
  .gradle/gradle.properties .gradle/init.gradle .gradle/init.gradle.kts .rspec .config/rspec/options .rubocop.yml .config/rubocop/config.yml
  .bundle/config .gemrc .config/nextest.toml .mocharc.json .babelrc .eslintrc .eslintrc.json .eslintrc.js .prettierrc .coveragerc .config/mypy/config
  .mypy.ini .config/ruff/ruff.toml .config/ruff/pyproject.toml .config/flake8 .pylintrc .config/pylintrc .noderc .config/uv/uv.toml .config/pypoetry/config.toml
  .composer/config.json .config/composer/config.json .phpunit.xml .bazelrc .config/nix/nix.conf .config/mise/config.toml .tool-versions .proverc
  .config/deno/deno.json .clang-tidy .config/just/justfile `
    .trim()
    .split(/\s+/)

// Their names are all that is needed, and what is in them is read by each run.
const HOME_FOLDERS = ['.gradle/init.d', '.local/lib/node_modules/.hooks', '.node_modules', '.node_libraries']

// Variables that name a file which a tool reads at its start.
const NAMING_VARIABLES =
  'BASH_ENV ENV NPM_CONFIG_USERCONFIG NPM_CONFIG_GLOBALCONFIG npm_config_userconfig GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GOENV PIP_CONFIG_FILE PYTHONSTARTUP COVERAGE_RCFILE MYPY_CONFIG_FILE RUFF_CONFIG PRETTIER_CONFIG MAVEN_CONFIG'.split(
    ' ',
  )

// Read from any folder above the one in which a tool is started.
const ABOVE =
  'package.json .npmrc .yarnrc .yarnrc.yml pnpm-workspace.yaml .cargo/config .cargo/config.toml rust-toolchain rust-toolchain.toml Cargo.toml go.work tsconfig.json .eslintrc .eslintrc.js .eslintrc.cjs .eslintrc.json .eslintrc.yml eslint.config.js eslint.config.mjs .babelrc babel.config.js .prettierrc .editorconfig biome.json pytest.ini tox.ini setup.cfg pyproject.toml conftest.py .pylintrc ruff.toml .ruff.toml .rubocop.yml .rspec .mocharc.json .mocharc.yml turbo.json nx.json .tool-versions mise.toml .envrc .python-version .nvmrc .clang-tidy'.split(
    ' ',
  )

/** Absolute paths outside of the tree that tools read by themselves, there or not. */
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
  const paths = new Set([...homes, ...listed, ...named, ...moved])
  const above = foldersAbove(tree).flatMap(folder => ABOVE.map(name => join(folder, name)))
  return [
    ...[...paths].filter(path => !path.startsWith(`${tree}/`)).map(path => ({ path, kind: 'home' as const })),
    ...above.filter(path => !paths.has(path)).map(path => ({ path, kind: 'auto-loaded' as const })),
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
  const fixed = ['config', 'config.worktree', 'info/attributes', 'info/grafts', 'objects/info/alternates']
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
    return existsSync(shared) ? [own, realpathSync(resolve(own, readFileSync(shared, 'utf8').trim()))] : [own]
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
