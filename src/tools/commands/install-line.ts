import { nearest } from '../../std/nearest.ts'
import { TOOLS } from '../catalog.ts'
import type { MissingTool } from './start-failure.ts'

type Ecosystem = 'npm' | 'python' | 'ruby' | 'php' | 'rust' | 'go' | 'elixir'
type Listed = ReadonlySet<string>

/** Where a program comes from, by its name. A program that is not listed gets no line: a package of that name may be anybody's. */
const SOURCES: Readonly<Record<Exclude<Ecosystem, 'go' | 'elixir'>, string>> = {
  npm: 'jest vitest mocha ava jasmine tap uvu karma cypress playwright tsc eslint prettier biome oxlint stylelint standard xo knip vue-tsc svelte-check tsd c8 nyc vite webpack rollup tsup esbuild tsdown publint stryker markdownlint-cli2 tsx ts-node',
  python:
    'pytest tox nox ruff mypy pyright basedpyright pylint flake8 pycodestyle pyflakes bandit black isort interrogate pydocstyle coverage mutmut doc8 yamllint',
  ruby: 'rspec rubocop rake standardrb sorbet',
  php: 'phpunit phpstan pest psalm php-cs-fixer phpcs',
  rust: 'cargo-nextest cargo-llvm-cov cargo-deny mdbook',
}

/** Programs of Go come by the path of their module. */
const GO_MODULES: Readonly<Record<string, string>> = {
  'golangci-lint': 'github.com/golangci/golangci-lint/cmd/golangci-lint',
  staticcheck: 'honnef.co/go/tools/cmd/staticcheck',
  govulncheck: 'golang.org/x/vuln/cmd/govulncheck',
  goimports: 'golang.org/x/tools/cmd/goimports',
  gosec: 'github.com/securego/gosec/v2/cmd/gosec',
  shfmt: 'mvdan.cc/sh/v3/cmd/shfmt',
}

/** Packages with another name than their program. */
const packages = new Map([
  ...TOOLS.flatMap(({ commands }) => (commands?.package ? [[commands.programs, commands.package] as const] : [])),
  ['pest', 'pestphp/pest'],
  ['phpunit', 'phpunit/phpunit'],
  ['phpstan', 'phpstan/phpstan'],
  ['psalm', 'vimeo/psalm'],
  ['php-cs-fixer', 'friendsofphp/php-cs-fixer'],
  ['phpcs', 'squizlabs/php_codesniffer'],
  ['playwright', '@playwright/test'],
  ['stryker', '@stryker-mutator/core'],
])

const ecosystems = new Map<string, Ecosystem>([
  ...(Object.entries(SOURCES) as [Ecosystem, string][]).flatMap(([ecosystem, names]) =>
    names.split(' ').map(name => [name, ecosystem] as const),
  ),
  ...Object.keys(GO_MODULES).map(name => [name, 'go'] as const),
])

interface Installer {
  readonly of: Ecosystem
  readonly file: string
  readonly all: string
  readonly one: string
}

const installer = (of: Ecosystem, file: string, all: string, one: string): Installer => ({ of, file, all, one })

// The lock file tells which installer a project uses; the first that is there wins.
const installers: readonly Installer[] = [
  installer('npm', 'pnpm-lock.yaml', 'pnpm install', 'pnpm add -D'),
  installer('npm', 'yarn.lock', 'yarn install', 'yarn add -D'),
  installer('npm', 'bun.lock', 'bun install', 'bun add -d'),
  installer('npm', 'bun.lockb', 'bun install', 'bun add -d'),
  installer('npm', 'package-lock.json', 'npm ci', 'npm install -D'),
  installer('npm', 'package.json', 'npm install', 'npm install -D'),
  installer('python', 'uv.lock', 'uv sync', 'uv add --dev'),
  installer('python', 'poetry.lock', 'poetry install', 'poetry add --group dev'),
  installer('python', 'pdm.lock', 'pdm install', 'pdm add -dG dev'),
  installer('python', 'Pipfile.lock', 'pipenv install --dev', 'pipenv install --dev'),
  installer('python', 'requirements-dev.txt', 'pip install -r requirements-dev.txt', 'pip install'),
  installer('python', 'requirements.txt', 'pip install -r requirements.txt', 'pip install'),
  installer('python', 'pyproject.toml', 'pip install -e .', 'pip install'),
  installer('ruby', 'Gemfile', 'bundle install', 'bundle add'),
  installer('php', 'composer.json', 'composer install', 'composer require --dev'),
  installer('rust', 'Cargo.toml', 'cargo build', 'cargo install'),
  installer('go', 'go.mod', 'go mod download', 'go install'),
  installer('elixir', 'mix.exs', 'mix deps.get', 'mix deps.get'),
]

/** Installs a program for the user, where the project is of another ecosystem. npm and composer would add a manifest. */
const forUser: Readonly<Partial<Record<Ecosystem, string>>> = {
  python: 'pip install',
  ruby: 'gem install',
  rust: 'cargo install',
  go: 'go install',
}

const WITHOUT_INSTALLER: ReadonlySet<MissingTool['what']> = new Set(['script', 'target', 'file', 'option'])

/**
 * How this project gets what is missing. `root` are the names in its folder; `declared` says whether its manifest names the
 * tool's package already, so that installing what is declared is enough. Null for a program that we do not know.
 */
export function installLine(missing: MissingTool, root: Listed, declared: (name: string) => boolean): string | null {
  if (WITHOUT_INSTALLER.has(missing.what)) return null
  const present = installers.filter(({ file }) => root.has(file))
  if (missing.what === 'dependencies') return present[0]?.all ?? null
  const toolchain = Object.hasOwn(TOOLCHAINS, missing.program) ? TOOLCHAINS[missing.program] : undefined
  if (toolchain !== undefined) return toolchain
  const name = packages.get(missing.program) ?? missing.program
  const ecosystem = ecosystems.get(missing.program)
  const own = present.find(({ of }) => ecosystem === undefined || of === ecosystem)
  if (own && declared(name)) return own.all
  if (ecosystem === undefined) return null
  const one = own?.one ?? forUser[ecosystem]
  return one === undefined ? null : `${one} ${ecosystem === 'go' ? `${GO_MODULES[name]}@latest` : name}`
}

const KNOWN_PROGRAMS = [
  ...new Set([...TOOLS.flatMap(({ commands }) => commands?.programs?.split(' ') ?? []), ...ecosystems.keys()]),
]

/** Programs that install others. They are no typos, and no project installs them with itself. */
const TOOLCHAINS: Readonly<Record<string, string>> = {
  pnpm: 'corepack enable pnpm',
  yarn: 'corepack enable yarn',
  bun: 'npm install -g bun',
  uv: 'pip install uv',
  poetry: 'pip install poetry',
  pdm: 'pip install pdm',
  pipenv: 'pip install pipenv',
  hatch: 'pip install hatch',
  bundle: 'gem install bundler',
}

/** The known program that a typo most likely meant; null when none is near, or when it is a known one itself. */
export function nearProgram(word: string): string | null {
  if (word.length < SHORTEST_TYPO || KNOWN_PROGRAMS.includes(word)) return null
  return nearest(
    word,
    KNOWN_PROGRAMS.filter(name => Math.abs(name.length - word.length) <= 1),
  )
}

const SHORTEST_TYPO = 4
