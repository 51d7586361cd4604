import { basename, join } from 'node:path'
import { describeAgent } from '../../agents/config.ts'
import { anywhere, columnOf, nextSteps, resumeStep, whyStill } from '../../plan/board.ts'
import { driverOf } from '../../plan/find-plan.ts'
import { currentLoops, type PlanState, type TaskState } from '../../plan/plan-state.ts'
import { peekPlan, type ReadPlace } from '../../plan/plan-store.ts'
import { leasesIn, loopFiles, planPaths, plansOf, projectFolder, projectsOf } from '../../store/layout.ts'
import { projectFolders } from '../../store/registry/find-projects.ts'
import type { Disk } from '../../system/disk.ts'
import type { BoardLoop, BoardTask, PlanPage, PlanRow } from '../page-data.ts'
import type { FollowedLoop, FollowedLoops } from './followed-loop.ts'

/** A plan as it was read, and what shows that it has changed. */
interface ReadPlan {
  /** The stamp of its journal. */
  readonly journal: string
  readonly running: boolean
  /** Nothing happens to it before its journal changes. */
  readonly still: boolean
  readonly row: PlanRow
  /** The journals of the loops that work for it now. */
  readonly journals: readonly string[]
}

/** All plans of all projects. A journal that has not changed is not read again. */
export class PlanList {
  readonly #disk: Disk
  readonly #home: string
  readonly #followed: FollowedLoops
  readonly #plans = new Map<string, ReadPlan>()
  #key = ''
  #version = 0

  constructor(disk: Disk, home: string, followed: FollowedLoops) {
    this.#disk = disk
    this.#home = home
    this.#followed = followed
  }

  /** Looks at all plans. The number increases whenever a plan, or a loop that works for it, has changed. */
  async refresh(): Promise<number> {
    const parts: string[] = []
    const seen = new Set<string>()
    for (const { project } of await projectFolders(this.#disk, this.#home))
      for (const id of await this.#disk.list(plansOf({ project }))) {
        const read = await this.#look(this.#placeOf(project), id)
        if (read === null) continue
        seen.add(join(project, id))
        const loops = await Promise.all(read.journals.map(path => this.#disk.stamp(path)))
        parts.push(`${project} ${id} ${read.journal} ${read.running} ${loops.join(' ')}`)
      }
    for (const name of this.#plans.keys()) if (!seen.has(name)) this.#plans.delete(name)
    const key = parts.join('\n')
    if (key !== this.#key) this.#version += 1
    this.#key = key
    return this.#version
  }

  /** Plans that run come first, then the latest. */
  async rows(): Promise<readonly PlanRow[]> {
    await this.refresh()
    const rank = ({ status, startedAt }: PlanRow): string => `${status === 'running' ? 1 : 0} ${startedAt}`
    return [...this.#plans.values()].map(({ row }) => row).sort((a, b) => (rank(a) < rank(b) ? 1 : -1))
  }

  /** Null for a plan that is not in the list. */
  async page(project: string, id: string): Promise<PlanPage | null> {
    const row = (await this.rows()).find(each => each.project === project && each.id === id)
    if (row === undefined) return null
    const place = this.#placeOf(projectFolder(join(projectsOf(this.#home), row.project)).project)
    const plan = await peekPlan(place, row.id)
    if (plan === null) return null
    const tasks = await Promise.all(plan.tasks.map(task => this.#task(place, plan, task)))
    return {
      row,
      gate: plan.spec.gateSays,
      says: plan.pause?.says ?? null,
      next: resumeStep(plan, row.status === 'running').map(step => anywhere(step, plan.spec)),
      tasks: tasks.filter(task => task !== null),
      dropped: plan.tasks.flatMap(({ task, status }) => (status === 'dropped' ? [task.title] : [])),
    }
  }

  #placeOf(project: string): ReadPlace {
    return { disk: this.#disk, layout: { project, leases: leasesIn(this.#home) } }
  }

  async #look(place: ReadPlace, id: string): Promise<ReadPlan | null> {
    const name = join(place.layout.project, id)
    const known = this.#plans.get(name)
    const journal = await this.#disk.stamp(planPaths(place.layout, id).journal)
    if (journal === null) return null
    // A process can be gone without a word in the journal.
    const running = known?.journal === journal && known.still ? false : (await driverOf(place, id)) !== null
    if (known?.journal === journal && known.running === running) return known
    const plan = await peekPlan(place, id).catch(() => null)
    if (plan === null) return null
    const row = rowOf(place, plan, running)
    const current = running ? plan.tasks.filter(({ status }) => status === 'running').flatMap(currentLoops) : []
    const read = {
      journal,
      running,
      still: plan.ended || plan.pause !== null,
      row,
      journals: current.map(loop => loopFiles(place.layout, loop).journal),
    }
    this.#plans.set(name, read)
    return read
  }

  async #task(place: ReadPlace, plan: PlanState, state: TaskState): Promise<BoardTask | null> {
    const running = state.status === 'running'
    const loops = await Promise.all(
      currentLoops(state).map(
        async id => [id, await this.#followed.read(loopFiles(place.layout, id).journal)] as const,
      ),
    )
    const proving = running && loops.some(([, loop]) => loop?.state.phase === 'closing')
    const column = columnOf(state, proving)
    if (column === null) return null
    const { task, commit, backs, spent } = state
    return {
      id: task.id,
      title: task.title,
      criterion: task.criterionSays,
      column,
      why: whyStill(plan, state),
      loops: loops.map(([id, loop]) => loopOf(id, loop)),
      commit,
      sentBack: backs,
      turns: spent.turns,
      next: nextSteps(state).map(step => anywhere(step, plan.spec)),
    }
  }
}

const loopOf = (id: string, loop: FollowedLoop | null): BoardLoop => ({
  id,
  agent: loop === null ? '' : describeAgent(loop.state.spec.agent),
  turn: loop === null ? null : loop.state.iteration,
  maxTurns: loop?.state.spec.limits.iterations ?? 0,
  failing: loop?.state.failing?.count ?? 0,
})

function rowOf({ layout }: ReadPlace, plan: PlanState, running: boolean): PlanRow {
  const { spec, tasks, pause, ended, startedAt, lastActive } = plan
  const among = (...statuses: readonly TaskState['status'][]): number =>
    tasks.filter(({ status }) => statuses.includes(status)).length
  return {
    project: basename(layout.project),
    id: spec.id,
    name: spec.source === null ? 'standard input' : basename(spec.source.path),
    directory: spec.workspace,
    into: spec.onto.replace('refs/heads/', ''),
    status: running ? 'running' : pause !== null ? 'paused' : ended ? 'ended' : 'open',
    total: tasks.length - among('dropped'),
    done: among('done'),
    needsYou: among('needs_you', 'refused'),
    startedAt,
    lastActive,
  }
}
