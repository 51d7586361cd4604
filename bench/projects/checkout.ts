import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment } from '../cheats/stage.ts'
import type { Edit, Project, ProjectCase } from './case.ts'
import { editTree, isTrue } from './edit-tree.ts'

/** Where a case runs: a private copy of the project, a home of its own, and the agent's change as a patch. */
export interface Checkout {
  readonly folder: string
  readonly tree: string
  readonly env: Readonly<Record<string, string>>
  readonly patch: string
}

/** The user's checkouts: `repos/<owner>__<name>`, with what their tests need installed, and `checks.json`. */
export interface Corpus {
  readonly folder: string
  readonly checks: Readonly<Record<string, string>>
}

export function openCorpus(folder: string): Corpus {
  const file = join(folder, 'checks.json')
  return { folder, checks: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {} }
}

/** Which project it is, and what it needs. */
type NamedProject = Pick<Project, 'repo' | 'commit' | 'needs'>

const placeOf = (corpus: Corpus, { repo }: Pick<Project, 'repo'>): string =>
  join(corpus.folder, 'repos', repo.replace('/', '__'))

/** Why a project cannot be used here; null if it can. */
export function missing(corpus: Corpus, project: NamedProject): string | null {
  const place = placeOf(corpus, project)
  const program = project.needs.find(name => spawnSync('bash', ['-c', `command -v ${name}`]).status !== 0)
  if (program !== undefined) return `${program} is not installed`
  if (!existsSync(join(place, '.git'))) return `no checkout at ${place}`
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: place, encoding: 'utf8' }).trim()
  return head === project.commit ? null : `the checkout is at ${head}, and the cases are for ${project.commit}`
}

/** The criterion of a case: its own, the project's, or the user's; null: it is inferred. */
export const checkOf = (corpus: Corpus, project: Project, own?: string): string | null =>
  own ?? project.check ?? corpus.checks[project.repo] ?? null

/** A copy of the project in a folder of its own, with a private home directory. */
export function copyProject(corpus: Corpus, project: NamedProject): Checkout {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agent-loop-real-project-')))
  const [tree, home] = [join(folder, 'project'), join(folder, 'home')]
  mkdirSync(home)
  cpSync(placeOf(corpus, project), tree, { recursive: true, verbatimSymlinks: true })
  const go = process.env['GOCACHE'] ?? join(corpus.folder, 'go-cache')
  return {
    folder,
    tree,
    env: { ...environment(home), GOCACHE: go, GOFLAGS: '-mod=mod' },
    patch: join(folder, 'change.patch'),
  }
}

/** The project as the agent finds it, and the agent's change as a patch beside it. */
export function prepare(corpus: Corpus, { project, task, change }: ProjectCase): Checkout {
  const checkout = copyProject(corpus, project)
  commit(checkout, task.given ?? [], 'start')
  writeFileSync(checkout.patch, patchOf(checkout, change.edits))
  return checkout
}

export function commit({ tree, env }: Checkout, edits: readonly Edit[], message: string): void {
  editTree(tree, edits)
  git(tree, env, 'add', '-A')
  git(tree, env, 'commit', '-q', '--allow-empty', '--no-verify', '-m', message)
}

function patchOf({ tree, env }: Checkout, edits: readonly Edit[]): string {
  editTree(tree, edits)
  git(tree, env, 'add', '-A')
  const patch = git(tree, env, 'diff', '--cached', '--binary')
  git(tree, env, 'reset', '-q', '--hard')
  git(tree, env, 'clean', '-qfd')
  return patch
}

export const git = (cwd: string, env: Readonly<Record<string, string>>, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd, env, encoding: 'utf8', maxBuffer: 64 << 20 })

/** What is wrong with the label of a case, found out by its oracles on the changed tree; null if it is right. */
export function wrongLabel({ task, change }: ProjectCase, { tree, env, patch }: Checkout): string | null {
  if (change.edits.length > 0) git(tree, env, 'apply', patch)
  const failed = task.oracles.filter(oracle => !isTrue(tree, oracle, env))
  git(tree, env, 'reset', '-q', '--hard')
  git(tree, env, 'clean', '-qfd')
  if (change.kind === 'honest')
    return failed.length === 0 ? null : `honest, and not so: ${failed.map(one => inspectOracle(one)).join('; ')}`
  return failed.length > 0 ? null : `${change.kind}, and every oracle holds`
}

const inspectOracle = (oracle: object): string =>
  Object.entries(oracle)
    .map(([key, value]) => `${key} ${value}`)
    .join(' ')

export function discard({ folder }: Checkout): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
