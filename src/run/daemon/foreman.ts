import type { LoopEvent } from '../../loop/events.ts'
import type { Limits, LoopState } from '../../loop/state.ts'
import { isOpen } from '../../loop/status.ts'
import { UsageError } from '../../std/usage-error.ts'
import { peekLoop } from '../../store/journal/read-state.ts'
import { type DaemonPaths, type LoopPaths, layoutOf, loopPaths } from '../../store/layout.ts'
import type { Disk } from '../../system/disk.ts'
import type { ProcessIdentity } from '../../system/process-table.ts'
import { treeOf } from '../../system/tree.ts'
import { dropWorktree } from '../../workspace/worktrees/drop-worktree.ts'
import { type AgentLoop, createAgentLoop } from '../agent-loop.ts'
import type { RunRequest } from '../spec.ts'
import { dropJob, type Job, saveJob } from './jobs.ts'
import { type TakenPlace, takePlace } from './places.ts'

/** Runs background loops, several at once, in this process. */
export interface LoopRunner {
  /** Resolves when the loop is written down and on its way; rejects when it was refused, and nothing is left of it then. */
  begin(job: Job, request: RunRequest): Promise<void>
  resume(job: Job, how: { readonly limits: Partial<Limits>; readonly heeding: boolean }): Promise<void>
  /** How many are at work. */
  count(): number
  /** Has every loop rest when its turn is over and checked; resolves when none is at work. */
  rest(because: string): Promise<void>
  /** Ends all that the loops have started, at once; for the last moment of this process. */
  kill(): void
}

interface LoopRunnerParts {
  readonly disk: Disk
  readonly paths: DaemonPaths
  readonly self: ProcessIdentity
  readonly log: (message: string) => void
  /** Told when some loop has come a step further. */
  readonly onProgress: () => void
  readonly onIdle: () => void
}

interface AtWork {
  readonly job: Job
  readonly loop: AgentLoop
  readonly place: TakenPlace
  readonly over: Promise<void>
  readonly kill: () => void
}

type Crew = Map<string, AtWork>

export function createForeman(parts: LoopRunnerParts): LoopRunner {
  const { disk, paths, log } = parts
  const crew: Crew = new Map()
  const resume: LoopRunner['resume'] = async ({ resting: _, waits: __, ...job }, { limits, heeding }) => {
    if (crew.has(job.id))
      throw new UsageError(
        'tree-busy',
        `${job.id} is at work in the background.`,
        `Watch it with agent-loop attach ${job.id}`,
      )
    const place = await takePlace(parts, job, (await peekLoop(disk, pathsOf(job)))?.spec.task ?? '')
    await employ({ ...parts, crew, place }, job, loop => loop.resume(job.id, { limits, heeding }))
  }
  return {
    resume,
    async begin(job, request) {
      // Asked again by somebody who did not hear the answer, because a daemon died over it.
      if (crew.has(job.id)) return
      const before = await peekLoop(disk, pathsOf(job))
      if (before) return before.outcome ? undefined : await resume(job, { limits: {}, heeding: true })
      try {
        const place = await takePlace(parts, job, request.task)
        await employ({ ...parts, crew, place }, job, loop => loop.run({ ...request, id: job.id }))
      } catch (error) {
        await dropJob(disk, paths, job.id)
        throw error
      }
    },
    count: () => crew.size,
    async rest(because) {
      for (const { job, loop, place } of crew.values()) {
        await place.keepAtRest().catch((error: unknown) => log(`${job.id}: ${String(error)}`))
        await saveJob(disk, paths, { ...job, resting: true })
        await loop.pause(job.id, undefined, because).catch((error: unknown) => log(`${job.id}: ${String(error)}`))
      }
      await Promise.all([...crew.values()].map(({ over }) => over))
    },
    kill: () => {
      for (const { kill } of crew.values()) kill()
    },
  }
}

/** Resolves when the loop is on its way; what becomes of it then is in its journal, and in our log. */
async function employ(
  parts: LoopRunnerParts & { readonly crew: Crew; readonly place: TakenPlace },
  job: Job,
  go: (loop: AgentLoop) => Promise<LoopState>,
): Promise<void> {
  const { disk, paths, log, crew, place } = parts
  await saveJob(disk, paths, job)
  await new Promise<void>((begun, refused) => {
    let [kill, isBegun] = [(): void => {}, false]
    const loop = createAgentLoop({
      cwd: job.cwd,
      env: job.env,
      stateDirectory: job.stateDirectory,
      background: true,
      maxLoops: job.maxLoops,
      emit: event => {
        if (event.kind === 'loop-start' || event.kind === 'loop-resume') {
          isBegun = true
          void mark(disk, job).then(begun, begun)
        }
        if (isStep(event)) parts.onProgress()
      },
      onWarning: message => log(`${job.id}: ${message}`),
      onKillSwitch: now => {
        kill = now
      },
    })
    const over = go(loop)
      .then(async state => {
        log(`${job.id}: ${state.outcome?.kind ?? 'ended'}`)
        if (!state.outcome || !isOpen(state.outcome.kind)) await dropJob(disk, paths, job.id)
        await dropIdleTree(state, job)
      })
      .catch((error: unknown) => {
        log(`${job.id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
        return error
      })
      .then(async trouble => {
        crew.delete(job.id)
        const given = isBegun ? place.release() : place.handBack()
        await given.catch((error: unknown) => log(`${job.id}: ${String(error)}`))
        if (crew.size === 0) parts.onIdle()
        // Whoever is told may ask again at once, so all is as before by then.
        if (!isBegun) refused(trouble)
      })
    crew.set(job.id, { job, loop, place, over, kill: () => kill() })
  })
}

/** A tree that was made for a loop in which nothing was to be done. */
async function dropIdleTree({ outcome, spec }: LoopState, { env }: Job): Promise<void> {
  if (spec.worktree === null || outcome?.kind !== 'verified' || outcome.because !== 'already_green') return
  const { origin, branch } = spec.worktree
  await dropWorktree({ origin, path: spec.tree, branch, env })
}

/** Something was done and judged: whatever killed the daemons before, this one did not live in vain. */
const isStep = ({ kind }: LoopEvent): boolean => kind === 'check-end' || kind === 'loop-end'

/** So that whoever takes it up knows where it belongs, also when its environment is long forgotten. */
const mark = (disk: Disk, job: Job): Promise<void> => disk.write(pathsOf(job).background, '')

const pathsOf = ({ id, cwd, env, stateDirectory }: Job): LoopPaths =>
  loopPaths(layoutOf(env, treeOf(cwd), stateDirectory), id)
