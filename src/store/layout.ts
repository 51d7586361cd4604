import { basename, join, resolve } from 'node:path'
import { shortDigest } from '../host/digest.ts'
import { stateHome } from '../host/places.ts'
import type { Environment } from '../host/shell.ts'
import { UsageError } from '../std/usage-error.ts'

/** Every path that the program writes; no other file knows one. */
export interface Layout {
  /** The truth: per user, outside every project. */
  readonly home: string
  /** Of this user, for signing. */
  readonly keys: string
  readonly leases: string
  /** Which session of another assistant takes the turns of which loop. */
  readonly sessions: string
  readonly project: string
  readonly registry: string
  readonly registryLock: string
  /** One file a loop that has ended. */
  readonly archive: string
  /** What was learned, across loops. */
  readonly reflections: string
  /** The view: in the project, for people and other programs; never read for a decision. */
  readonly view: string
  readonly viewReflections: string
}

export interface LoopPaths {
  readonly directory: string
  readonly journal: string
  readonly iterations: string
  readonly checkpoints: string
  readonly analytics: string
  /** The loop's line of the registry as it is now; the registry itself is written only when a loop begins and ends. */
  readonly pulse: string
  readonly proposal: string
  readonly baseline: string
  readonly snapshots: string
  readonly receipt: string
  /** Where somebody who waives something waits for the loop. */
  readonly waivers: string
  /** Where people leave what they want of the loop. */
  readonly control: string
  readonly viewDirectory: string
  readonly viewState: string
  readonly viewProgress: string
  readonly viewReceipt: string
  /** Links into the private store: what stands in the view, and where it leads. */
  readonly viewLinks: readonly (readonly [name: string, target: string])[]
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
    keys: join(home, 'keys'),
    leases: join(home, 'leases'),
    sessions: join(home, 'sessions'),
    project,
    registry: join(project, 'registry.json'),
    registryLock: join(project, 'lock'),
    archive: join(project, 'archive'),
    reflections: join(project, 'reflections'),
    view: stateDirectory,
    viewReflections: join(stateDirectory, 'reflections'),
  }
}

export function loopPaths(layout: Layout, id: string): LoopPaths {
  const directory = join(layout.project, 'loops', id)
  const viewDirectory = join(layout.view, 'loops', id)
  const journal = join(directory, 'events.jsonl')
  const iterations = join(directory, 'iterations')
  const checkpoints = join(directory, 'checkpoints')
  const analytics = join(directory, 'analytics')
  return {
    directory,
    journal,
    iterations,
    checkpoints,
    analytics,
    pulse: join(directory, 'entry.json'),
    proposal: join(directory, 'inferred-completion.yaml'),
    baseline: join(directory, 'baseline'),
    snapshots: join(directory, 'snapshots.git'),
    receipt: join(directory, 'receipt.json'),
    waivers: join(directory, 'waivers'),
    control: join(directory, 'control'),
    viewDirectory,
    viewState: join(viewDirectory, 'state.json'),
    viewProgress: join(viewDirectory, 'progress.md'),
    viewReceipt: join(viewDirectory, 'receipt.json'),
    viewLinks: [
      [join(viewDirectory, 'events.jsonl'), journal],
      [join(viewDirectory, 'iterations'), iterations],
      [join(viewDirectory, 'checkpoints'), checkpoints],
      [join(viewDirectory, 'analytics'), analytics],
      [join(layout.view, 'archive'), layout.archive],
    ],
    handOff: join(directory, 'hand-off.md'),
    viewHandOff: join(viewDirectory, 'hand-off.md'),
  }
}

export const checkpointFile = (paths: LoopPaths, iteration: number): string =>
  join(paths.checkpoints, `iteration-${String(iteration).padStart(3, '0')}.json.gz`)

export const analyticsFile = (paths: LoopPaths): string => join(paths.analytics, 'analytics.json')

export const iterationDirectory = (paths: LoopPaths, iteration: number): string =>
  join(paths.iterations, String(iteration).padStart(3, '0'))
