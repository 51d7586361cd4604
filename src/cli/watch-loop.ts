import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { CheckFacts, LoopEvent } from '../loop/events.ts'
import { exitCodeOf } from '../loop/outcome.ts'
import type { LoopState } from '../loop/state.ts'
import { type AgentLoop, createAgentLoop } from '../run/agent-loop.ts'
import { onSecondSignal } from '../run/request/signals.ts'
import { EXIT } from '../std/exit-codes.ts'
import { layoutOf, loopPaths } from '../store/layout.ts'
import type { Environment } from '../system/shell.ts'
import { shellQuote } from '../tools/shell/shell-quote.ts'
import { askForAgent } from './ask.ts'
import { changeSummary } from './change-summary.ts'
import type { CommandContext } from './command.ts'
import { canAsk } from './person.ts'
import { isColored, viewFor } from './view/choose-view.ts'
import { foldLines } from './view/fold-lines.ts'
import type { Paths, Retype } from './view/next-step.ts'
import { reportLines } from './view/report.ts'
import { standardTerminal } from './view/terminal.ts'
import type { LoopView } from './view/view.ts'
import { countsOf, painter, type ViewCounts } from './view/words.ts'

interface WatchedLoop {
  /** Starts the loop. */
  readonly start: (loop: AgentLoop, signal: AbortSignal) => Promise<LoopState>
  /** Its events so far. */
  readonly past?: readonly LoopEvent[]
  /** Called for every event, before it is shown. */
  readonly onEvent?: (event: LoopEvent) => void
  readonly retype: Retype
  /** An event as it is shown. */
  readonly shown?: (event: LoopEvent) => LoopEvent
  /** Where a person finds more, when the loop's own folders are removed. */
  readonly kept?: (id: string) => Pick<Paths, 'progress' | 'handOff'>
}

interface FollowedLoop extends WatchedLoop {
  readonly view: LoopView
  /** Aborts the loop. */
  readonly signal: AbortSignal
}

/** Runs a loop here, shows it while it runs, and reports how it ended. */
export async function watchLoop(context: CommandContext, place: LoopPlace, watched: WatchedLoop): Promise<LoopState> {
  const { signal } = context
  const view = viewFor(context)
  view.recall(watched.past ?? [])
  const stopping = (): void => view.note('Stopping… press Ctrl-C again to kill immediately')
  signal.addEventListener('abort', stopping, { once: true })
  const { state, report } = await followLoop(context, place, { ...watched, view, signal }).finally(() =>
    signal.removeEventListener('abort', stopping),
  )
  await report()
  return state
}

interface LoopPlace {
  readonly stateDirectory: string | null
  readonly maxLoops?: number
}

/** The same without the report: resolves to a function that prints it. */
export async function followLoop(
  context: CommandContext,
  { stateDirectory, maxLoops }: LoopPlace,
  { start, past = [], onEvent, retype, shown = event => event, kept, view, signal }: FollowedLoop,
): Promise<{ readonly state: LoopState; readonly report: () => Promise<void> }> {
  const { cwd, env } = context
  const latest: WatchedEvents = { check: null, baseline: null, receipt: null }
  for (const event of past) remember(latest, event)
  const loop = createAgentLoop({
    cwd,
    env,
    stateDirectory,
    maxLoops,
    emit: saved => {
      const event = shown(saved)
      onEvent?.(event)
      remember(latest, event)
      view.show(event)
    },
    onProving: view.proving,
    onWarning: message => view.note(`agent-loop: ${message}`),
    onKillSwitch: onSecondSignal,
    ...(context.terminal && !context.json ? { onTerminalNotice: standardTerminal.writeNow } : {}),
    ...(canAsk(context)
      ? { ask: (question, choices, over) => view.aside(() => askForAgent(question, choices, over)) }
      : {}),
  })
  const state = await start(loop, signal).finally(view.end)
  const report = async (): Promise<void> => {
    const { outcome } = state
    if (outcome === null || context.json) return
    const { snapshots } = loopPaths(layoutOf(env, loop.tree, stateDirectory), state.spec.id)
    const changed = await changeSummary(outcome, snapshots, context)
    const paths = pathsFrom(context, { ...loop.viewOf(state.spec.id), ...kept?.(state.spec.id), changed }, loop.tree)
    const paint = painter(isColored(context))
    const lines = reportLines({ state, outcome, ...latest }, paths, retype, paint)
    for (const line of await foldLines(lines, context)) context.out(line)
  }
  return { state, report }
}

export const codeOf = ({ outcome }: LoopState): number => (outcome ? exitCodeOf(outcome) : EXIT.gateBroken)

export interface WatchedEvents {
  check: CheckFacts | null
  baseline: ViewCounts | null
  receipt: string | null
}

export function remember(latest: WatchedEvents, event: LoopEvent): void {
  if (event.kind === 'loop-end') latest.receipt = event.receipt
  if (event.kind === 'baseline-end' || event.kind === 'check-end') latest.check = event
  if (event.kind === 'baseline-end') latest.baseline = countsOf(event.evidence)
}

/** Paths inside the current directory are shown relative to it. */
export function pathsFrom(
  { flags, given, shellDirectory, fleet, positionals, env }: CommandContext,
  view: Pick<Paths, 'progress' | 'handOff' | 'changed'> & { readonly iterations: string },
  tree: string,
): Paths {
  const near = (path: string): string => {
    const inner = relative(shellDirectory(), path)
    return inner.startsWith('..') ? path : inner
  }
  return {
    progress: near(view.progress),
    handOff: near(view.handOff),
    log: (iteration, name) => near(join(view.iterations, String(iteration).padStart(3, '0'), name)),
    where: Object.entries({ cwd: flags.text('cwd'), 'state-dir': given['state-dir'] })
      .flatMap(([name, value]) => (value === undefined ? [] : [` --${name} ${shellQuote(value)}`]))
      .join(''),
    before: stateHomePrefix(env),
    confirm: process.stdin.isTTY ? '' : ' -y',
    changed: view.changed,
    pull: fleet === undefined ? null : `agent-loop fleet pull ${positionals[0]}`,
    git: existsSync(join(tree, '.git')),
  }
}

/** Sets the state home of a loop that is not among the person's own, such as the demo's, before a command; else empty. */
export function stateHomePrefix({ XDG_STATE_HOME: home }: Environment): string {
  return home === undefined || home === process.env['XDG_STATE_HOME'] ? '' : `XDG_STATE_HOME=${shellQuote(home)} `
}
