import { useSignal, useSignalEffect } from '@preact/signals'
import type { PlanRow } from '../page-data.ts'
import { load } from './api.ts'
import { now } from './clock.ts'
import { useKeys } from './keys.ts'
import { change } from './live.ts'
import { CommandLine, Fact, PlanMark } from './marks.tsx'
import { linkToPlan } from './route.ts'
import { agoWords, lastPart } from './words.ts'

/** All plans of all projects. */
export function PlansView() {
  const rows = useSignal<readonly PlanRow[] | null>(null)
  useSignalEffect(() => {
    void change.value.plans
    void load<readonly PlanRow[]>('/api/plans').then(found => {
      if (found) rows.value = found
    })
  })
  useKeys({ j: () => focusNext('.plan-row', 1), k: () => focusNext('.plan-row', -1), Escape: toLoops })
  if (rows.value?.length === 0) return <NoPlans />
  return (
    <section class="plans" aria-labelledby="plans-title">
      <h1 id="plans-title">Plans</h1>
      <ul>
        {rows.value?.map(row => (
          <li key={`${row.project}/${row.id}`}>
            <Row row={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const NoPlans = () => (
  <section class="empty first" aria-label="Plans">
    <h1>No plans yet</h1>
    <p>A plan works through a list of tasks, and merges verified results. Run one in a project:</p>
    <CommandLine text="agent-loop plan run PLAN.md" />
  </section>
)

const toLoops = (): void => {
  location.hash = '#/'
}

/** Moves the keyboard to the next or previous element of a kind, in the order of the page. */
export function focusNext(selector: string, by: number): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)]
  const at = all.findIndex(each => each.contains(document.activeElement))
  all[Math.max(0, Math.min(all.length - 1, at === -1 ? (by > 0 ? 0 : all.length - 1) : at + by))]?.focus()
}

const Row = ({ row }: { readonly row: PlanRow }) => (
  <a class="row plan-row" href={linkToPlan(row)}>
    <PlanMark row={row} />
    <span class="what">
      <span class="task">{row.name}</span>
      <span class="where" title={row.directory}>
        {lastPart(row.directory)} · into {row.into}
      </span>
    </span>
    <span class="facts">
      <Fact name="Merged" text={`${row.done}/${row.total}`} />
      <Fact name="Needs you" text={String(row.needsYou)} tone={row.needsYou > 0 ? 'bad-text' : ''} />
      <Fact name="Last change" text={agoWords(row.lastActive, now.value)} />
    </span>
  </a>
)
