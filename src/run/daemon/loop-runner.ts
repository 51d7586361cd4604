import type { LoopEvent } from '../../loop/events.ts'
import type { Limits, LoopState } from '../../loop/state.ts'
import { isOpen } from '../../loop/status.ts'
import { peekLoop } from '../../store/journal/read-state.ts'
import { type LoopPaths, layoutOf, loopPaths } from '../../store/layout.ts'
import type { Disk } from '../../system/disk.ts'
import type { ProcessIdentity } from '../../system/process-table.ts'
import { treeOf } from '../../system/tree.ts'
import { dropWorktree } from '../../workspace/worktrees/drop-worktree.ts'
import { type AgentLoop, createAgentLoop } from '../agent-loop.ts'
import { cleanText } from '../clean-output.ts'
import type { RunRequest } from '../run-request.ts'
import { dropJob, type Job, type JobStore, saveJob } from './jobs.ts'
import { daemonProblem } from './problems.ts'
import { type HeldSlot, takeSlot } from './slots.ts'

/** Runs background loops, several at once, in this process. */
export interface LoopRunner {
  /** Resolves when the loop is saved and running; rejects when it was refused, and then nothing of it is left. */
  start(job: Job, request: RunRequest): Promise<void>
  resume(job: Job, how: { readonly limits: Partial<Limits>; readonly heeding: boolean }): Promise<void>
  /** How many loops are running. */
  count(): number
  /** Pauses every loop after its turn is over and checked; resolves when none is running. */
  pauseAll(because: string): Promise<void>
  /** Kills all processes that the loops have started, at once; for the last moment of this process. */
  kill(): void
}

interface LoopRunnerParts extends JobStore {
  readonly self: ProcessIdentity
  readonly log: (message: string) => void
  /** Called when a turn was checked, or a loop ended. */
  readonly onProgress: () => void
  readonly onIdle: () => void
}

interface RunningLoop {
  readonly job: Job
  readonly loop: AgentLoop
  readonly slot: HeldSlot
  readonly ended: Promise<void>
  readonly kill: () => void
}

type RunningLoops = Map<string, RunningLoop>

export function createLoopRunner(parts: LoopRunnerParts): LoopRunner {
  const { disk, paths, log } = parts
  const running: RunningLoops = new Map()
  const resume: LoopRunner['resume'] = async ({ resting: _, waits: __, ...job }, { limits, heeding }) => {
    if (running.has(job.id)) throw daemonProblem('already-running', { id: job.id })
    const slot = await takeSlot(parts, job, (await peekLoop(disk, pathsOf(job)))?.spec.task ?? '')
    await launch({ ...parts, running, slot }, job, loop => loop.resume(job.id, { limits, heeding }))
  }
  return {
    resume,
    async start(job, request) {
      // The caller asks again when the daemon before died before it could respond.
      if (running.has(job.id)) return
      const before = await peekLoop(disk, pathsOf(job))
      if (before) return before.outcome ? undefined : await resume(job, { limits: {}, heeding: true })
      try {
        const slot = await takeSlot(parts, job, request.task)
        await launch({ ...parts, running, slot }, job, loop => loop.run({ ...request, id: job.id }))
      } catch (error) {
        await dropJob(disk, paths, job.id)
        throw error
      }
    },
    count: () => running.size,
    async pauseAll(because) {
      for (const { job, loop, slot } of running.values()) {
        await slot.keepForNextDaemon().catch((error: unknown) => log(`${job.id}: ${String(error)}`))
        await saveJob(parts, { ...job, resting: true })
        await loop.pause(job.id, undefined, because).catch((error: unknown) => log(`${job.id}: ${String(error)}`))
      }
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
    kill: () => {
      for (const { kill } of running.values()) kill()
    },
  }
}

/** Resolves when the loop is running; what becomes of it then is in its journal, and in our log. */
async function launch(
  parts: LoopRunnerParts & { readonly running: RunningLoops; readonly slot: HeldSlot },
  job: Job,
  run: (loop: AgentLoop) => Promise<LoopState>,
): Promise<void> {
  const { disk, paths, running, slot } = parts
  const log = (message: string): void => parts.log(`${job.id}: ${cleanText(message, job.env)}`)
  await saveJob(parts, job)
  await new Promise<void>((started, refused) => {
    let [kill, isStarted] = [(): void => {}, false]
    const loop = createAgentLoop({
      cwd: job.cwd,
      env: job.env,
      stateDirectory: job.stateDirectory,
      background: true,
      maxLoops: job.maxLoops,
      emit: event => {
        if (event.kind === 'loop-start' || event.kind === 'loop-resume') {
          isStarted = true
          void markAsBackground(disk, job).then(started, started)
        }
        if (isProgress(event)) parts.onProgress()
      },
      onWarning: log,
      onKillSwitch: now => {
        kill = now
      },
    })
    const ended = run(loop)
      .then(async state => {
        log(state.outcome?.kind ?? 'ended')
        if (!state.outcome || !isOpen(state.outcome.kind)) await dropJob(disk, paths, job.id)
        await dropUnusedWorktree(state, job)
      })
      .catch((error: unknown) => {
        log(error instanceof Error ? (error.stack ?? error.message) : String(error))
        return error
      })
      .then(async trouble => {
        running.delete(job.id)
        const freed = isStarted ? slot.release() : slot.handBack()
        await freed.catch((error: unknown) => log(String(error)))
        if (running.size === 0) parts.onIdle()
        // Last, because the caller may ask again at once.
        if (!isStarted) refused(trouble)
      })
    running.set(job.id, { job, loop, slot, ended, kill: () => kill() })
  })
}

/** A worktree that was made for a loop in which there was nothing to do. */
async function dropUnusedWorktree({ outcome, spec }: LoopState, { env }: Job): Promise<void> {
  if (spec.worktree === null || outcome?.kind !== 'verified' || outcome.because !== 'already_green') return
  const { origin, branch } = spec.worktree
  await dropWorktree({ origin, path: spec.tree, branch, env })
}

/** Work was done and checked: the earlier daemons that died do not count any more. */
const isProgress = ({ kind }: LoopEvent): boolean => kind === 'check-end' || kind === 'loop-end'

/** So that `resume` knows where the loop ran, also when its environment is no longer stored. */
const markAsBackground = (disk: Disk, job: Job): Promise<void> => disk.write(pathsOf(job).background, '')

const pathsOf = ({ id, cwd, env, stateDirectory }: Job): LoopPaths =>
  loopPaths(layoutOf(env, treeOf(cwd), stateDirectory), id)
