import { basename, dirname, join, resolve } from 'node:path'
import { shortDigest } from '../system/digest.ts'
import { isWithin } from '../system/is-within.ts'
import type { Environment } from '../system/shell.ts'
import { stateHome } from '../system/state-home.ts'
import { storeProblem } from './problems.ts'

/** Every path of the private store and of the state view. Temporary checkouts and clean copies: `system/checkouts-home.ts`. */
export interface Layout {
  /** The private store: per user, outside every project. */
  readonly home: string
  /** The user's signing keys. */
  readonly keys: string
  readonly leases: string
  /** The slots of background loops, over all projects. */
  readonly slots: string
  /** The worktrees of loops. Next to the private store and not in it, because agents work in them. */
  readonly worktrees: string
  /** Which session of another assistant takes the turns of which loop. */
  readonly sessions: string
  readonly project: string
  readonly registry: string
  readonly registryLock: string
  /** One file per ended loop. */
  readonly archive: string
  /** Reflections, across loops. */
  readonly reflections: string
  /** The state view in the project, for people and other programs; never read for a decision. */
  readonly view: string
  readonly viewReflections: string
  /** The folder that no link in the state view may leave: the tree, or the state directory itself where it is elsewhere. */
  readonly viewRoot: string
}

/** One project of this user, for reading its loops. */
export type ProjectFolder = Pick<Layout, 'project' | 'registry' | 'archive'>

/** The files for reading one loop. */
export type LoopFiles = Pick<LoopPaths, 'directory' | 'journal' | 'pulse'>

export interface LoopPaths {
  readonly directory: string
  readonly journal: string
  readonly iterations: string
  readonly checkpoints: string
  readonly analytics: string
  readonly pulse: string
  readonly proposal: string
  readonly baseline: string
  readonly snapshots: string
  readonly receipt: string
  /** Orders to the loop: abort, pause, hints. */
  readonly control: string
  /** Exists when the loop runs in the background, also after it has ended. */
  readonly background: string
  /** Whom to tell about the loop. */
  readonly notify: string
  readonly viewDirectory: string
  readonly viewState: string
  readonly viewProgress: string
  readonly viewReceipt: string
  /** Links from the state view into the private store: path and target. */
  readonly viewLinks: readonly (readonly [name: string, target: string])[]
  /** The hand-off, for continuing where the loop could not. */
  readonly handOff: string
  readonly viewHandOff: string
}

/** Where some projects note what was done in them. */
export const activityLogIn = (tree: string): string => join(tree, '.aiwg', 'activity.log')

const DEFAULT_VIEW = join('.aiwg', 'ralph')

/** Where the loops of a tree are stored for this user; `stateDirectory` overrides the place of the state view. */
export function layoutOf(env: Environment, tree: string, stateDirectory: string | null): Layout {
  const view = resolve(tree, stateDirectory ?? DEFAULT_VIEW)
  if (tree === view || tree.startsWith(`${view}/`)) {
    throw storeProblem('state-directory-is-project', { view })
  }
  return layoutFor(stateHome(env), tree, view)
}

/** A project is identified by the directory of its state view, so two state directories in one tree are two projects. */
export function layoutFor(home: string, tree: string, stateDirectory: string): Layout {
  const project = join(projectsOf(home), `${basename(tree) || 'root'}-${shortDigest(stateDirectory)}`)
  return {
    home,
    keys: join(home, 'keys'),
    leases: leasesIn(home),
    slots: join(home, 'places'),
    sessions: sessionsIn(home),
    worktrees: worktreesIn(home),
    ...projectFolder(project),
    registryLock: join(project, 'lock'),
    reflections: join(project, 'reflections'),
    view: stateDirectory,
    viewReflections: join(stateDirectory, 'reflections'),
    viewRoot: isWithin(stateDirectory, tree) ? tree : stateDirectory,
  }
}

/** The worktrees of loops, over all projects. */
export const worktreesIn = (home: string): string => `${home}-worktrees`

export const projectsOf = (home: string): string => join(home, 'projects')

export const projectFolder = (project: string): ProjectFolder => ({
  project,
  registry: join(project, 'registry.json'),
  archive: join(project, 'archive'),
})

/** Records of loops that cannot be read. */
export const damagedOf = ({ project }: Pick<Layout, 'project'>): string => join(project, 'damaged')

/** For each race, the loop whose result may act. */
export const racesOf = ({ project }: Pick<Layout, 'project'>): string => join(project, 'races')

export const loopsOf = ({ project }: Pick<Layout, 'project'>): string => join(project, 'loops')

export function loopFiles(folder: Pick<Layout, 'project'>, id: string): LoopFiles {
  const directory = join(loopsOf(folder), id)
  // The pulse is the loop's line of the registry as it is now; the registry itself is written only when a loop begins and ends.
  return { directory, journal: join(directory, 'events.jsonl'), pulse: join(directory, 'entry.json') }
}

export const plansOf = ({ project }: Pick<Layout, 'project'>): string => join(project, 'plans')

/** The files of one plan. */
export interface PlanPaths {
  readonly directory: string
  readonly journal: string
  /** Orders to the process that runs it. */
  readonly control: string
}

export function planPaths(layout: Pick<Layout, 'project'>, id: string): PlanPaths {
  const directory = join(plansOf(layout), id)
  return { directory, journal: join(directory, 'events.jsonl'), control: join(directory, 'control') }
}

export const archiveFile = ({ archive }: Pick<Layout, 'archive'>, id: string): string => join(archive, `${id}.json`)

export function loopPaths(layout: Layout, id: string): LoopPaths {
  const files = loopFiles(layout, id)
  const { directory, journal } = files
  const viewDirectory = join(layout.view, 'loops', id)
  const iterations = join(directory, 'iterations')
  const checkpoints = join(directory, 'checkpoints')
  const analytics = join(directory, 'analytics')
  return {
    ...files,
    iterations,
    checkpoints,
    analytics,
    proposal: join(directory, 'inferred-completion.yaml'),
    baseline: join(directory, 'baseline'),
    snapshots: join(directory, 'snapshots.git'),
    receipt: join(directory, 'receipt.json'),
    control: join(directory, 'control'),
    background: join(directory, 'background'),
    // Not in the loop's directory, which an agent in the sandbox can read.
    notify: join(layout.project, 'notify', `${id}.json`),
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

/** Tests that agents do not see, by tree. */
export const heldOutIn = (home: string): string => join(home, 'held-out')

/** One line for each ended loop of all projects. */
export const historyFile = (home: string): string => join(home, 'history.jsonl')

/** What loops of all projects cost, one file per day. */
export const spendingIn = (home: string): string => join(home, 'spending')

/** Leases of trees, over all projects. */
export const leasesIn = (home: string): string => join(home, 'leases')

/** The same, from one of the projects. */
export const leasesOf = ({ project }: Pick<Layout, 'project'>): string => leasesIn(dirname(dirname(project)))

/** Which session of an assistant takes the turns of which loop. */
export const sessionsIn = (home: string): string => join(home, 'sessions')

/** The files that the user's background loops share, over all projects. */
export interface DaemonPaths {
  readonly directory: string
  /** The process that runs them. */
  readonly record: string
  readonly lock: string
  /** Written periodically while it lives. */
  readonly heartbeat: string
  readonly log: string
  /** One file per background loop that has not ended: where it works, and the environment that it was started in. */
  readonly jobs: string
}

export function daemonPaths(home: string): DaemonPaths {
  const directory = join(home, 'daemon')
  return {
    directory,
    record: join(directory, 'daemon.json'),
    lock: join(directory, 'lock'),
    heartbeat: join(directory, 'heartbeat'),
    log: join(directory, 'daemon.log'),
    jobs: join(directory, 'jobs'),
  }
}

export const checkpointFile = (paths: LoopPaths, iteration: number): string =>
  join(paths.checkpoints, `iteration-${String(iteration).padStart(3, '0')}.json.gz`)

export const analyticsFile = (paths: LoopPaths): string => join(paths.analytics, 'analytics.json')

export const iterationDirectory = (paths: LoopPaths, iteration: number): string =>
  join(paths.iterations, String(iteration).padStart(3, '0'))
