import { fold } from '../../loop/apply.ts'
import type { LoopEvent } from '../../loop/events.ts'
import { exitCodeOf } from '../../loop/outcome.ts'
import type { LoopState } from '../../loop/state.ts'
import { findLoop } from '../../run/find-loop.ts'
import { layoutHere } from '../../run/request/overview.ts'
import type { LoopPaths } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { treeOf } from '../../system/tree.ts'
import { plain } from '../../tools/reading/plain.ts'
import { argumentProblem } from '../argument-problems.ts'
import { changeSummary } from '../change-summary.ts'
import type { Command, CommandContext } from '../command.ts'
import { followLoop } from '../follow-loop.ts'
import { inProjectOfLatest } from '../project-of-loop.ts'
import { retypedFrom } from '../retype.ts'
import { isColored, viewFor } from '../view/choose-view.ts'
import { foldLines } from '../view/fold-lines.ts'
import { reportLines } from '../view/report.ts'
import type { LoopView } from '../view/view.ts'
import { painter } from '../view/words.ts'
import { pathsFrom, remember, type WatchedEvents } from '../watch-loop.ts'

const USAGE = 'agent-loop attach [loop-id]'
/** Enough to see what the agent is doing. */
const SAID_SHOWN = 4_000

export const attach: Command = {
  summary: 'Watches a running loop, and prints its report when it ends. Ctrl-C leaves; the loop continues.',
  usage: USAGE,
  settings: ['state-dir', 'fleet'],
  fleet: 'journals',
  queued: 'wait',
  flags: {},

  async run(asked) {
    const context = await inProjectOfLatest(asked, status => status === 'running')
    const [id, extra] = context.positionals
    if (id === undefined || extra !== undefined) throw argumentProblem('loop-expected', { usage: USAGE })
    const [disk, layout] = [nodeDisk('private'), await layoutHere(context)]
    const { paths } = await findLoop(disk, layout, id)
    const comesBack = await disk.exists(paths.background)
    const view = viewFor(context)
    const seen: LoopEvent[] = []
    const inTurn = (): boolean => seen.at(-1)?.kind === 'turn-start'
    await followLoop(
      { disk, layout, paths, id, log: 'agent.log', last: SAID_SHOWN, comesBack, signal: context.signal },
      {
        past: events => {
          seen.push(...events)
          // A program that attaches late reads all events from the start.
          if (context.json) events.forEach(view.show)
          else {
            view.recall(events)
            showState(view, fold(events))
          }
        },
        event: event => {
          seen.push(event)
          view.show(event)
        },
        text: (iteration, text) => {
          // The text of a finished turn is not shown.
          if (inTurn()) view.show({ kind: 'turn-text', loop: id, at: new Date().toISOString(), iteration, text })
        },
        proving: view.proving,
      },
    ).finally(() => view.end())
    return await leave(context, paths, seen)
  },
}

function showState(view: LoopView, state: LoopState | null): void {
  if (state === null) return
  const { spec, iteration, phase } = state
  view.note(`loop        ${spec.id}`)
  view.note(`task        ${plain(spec.task).split('\n')[0]}`)
  view.note(`done means  ${plain(spec.done).split('\n')[0]}`)
  const turn = iteration === 0 ? 'before the first turn' : `turn ${iteration} of ${spec.limits.iterations}`
  view.note(`state       ${turn}, ${PHASE_WORDS[phase]}`)
}

const PHASE_WORDS: Readonly<Record<LoopState['phase'], string>> = {
  opening: 'the check runs for the first time',
  ready: 'the next turn is about to start',
  'in-turn': 'the agent works',
  closing: 'the result is checked',
  waiting: 'waiting for a rate limit',
  ended: 'ended',
}

async function leave(context: CommandContext, paths: LoopPaths, seen: readonly LoopEvent[]): Promise<number> {
  const { out, json } = context
  const state = fold(seen)
  const outcome = state?.outcome
  if (!state || !outcome) {
    const resume = `agent-loop resume ${state?.spec.id}`
    const line = context.signal.aborted
      ? 'Detached. The loop continues.'
      : `The loop is no longer running. To resume: ${resume}`
    if (!json) out(line)
    return 0
  }
  const latest: WatchedEvents = { check: null, baseline: null, receipt: null }
  for (const event of seen) remember(latest, event)
  const view = {
    progress: paths.viewProgress,
    handOff: paths.viewHandOff,
    iterations: paths.iterations,
    changed: await changeSummary(outcome, paths.snapshots, context),
  }
  const lines = reportLines(
    { state, outcome, ...latest },
    pathsFrom(context, view, treeOf(context.cwd)),
    () => retypedFrom(state.spec),
    painter(isColored(context)),
  )
  if (!json) for (const line of await foldLines(lines, context)) out(line)
  return exitCodeOf(outcome)
}
