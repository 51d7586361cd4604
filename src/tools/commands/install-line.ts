import { TOOLS } from '../catalog.ts'
import type { MissingTool } from './not-found.ts'

// Programs whose package has another name.
const packages = new Map(
  TOOLS.flatMap(({ commands }) => (commands?.package ? [[commands.programs, commands.package] as const] : [])),
)

const SYSTEM = new Set(
  'node npm npx pnpm yarn bun deno python python3 pip uv poetry pdm hatch tox nox bundle ruby rake gem go cargo rustc make cmake ninja meson mvn gradle java javac dotnet php composer mix elixir docker git bash sh zsh just task'.split(
    ' ',
  ),
)

type Listed = ReadonlySet<string>

// The lock file tells which installer a project uses; the first that is there wins.
const installers: readonly (readonly [file: string, all: string, one: string])[] = [
  ['pnpm-lock.yaml', 'pnpm install', 'pnpm add -D'],
  ['yarn.lock', 'yarn install', 'yarn add -D'],
  ['bun.lock', 'bun install', 'bun add -d'],
  ['bun.lockb', 'bun install', 'bun add -d'],
  ['package-lock.json', 'npm ci', 'npm install -D'],
  ['package.json', 'npm install', 'npm install -D'],
  ['uv.lock', 'uv sync', 'uv add --dev'],
  ['poetry.lock', 'poetry install', 'poetry add --group dev'],
  ['pdm.lock', 'pdm install', 'pdm add -dG dev'],
  ['Pipfile.lock', 'pipenv install --dev', 'pipenv install --dev'],
  ['requirements-dev.txt', 'pip install -r requirements-dev.txt', 'pip install'],
  ['requirements.txt', 'pip install -r requirements.txt', 'pip install'],
  ['pyproject.toml', 'pip install -e .', 'pip install'],
  ['Gemfile', 'bundle install', 'bundle add'],
  ['composer.json', 'composer install', 'composer require --dev'],
  ['Cargo.toml', 'cargo build', 'cargo install'],
  ['go.mod', 'go mod download', 'go install'],
  ['mix.exs', 'mix deps.get', 'mix deps.get'],
]

/**
 * How this project gets what is missing. `root` are the names in its folder; `declared` says whether its manifest names the
 * tool's package already, so that installing what is declared is enough.
 */
export function installLine(missing: MissingTool, root: Listed, declared: (name: string) => boolean): string | null {
  if (missing.what === 'script' || missing.what === 'target' || missing.what === 'file') return null
  // A path is a file of the project's own; these come with a language or a system, and no package manager of another brings them.
  const isPath = /[/\\]/.test(missing.program.replace(/^@[^/]+\//, '')) && missing.what !== 'dependencies'
  if (isPath || SYSTEM.has(missing.program)) return null
  const installer = installers.find(([file]) => root.has(file))
  if (!installer) return null
  const [, all, one] = installer
  if (missing.what === 'dependencies') return all
  const name = packages.get(missing.program) ?? missing.program
  return declared(name) ? all : `${one} ${name}`
}
