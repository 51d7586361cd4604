import type { LoopEvent } from '../../loop/events.ts'
import type { PlanEvent } from '../../plan/events.ts'
import type { PlanState } from '../../plan/plan-state.ts'
import type { CommandContext } from '../command.ts'
import { liveTaskRows } from '../plan-rows.ts'
import { safeLine } from '../safe-text.ts'
import { openScreen } from './screen.ts'
import { standardTerminal } from './terminal.ts'

/** Shows a plan while it runs. */
interface PlanView {
  show(event: PlanEvent, state: PlanState): void
  loop(task: string, event: LoopEvent): void
  proving(task: string): void
  note(line: string): void
  end(): Promise<void>
}

const REDRAW_MS = 250

/** JSON events with `--json`, a table of tasks at a terminal, one line per event otherwise. */
export function planView({ json, terminal, env, out, err }: CommandContext): PlanView {
  if (json)
    return {
      show: event => out(JSON.stringify(event)),
      loop: () => {},
      proving: () => {},
      note: err,
      end: async () => {},
    }
  if (!terminal || env['CI'] || env['TERM'] === 'dumb')
    return {
      show: event => {
        for (const line of eventLines(event)) out(line)
      },
      loop: () => {},
      proving: () => {},
      note: line => err(`agent-loop: ${safeLine(line)}`),
      end: async () => {},
    }
  return tableView()
}

function tableView(): PlanView {
  const screen = openScreen(standardTerminal)
  const live = new Map<string, string>()
  let plan: PlanState | null = null
  const draw = (): void => {
    if (plan === null) return
    const { columns, rows } = standardTerminal.size()
    screen.draw(liveTaskRows(plan, columns, live).slice(0, Math.max(1, rows - 2)))
  }
  const timer = setInterval(draw, REDRAW_MS)
  return {
    show: (event, state) => {
      plan = state
      if ('task' in event && event.kind !== 'task-start') live.delete(event.task)
      screen.add(eventLines(event))
      draw()
    },
    loop: (task, event) => {
      const words = loopWords(event)
      if (words !== null) live.set(task, words)
    },
    proving: task => live.set(task, 'proving: verifying the result'),
    note: line => screen.add([`agent-loop: ${safeLine(line)}`]),
    end: async () => {
      clearInterval(timer)
      await screen.close()
    },
  }
}

/** What a loop does now: the state, and what to say about it. */
function loopWords(event: LoopEvent): string | null {
  switch (event.kind) {
    case 'turn-start':
      return `running: turn ${event.iteration}`
    case 'turn-end':
      return `running: checking turn ${event.iteration}`
    case 'wait':
      return 'running: waiting for a rate limit'
    case 'loop-end':
      return 'running: ended'
    default:
      return null
  }
}

const namesIn = (ids: readonly string[]): string => ids.map(safeLine).join(', ')

const resetLine = (of: string, says: string, ids: readonly string[]): readonly string[] =>
  ids.length === 0 ? [] : [`reset     ${safeLine(of)}  ${says}: ${namesIn(ids)}`]

/** One line about an event, for people; none for events that only other processes need. */
function eventLines(event: PlanEvent): readonly string[] {
  switch (event.kind) {
    case 'task-start':
      return [`started   ${event.task}  ${event.loop}`]
    case 'task-end':
      return event.status === 'verified' ? [`verified  ${event.task}  ${safeLine(event.says)}`] : []
    case 'boxes-reset':
      return [
        ...resetLine(event.task, 'its agent marked tasks as done', event.boxes),
        ...resetLine(event.task, 'its agent changed or removed other tasks of the list', event.tasks ?? []),
      ]
    case 'list-changed':
      return [
        ...resetLine(event.path, 'marks that agent-loop did not set', event.boxes),
        ...(event.tasks.length === 0
          ? []
          : [`changed   ${safeLine(event.path)}  changed or removed since the plan began: ${namesIn(event.tasks)}`]),
      ]
    case 'task-merged':
      return [`merged    ${event.task}  ${event.commit.slice(0, 12)}`]
    case 'task-back':
      return [`sent back ${event.task}  ${safeLine(event.says)}`]
    case 'task-needs-you':
      return [`needs you ${event.task}  ${safeLine(event.says)}`]
    case 'plan-pause':
      return [`paused    ${safeLine(event.says)}`]
    default:
      return []
  }
}
