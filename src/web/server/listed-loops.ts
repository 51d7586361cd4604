import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isLoopId } from '../../loop/loop-id.ts'
import {
  iterationDirectory,
  type LoopPaths,
  layoutFor,
  loopPaths,
  projectFolder,
  projectsOf,
} from '../../store/layout.ts'
import { readMerge } from '../../store/merge-record.ts'
import { nodeDisk } from '../../system/disk.ts'
import type { Environment } from '../../system/shell.ts'
import { stateHome } from '../../system/state-home.ts'
import type { LoopPage, LoopRow, PageLog, TurnPage } from '../page-data.ts'
import { type FollowedLoop, FollowedLoops } from './followed-loop.ts'
import { logSize } from './log-part.ts'
import { LoopList } from './loop-list.ts'
import { loopPage } from './loop-page.ts'
import { PlanList } from './plan-list.ts'
import { turnPage } from './turn-page.ts'

/** A loop that the page asks about. Its names come from the list, never from the request. */
export interface ListedLoop {
  readonly row: LoopRow
  readonly paths: LoopPaths
}

/** The words of the command line, which the page uses as well. */
export interface PageWords {
  readonly stepName: (step: string) => string
  /** What a person can type about the loop. */
  readonly commands: (loop: FollowedLoop) => readonly string[]
}

/** Reads the loops in the state home. Nothing here writes. */
export class ListedLoops {
  readonly list: LoopList
  readonly plans: PlanList
  readonly #disk = nodeDisk('private')
  readonly #home: string
  readonly #followed: FollowedLoops
  readonly #words: PageWords

  constructor(env: Environment, words: PageWords) {
    this.#home = stateHome(env)
    this.list = new LoopList(this.#disk, this.#home)
    this.#followed = new FollowedLoops(this.#disk)
    this.plans = new PlanList(this.#disk, this.#home, this.#followed)
    this.#words = words
  }

  /** A loop that was started a moment ago; null when the list does not have it yet. */
  async started(id: string): Promise<LoopRow | null> {
    await this.list.refresh()
    return this.list.withId(id)
  }

  /** Null for a loop that is not in the list. */
  async find(project: string, id: string): Promise<ListedLoop | null> {
    if (!isLoopId(id)) return null
    await this.list.refresh()
    if (this.list.row(project, id) === null) await this.list.refreshAll()
    const row = this.list.row(project, id)
    if (row === null) return null
    const folder = projectFolder(join(projectsOf(this.#home), row.project))
    const layout = { ...layoutFor(this.#home, row.directory, row.view), ...folder }
    return { row, paths: loopPaths(layout, row.id) }
  }

  /** Null when the loop has no journal: an earlier tool wrote it. */
  async page({ row, paths }: ListedLoop): Promise<LoopPage | null> {
    const loop = await this.#followed.read(paths.journal)
    if (loop === null) return null
    return loopPage({
      row,
      loop,
      hasReceipt: existsSync(paths.receipt),
      hasTree: existsSync(loop.state.spec.tree),
      merged: await readMerge(this.#disk, paths.directory),
      commands: this.#words.commands(loop),
    })
  }

  async turn({ paths }: ListedLoop, turn: number): Promise<TurnPage | null> {
    const loop = await this.#followed.read(paths.journal)
    if (loop === null || turn > loop.state.iteration) return null
    const logs = {
      agent: await logSize(logFile(paths, turn, 'agent')),
      verify: await logSize(logFile(paths, turn, 'verify')),
    }
    return turnPage({ events: loop.events, turn, logs, stepName: this.#words.stepName })
  }
}

export const logFile = (paths: LoopPaths, turn: number, name: PageLog): string =>
  join(iterationDirectory(paths, turn), `${name}.log`)
