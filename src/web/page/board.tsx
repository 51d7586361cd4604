import { useSignal, useSignalEffect } from '@preact/signals'
import {
  BOARD_COLUMNS,
  type BoardColumn,
  type BoardLoop,
  type BoardTask,
  type PageStepToType,
  type PlanPage,
} from '../page-data.ts'
import { load } from './api.ts'
import { useKeys } from './keys.ts'
import { change } from './live.ts'
import { CommandLine, NotHere, PlanMark } from './marks.tsx'
import { focusNext } from './plans.tsx'
import { linkTo, pathOfPlan } from './route.ts'

const COLUMN_WORDS: Readonly<Record<BoardColumn, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  proving: 'Proving',
  merging: 'Merging',
  done: 'Done',
  needs_you: 'Needs you',
}

interface BoardViewProps {
  readonly project: string
  readonly id: string
}

/** The tasks of a plan, by where they stand. */
export function BoardView({ project, id }: BoardViewProps) {
  const page = useSignal<PlanPage | null | 'none'>(null)
  const path = pathOfPlan({ project, id })
  useSignalEffect(() => {
    void change.value
    void load<PlanPage>(path).then(found => {
      page.value = found ?? page.peek() ?? 'none'
    })
  })
  useKeys({
    j: () => focusNext('.card', 1),
    k: () => focusNext('.card', -1),
    Escape: () => (location.hash = '#/plans'),
  })
  const plan = page.value
  if (plan === null) return <p class="empty">Loading…</p>
  if (plan === 'none') return <NotHere what="plan" id={id} list="#/plans" />
  return (
    <article class="plan">
      <Head plan={plan} />
      <div class="board">
        {BOARD_COLUMNS.map(column => (
          <Column
            key={column}
            column={column}
            project={project}
            tasks={plan.tasks.filter(task => task.column === column)}
          />
        ))}
      </div>
      {plan.dropped.length === 0 ? null : <p class="sub">Given up: {plan.dropped.join(', ')}</p>}
    </article>
  )
}

function Head({ plan }: { readonly plan: PlanPage }) {
  const { row, gate, says, next } = plan
  return (
    <header class="head">
      <div class="title">
        <div>
          <PlanMark row={row} />
          <h1>{row.name}</h1>
        </div>
      </div>
      <p class="sub">
        <code>{row.id}</code> · {row.directory} · merged into {row.into}
      </p>
      <p role="status">
        {row.done} of {row.total} tasks are merged
        {row.needsYou === 0 ? '.' : `, ${row.needsYou} ${row.needsYou === 1 ? 'needs' : 'need'} you.`}
      </p>
      <p class="sub">
        Every merged result must keep: <code>{gate}</code>
      </p>
      {says === null ? null : <p class="notice">{says}</p>}
      <Steps steps={next} />
    </header>
  )
}

interface ColumnProps {
  readonly column: BoardColumn
  readonly project: string
  readonly tasks: readonly BoardTask[]
}

const Column = ({ column, project, tasks }: ColumnProps) => (
  <section class={`column ${column}`} aria-labelledby={`column-${column}`}>
    <h2 id={`column-${column}`}>
      {COLUMN_WORDS[column]} <span class="count">{tasks.length}</span>
    </h2>
    <ul>
      {tasks.map(task => (
        <li key={task.id}>
          <Card task={task} project={project} />
        </li>
      ))}
    </ul>
  </section>
)

function Card({ task, project }: { readonly task: BoardTask; readonly project: string }) {
  const { id, title, criterion, why, loops, next, commit, sentBack } = task
  return (
    <article class="card" tabIndex={-1} aria-labelledby={`task-${id}`}>
      <h3 id={`task-${id}`}>
        <span class="id">{id}</span> {title}
      </h3>
      {criterion === '' ? null : (
        <p class="done-means">
          <span class="sub">Done means</span> <code>{criterion}</code>
        </p>
      )}
      {why === null ? null : <p class="why">{why}</p>}
      {loops.map(loop => (
        <p class="sub" key={loop.id}>
          <a href={linkTo({ project, id: loop.id })} aria-label={`Loop of ${id}: ${loop.id}`}>
            Loop
          </a>
          {commit === null ? loopWords(loop) : null}
          {loop.agent === '' ? null : <span class="agent">{loop.agent}</span>}
        </p>
      ))}
      {commit === null ? null : (
        <p class="sub">
          Commit <code>{commit.slice(0, 12)}</code>
        </p>
      )}
      {sentBack === 0 ? null : <p class="sub">Sent back {sentBack === 1 ? 'once' : `${sentBack} times`}</p>}
      <Steps steps={next} />
    </article>
  )
}

const loopWords = ({ turn, maxTurns, failing }: BoardLoop): string =>
  turn === null
    ? ' · starting'
    : ` · ${turn === 0 ? 'first check' : `turn ${turn} of ${maxTurns}`}${failing === 0 ? '' : ` · ${failing} failing`}`

/** What only a person at a terminal may decide. */
const Steps = ({ steps }: { readonly steps: readonly PageStepToType[] }) =>
  steps.length === 0 ? null : (
    <div class="steps">
      {steps.map(({ says, command }) => (
        <CommandLine key={command} says={says} text={command} />
      ))}
    </div>
  )
