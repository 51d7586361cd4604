import { basename, join, resolve } from 'node:path'
import { shortDigest } from '../host/digest.ts'
import { stateHome } from '../host/places.ts'
import type { Environment } from '../host/shell.ts'
import { UsageError } from '../std/usage-error.ts'

/** Every path that the program writes; no other file knows one. */
export interface Layout {
  /** The truth: per user, outside every project. */
  readonly home: string
  readonly leases: string
  readonly project: string
  readonly registry: string
  readonly registryLock: string
  /** The view: in the project, for people and other programs; never read for a decision. */
  readonly view: string
}

export interface LoopPaths {
  readonly directory: string
  readonly journal: string
  readonly iterations: string
  readonly proposal: string
  readonly baseline: string
  readonly viewDirectory: string
  readonly viewState: string
  readonly viewProgress: string
  readonly viewJournal: string
  readonly viewIterations: string
  /** For whoever goes on where the loop could not. */
  readonly handOff: string
  readonly viewHandOff: string
}

const DEFAULT_VIEW = join('.aiwg', 'ralph')

/** Where the loops of a tree are kept, for this user; `stateDirectory` is where the person wants the view, if not there. */
export function layoutOf(env: Environment, tree: string, stateDirectory: string | null): Layout {
  const view = resolve(tree, stateDirectory ?? DEFAULT_VIEW)
  if (tree === view || tree.startsWith(`${view}/`)) {
    throw new UsageError(
      'bad-arguments',
      `The state directory ${view} holds the project itself.`,
      'Give a folder of its own, as in --state-dir .aiwg/ralph',
    )
  }
  return layoutFor(stateHome(env), tree, view)
}

/** Projects are told apart by the directory that holds their view, so two state directories in one tree are two projects. */
export function layoutFor(home: string, tree: string, stateDirectory: string): Layout {
  const project = join(home, 'projects', `${basename(tree) || 'root'}-${shortDigest(stateDirectory)}`)
  return {
    home,
    leases: join(home, 'leases'),
    project,
    registry: join(project, 'registry.json'),
    registryLock: join(project, 'lock'),
    view: stateDirectory,
  }
}

export function loopPaths(layout: Layout, id: string): LoopPaths {
  const directory = join(layout.project, 'loops', id)
  const viewDirectory = join(layout.view, 'loops', id)
  return {
    directory,
    journal: join(directory, 'events.jsonl'),
    iterations: join(directory, 'iterations'),
    proposal: join(directory, 'inferred-completion.yaml'),
    baseline: join(directory, 'baseline'),
    viewDirectory,
    viewState: join(viewDirectory, 'state.json'),
    viewProgress: join(viewDirectory, 'progress.md'),
    viewJournal: join(viewDirectory, 'events.jsonl'),
    viewIterations: join(viewDirectory, 'iterations'),
    handOff: join(directory, 'hand-off.md'),
    viewHandOff: join(viewDirectory, 'hand-off.md'),
  }
}

export const iterationDirectory = (paths: LoopPaths, iteration: number): string =>
  join(paths.iterations, String(iteration).padStart(3, '0'))
