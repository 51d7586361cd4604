import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { BASES, type Base } from './bases.ts'
import type { Case } from './case.ts'
import { PROJECTS } from './projects.ts'
import { STACKS } from './stacks.ts'

/** Where a case is played: a project as a person would have it, and a home of its own. */
export interface Stage {
  readonly folder: string
  readonly project: string
  readonly env: Readonly<Record<string, string>>
  /** Null where the project's own configuration says what done means. */
  readonly criterion: string | null
  readonly task: string
  /** What a loop that only runs a command would run. */
  readonly plain: string
}

/** What is used of the machine: the root of this repository, with its packages and its command line, and a folder with tools. */
export interface Sources {
  readonly repository: string
  /** Where packages that are not ours were installed; null when they could not be. */
  readonly tools: string | null
}

export function makeStage(one: Case, sources: Sources): Stage {
  const base = baseOf(one.base)
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-cheat-')))
  const [project, home] = [join(folder, one.folder ?? 'project'), join(folder, 'home')]
  mkdirSync(project)
  mkdirSync(home)
  const env = environment(home)
  if (base.folder !== undefined) cpSync(join(sources.repository, base.folder), project, { recursive: true })
  for (const [file, text] of Object.entries({ ...base.files, ...one.files })) {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    writeFileSync(join(project, file), text, { mode: file.endsWith('.sh') ? 0o755 : 0o644 })
  }
  installPackages(base.packages, sources.repository, project)
  const bin = join(home, 'bin')
  mkdirSync(bin)
  symlinkSync(join(sources.repository, 'dist/cli.cjs'), join(bin, 'agent-loop'))
  if (sources.tools !== null) {
    installPackages(base.tools ?? [], sources.tools, project)
    for (const program of base.programs ?? [])
      symlinkSync(join(sources.tools, 'node_modules/.bin', program), join(bin, program))
  }
  const criterion = one.criterion === undefined ? base.criterion : one.criterion
  for (const command of [base.install, one.git === false ? undefined : COMMIT, one.before])
    if (command !== undefined) execFileSync('bash', ['-c', command], { cwd: project, env, stdio: 'ignore' })
  const task = one.task ?? base.task ?? 'fix the failing test'
  return { folder, project, env, criterion, task, plain: base.plain ?? criterion ?? base.criterion ?? '' }
}

const COMMIT = `[ -e .gitignore ] || printf 'node_modules/\\ntarget/\\n' > .gitignore
git init -q -b main && git add -A && git commit -q -m start`

/** Nothing of who runs this but the programs; no registry, no word home. */
export function environment(home: string): Record<string, string> {
  return {
    PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a person',
    GIT_AUTHOR_EMAIL: 'person@example.org',
    GIT_COMMITTER_NAME: 'a person',
    GIT_COMMITTER_EMAIL: 'person@example.org',
    NPM_CONFIG_OFFLINE: 'true',
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
    TURBO_TELEMETRY_DISABLED: '1',
    ...toolHomes(),
  }
}

/** Tools that keep themselves in the home of who installed them must still be found from another one. */
function toolHomes(): Record<string, string> {
  const home = process.env['HOME'] ?? ''
  const homes = { RUSTUP_HOME: '.rustup', CARGO_HOME: '.cargo', PYENV_ROOT: '.pyenv' }
  return Object.fromEntries(
    Object.entries(homes)
      .map(([name, folder]): [string, string] => [name, process.env[name] ?? join(home, folder)])
      .filter(([, path]) => existsSync(path)),
  )
}

interface LockEntry {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
}

/** Copies, no links: a link would lead out of the project, and a cheat in there would reach this repository. */
function installPackages(names: readonly string[], place: string, project: string): void {
  if (names.length === 0) return
  const lock = JSON.parse(readFileSync(join(place, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockEntry>>
  }
  const bin = join(project, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  for (const path of closure(names, lock.packages)) {
    if (!existsSync(join(place, path))) continue
    // What stands within comes along with its package.
    if (path.lastIndexOf('node_modules/') === 0)
      cpSync(join(place, path), join(project, path), { recursive: true, dereference: false })
  }
  for (const name of names)
    for (const program of Object.keys(lock.packages[`node_modules/${name}`]?.bin ?? {}))
      cpSync(join(place, 'node_modules/.bin', program), join(bin, program), { verbatimSymlinks: true })
}

function closure(names: readonly string[], packages: Readonly<Record<string, LockEntry>>): ReadonlySet<string> {
  const seen = new Set<string>()
  const waiting = names.map(name => `node_modules/${name}`)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entry = packages[path]
    if (!entry || seen.has(path)) continue
    seen.add(path)
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const found = resolved(path, name, packages)
      if (found !== null) waiting.push(found)
    }
  }
  return seen
}

function resolved(from: string, name: string, packages: Readonly<Record<string, LockEntry>>): string | null {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const path = `${place}${place === '' ? '' : '/'}node_modules/${name}`
    if (packages[path]) return path
    if (place === '') return null
  }
}

export function strike({ folder }: Stage): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

/** Whether it answers from a home that is empty: what only leads to a tool in somebody's home is no tool there. */
function isInstalled(program: string): boolean {
  const known = answered.get(program)
  if (known !== undefined) return known
  const home = mkdtempSync(join(tmpdir(), 'agent-loop-home-'))
  const asked = `command -v ${program} && { ${program} --version || ${program} version; }`
  const { status } = spawnSync('bash', ['-c', asked], { env: environment(home), stdio: 'ignore' })
  rmSync(home, { recursive: true, force: true })
  answered.set(program, status === 0)
  return status === 0
}
const answered = new Map<string, boolean>()

/** Whether nothing large has to be copied for it. */
export function isLight(one: Case): boolean {
  const { packages, tools = [] } = baseOf(one.base)
  return packages.length + tools.length === 0
}

/** What a case needs and is not here. */
export function missingFor(one: Case, { tools }: Sources): readonly string[] {
  const base = baseOf(one.base)
  const wanted = tools === null ? [...(base.tools ?? []), ...(base.programs ?? [])] : []
  return [...base.needs.filter(program => !isInstalled(program)), ...wanted]
}

function baseOf(name: string): Base {
  const base = BASES[name] ?? PROJECTS[name] ?? STACKS[name]
  if (!base) throw new Error(`there is no base ${name}`)
  return base
}
