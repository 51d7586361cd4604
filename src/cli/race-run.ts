import type { LoopEvent } from '../loop/events.ts'
import { describeOutcome, exitCodeOf } from '../loop/outcome.ts'
import type { LoopState } from '../loop/state.ts'
import { closestCode } from '../run/race/closest.ts'
import { chooseEntrants } from '../run/race/entrants.ts'
import { type Lane, type RaceResult, race } from '../run/race/race.ts'
import { loopAskedFor } from '../run/request/loop-request.ts'
import { ownWorktree, type Workplace } from '../run/request/own-worktree.ts'
import type { Settings } from '../run/settings/load.ts'
import { formatDuration } from '../std/duration.ts'
import { EXIT } from '../std/exit-codes.ts'
import { isUsageError } from '../std/usage-error.ts'
import { newNonce } from '../system/shell.ts'
import { argumentProblem } from './argument-problems.ts'
import type { CommandContext } from './command.ts'
import { showDryRun } from './dry-run.ts'
import { retyped } from './retype.ts'
import { safeLine } from './safe-text.ts'
import { taskArgument } from './text-arguments.ts'
import { isColored, viewFor } from './view/choose-view.ts'
import { plainView } from './view/plain-view.ts'
import { followLoop } from './watch-loop.ts'

const USAGE = 'agent-loop run "<task>" [-c "<criterion>"] --race claude,codex'

interface Racer {
  readonly name: string
  readonly id: string
  readonly place: Workplace
}

/** Runs the same task with several agents, each in its own worktree. The first verified result wins, and the others stop. */
export async function runRace(context: CommandContext, settings: Settings): Promise<number> {
  refuseCombined(context)
  const { 'dry-run': dryRun, 'state-dir': stateDirectory } = settings.values
  const entrants = await chooseEntrants(context, settings)
  const asked = await loopAskedFor(context, taskArgument(context, 'run'), settings)
  const [first] = entrants
  if (dryRun && first) {
    const shown = { stateDirectory, where: 'in its own worktree', config: settings.config } as const
    const names = entrants.map(({ name }) => name)
    await showDryRun(context, { ...asked, agents: [first.agent] }, { ...shown, race: names })
    return EXIT.verified
  }
  const racers: Racer[] = []
  const race = newNonce()
  try {
    for (const { name, agent } of entrants) {
      const place = await ownWorktree(context, stateDirectory, { ...asked, race, agents: [agent] })
      racers.push({ name, id: place.request.id ?? '', place })
    }
  } catch (error) {
    for (const { place } of racers) await place.tidy(null)
    throw error
  }
  return await raced(context, racers, settings)
}

/** Each of these names one loop or one agent, or ends loops by their claim. */
export function refuseCombined({ given }: Pick<CommandContext, 'given'>, usage = USAGE): void {
  const other = (['agent', 'agent-cmd', 'loop-id', 'accept-claims', 'external'] as const).find(
    name => given[name] !== undefined,
  )
  if (other === undefined) return
  const flag = given.race === undefined ? '--race-cmd' : '--race'
  throw argumentProblem('flags-conflict', { flags: [flag, `--${other}`], usage })
}

async function raced(context: CommandContext, racers: readonly Racer[], { values }: Settings): Promise<number> {
  const { signal, err } = context
  const reports = new Map<string, () => Promise<void>>()
  const stopping = (): void => err('Stopping… press Ctrl-C again to kill immediately')
  signal.addEventListener('abort', stopping, { once: true })
  const start = async (id: string, lane: Lane) => {
    const racer = racers.find(each => each.id === id)
    if (!racer) throw new Error(`no loop ${id} in this race`)
    const { place } = racer
    const { state, report } = await followLoop(
      { ...context, cwd: place.cwd },
      { stateDirectory: place.stateDirectory, maxLoops: values['max-loops'] },
      {
        view: viewOf(context, racer.name),
        signal: lane.signal,
        start: (loop, over) => loop.run({ ...place.request, mayAct: lane.hasWon }, over),
        onEvent: event => {
          if (isVerified(event)) lane.verified()
        },
        retype: changes => retyped(place.request.task, context, changes),
      },
    )
    reports.set(id, report)
    return state
  }
  const { winner, results } = await race(
    racers.map(({ id }) => id),
    start,
    signal,
  ).finally(() => signal.removeEventListener('abort', stopping))
  for (const { id, state } of results) await racers.find(racer => racer.id === id)?.place.tidy(state)
  const code = signal.aborted && winner === null ? EXIT.aborted : winner === null ? codeWithout(results) : EXIT.verified
  await show(context, racers, { winner, results, code, reports })
  return code
}

const isVerified = (event: LoopEvent): boolean => event.kind === 'loop-end' && event.status === 'verified'

/** One line after the other, each with the name of its agent; what the agents print is in their logs. */
function viewOf(context: CommandContext, name: string) {
  if (context.json) return viewFor(context)
  const out = (line: string): void => context.out(line.trim() === '' ? '' : `[${safeLine(name)}] ${line}`)
  return plainView({ out, colored: isColored(context), clogged: () => true })
}

function codeWithout(results: readonly RaceResult[]): number {
  const codes = results.flatMap(({ state, error }) =>
    state?.outcome ? [exitCodeOf(state.outcome)] : isUsageError(error) ? [error.exitCode] : [],
  )
  return closestCode(codes) ?? EXIT.gateBroken
}

interface Shown {
  readonly winner: string | null
  readonly results: readonly RaceResult[]
  readonly code: number
  readonly reports: ReadonlyMap<string, () => Promise<void>>
}

async function show(context: CommandContext, racers: readonly Racer[], race: Shown): Promise<void> {
  const { json, out } = context
  const { winner, results, code, reports } = race
  const rows = racers.map(({ name, id, place }) => {
    const { state = null, error = null } = results.find(result => result.id === id) ?? {}
    return {
      loop_id: id,
      agent: name,
      branch: place.request.worktree?.branch ?? null,
      path: place.cwd,
      ...endOf(state, error),
    }
  })
  if (json) return out(JSON.stringify({ kind: 'race-end', winner, exit_code: code, loops: rows }))
  out('')
  for (const { agent, loop_id, status, iterations, ms, message } of rows) {
    const mark = loop_id === winner ? 'won' : status
    out(`${safeLine(agent)}  ${mark}  turn ${iterations}  ${formatDuration(ms)}  ${loop_id}  ${safeLine(message)}`)
  }
  // Without a winner, the last end says most about what is missing.
  const reported = winner ?? rows.at(-1)?.loop_id
  await reports.get(reported ?? '')?.()
  for (const { loop_id } of rows.filter(row => row.loop_id !== winner && reports.has(row.loop_id)))
    out(`  compare     agent-loop diff ${loop_id}`)
}

function endOf(state: LoopState | null, error: unknown) {
  if (state?.outcome)
    return {
      status: state.outcome.kind,
      iterations: state.iteration,
      exit_code: exitCodeOf(state.outcome),
      ms: state.spent.ms,
      message: describeOutcome(state.outcome),
    }
  const message = error instanceof Error ? error.message : String(error)
  return {
    status: 'not_started',
    iterations: 0,
    exit_code: isUsageError(error) ? error.exitCode : EXIT.gateBroken,
    ms: 0,
    message,
  }
}
