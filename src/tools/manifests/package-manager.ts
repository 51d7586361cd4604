import type { ProjectScript } from '../commands/script-book.ts'
import { at, exists, fileAt, filesIn, inFolder, type Project, string, textAt } from './project.ts'

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const LOCKS: readonly (readonly [string, PackageManager])[] = [
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['pnpm-workspace.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['.yarnrc.yml', 'yarn'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
]

/** `packageManager` beats lockfiles; without either, what CI installs with. */
export function packageManager(project: Project, folder = ''): PackageManager {
  const data = fileAt(project, inFolder(folder, 'package.json'))?.data
  const named = /^(npm|pnpm|yarn|bun)\b/.exec(
    string(at(data, 'packageManager')) || string(at(data, 'devEngines', 'packageManager', 'name')),
  )
  if (named) return named[1] as PackageManager
  const locks = LOCKS.filter(([file]) => exists(project, inFolder(folder, file))).map(([, manager]) => manager)
  // Two lockfiles contradict each other; the pinned tool says which is meant.
  const pinned = /^\s*"?(pnpm|yarn|bun)\b/m.exec(
    `${textAt(project, '.tool-versions')}\n${textAt(project, 'mise.toml')}\n${textAt(project, '.mise.toml')}`,
  )?.[1]
  if (pinned !== undefined && new Set(locks).size !== 1) return pinned as PackageManager
  if (locks[0] !== undefined) return locks[0]
  const ci = filesIn(project, '.github/workflows', /\.ya?ml$/)
    .map(({ text }) => text)
    .join('\n')
  const installing = /\b(pnpm|yarn|bun) (install|i)\b/.exec(ci)
  return installing ? (installing[1] as PackageManager) : 'npm'
}

const OWN_WORDS =
  /^(add|install|i|ci|update|up|remove|rm|link|list|ls|audit|why|exec|dlx|create|init|publish|pack|run|version|info|config|cache|node|set|store|server|start|outdated|patch|deploy|import|fetch|prune|rebuild|root|env|help|login|bin|test\.)$/

/** How a script of package.json is run with this manager. */
function npmInvocation(manager: PackageManager, name: string): string {
  if (manager === 'npm') return name === 'test' ? 'npm test' : `npm run ${name}`
  if (manager === 'bun' || OWN_WORDS.test(name)) return `${manager} run ${name}`
  return `${manager} ${name}`
}

const hasGemfile = (project: Project, { source }: ProjectScript): boolean =>
  ['Gemfile', source.replace(/[^/]*$/, 'Gemfile')].some(path => exists(project, path))

/** The line that runs a script of the project. */
export function invocation(script: ProjectScript, manager: PackageManager, project: Project): string {
  const { runner, name } = script
  switch (runner) {
    case 'npm':
      return npmInvocation(manager, name)
    case 'make':
      return name === 'default' ? 'make' : `make ${name}`
    case 'task':
    case 'just':
      return name === 'default' ? runner : `${runner} ${name}`
    case 'rake':
      return `${hasGemfile(project, script) ? 'bundle exec ' : ''}rake${name === 'default' ? '' : ` ${name}`}`
    case 'deno':
      return `deno task ${name}`
    case 'tox':
      return name === 'default' ? 'tox' : `tox -e ${name}`
    case 'nox':
      return `nox -s ${name}`
    case 'hatch':
    case 'pdm':
    case 'mise':
    case 'melos':
      return `${runner} run ${name}`
    case 'cargo-make':
      return name === 'default' ? 'cargo make' : `cargo make ${name}`
    case 'clojure':
      return `clojure -M:${name}`
    case 'composer':
    case 'poe':
    case 'mix':
    case 'cargo':
    case 'bb':
      return `${runner} ${name}`
    case 'file':
      return name.includes('/') ? name : `./${name}`
  }
}
