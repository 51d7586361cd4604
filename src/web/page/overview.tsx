import { signal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { LOOP_FILTERS, type LoopFilter, type LoopRow, type LoopWindow } from '../page-data.ts'
import { load } from './api.ts'
import { now } from './clock.ts'
import { useKeys } from './keys.ts'
import { change } from './live.ts'
import { CommandLine, Fact, StatusMark } from './marks.tsx'
import { useNarrow } from './narrow.ts'
import { linkTo } from './route.ts'
import { VirtualList } from './virtual-list.tsx'
import { agoWords, costWords, failingWords, lastPart, timeLeft, timeSpent } from './words.ts'

const FILTER_WORDS: Readonly<Record<LoopFilter, string>> = {
  all: 'All',
  active: 'Active',
  verified: 'Verified',
  other: 'Not verified',
}

// Outside the component: coming back from a loop shows the list as it was.
const filter = signal<LoopFilter>('all')
const search = signal('')
const current = signal(-1)
const range = signal({ from: 0, count: 60 })
const list = signal<LoopWindow | null>(null)
const place = signal({ top: 0 })

export function Overview() {
  const latest = useRef(0)
  useSignalEffect(() => {
    const query = new URLSearchParams({
      filter: filter.value,
      search: search.value,
      from: String(range.value.from),
      count: String(Math.min(200, range.value.count)),
    })
    void change.value.loops
    latest.current += 1
    const asked = latest.current
    void load<LoopWindow>(`/api/loops?${query}`).then(found => {
      if (found && asked === latest.current) list.value = found
    })
  })
  const field = useRef<HTMLInputElement>(null)
  useKeys({
    '/': () => field.current?.focus(),
    j: () => move(1),
    k: () => move(-1),
    Enter: () => openCurrent(),
  })
  const narrow = useNarrow()
  const window = list.value
  if (window?.counts.all === 0 && search.value === '' && window.troubles.length === 0) return <NoLoops />
  return (
    <section class="overview" aria-label="Loops">
      <div class="toolbar">
        <h1>Loops</h1>
        <div class="filters" role="group" aria-label="Filter">
          {LOOP_FILTERS.map(each => (
            <button type="button" key={each} aria-pressed={filter.value === each} onClick={() => choose(each)}>
              {FILTER_WORDS[each]} <span class="count">{window?.counts[each].toLocaleString('en') ?? ''}</span>
            </button>
          ))}
        </div>
        <input
          ref={field}
          type="search"
          aria-label="Search loops"
          placeholder="Search (press /)"
          value={search.value}
          onInput={({ currentTarget }) => find(currentTarget.value)}
          onKeyDown={leave}
        />
      </div>
      {window?.troubles.map(text => (
        <p class="notice bad" key={text}>
          {text}
        </p>
      ))}
      {window?.total === 0 ? <NoMatch /> : <Columns />}
      {window?.total === 0 ? null : (
        <VirtualList
          label="Loops"
          total={window?.total ?? 0}
          rowHeight={narrow ? 92 : 56}
          current={current.value}
          place={place.value}
          onRange={ask}
          render={index => <Row row={window?.rows[index - window.from] ?? null} current={index === current.value} />}
        />
      )}
    </section>
  )
}

const STEP = 20

/** In steps, so that scrolling by a row does not ask for another part. */
function ask(from: number, count: number): void {
  const [first, most] = [Math.floor(from / STEP) * STEP, Math.ceil(count / STEP + 1) * STEP]
  if (first !== range.value.from || most !== range.value.count) range.value = { from: first, count: most }
}

function choose(each: LoopFilter): void {
  filter.value = each
  toTop()
}

function find(text: string): void {
  search.value = text
  toTop()
}

/** Another list begins at its first row. */
function toTop(): void {
  current.value = -1
  place.value = { top: 0 }
  range.value = { from: 0, count: range.value.count }
}

/** Back to the list. Browsers would also clear the field. */
function leave(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.currentTarget.blur()
}

function move(by: number): void {
  const total = list.value?.total ?? 0
  current.value = Math.max(0, Math.min(total - 1, current.value + by))
}

function openCurrent(): void {
  const row = list.value?.rows[current.value - list.value.from]
  if (row) location.hash = linkTo(row)
}

/** Names the facts once for all rows. Screen readers hear them in each row. */
const Columns = () => (
  <div class="row columns-head" aria-hidden="true">
    <span>State</span>
    <span>Task</span>
    <span class="facts">
      {['Turn', 'Failing', 'Spent', 'When'].map(name => (
        <span key={name}>{name}</span>
      ))}
    </span>
  </div>
)

function NoMatch() {
  const all = (): void => {
    find('')
    choose('all')
  }
  return (
    <div class="empty">
      <p>No loop matches.</p>
      <p>
        <button type="button" onClick={all}>
          Show all loops
        </button>
      </p>
    </div>
  )
}

const NoLoops = () => (
  <section class="empty first" aria-label="Loops">
    <h1>No loops yet</h1>
    <p>The loops of all your projects appear here while they run. Start one in a project:</p>
    <CommandLine text='agent-loop run "fix the failing tests"' />
    <p>
      or <a href="#/start">start a loop on this page</a>.
    </p>
  </section>
)

function Row({ row, current }: { readonly row: LoopRow | null; readonly current: boolean }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (current) link.current?.focus({ preventScroll: true })
    // The row may be loaded after the keyboard has reached it.
  }, [current, row === null])
  if (row === null) return <div class="row loading" aria-hidden="true" />
  return (
    <a class="row" href={linkTo(row)} ref={link} aria-current={current ? 'true' : undefined}>
      <StatusMark status={row.status} />
      <span class="what">
        <span class="task">{row.task}</span>
        <span class="where" title={row.directory}>
          {lastPart(row.directory)}
          {notesOn(row).map(note => ` · ${note}`)}
        </span>
      </span>
      <Facts row={row} />
    </a>
  )
}

/** What a person wants to know before opening it. */
const notesOn = ({ ofMerge, damaged, ended, status }: LoopRow): readonly string[] => [
  ...(ofMerge ? ['verified again for the merge'] : []),
  ...(damaged === null ? [] : ['records damaged']),
  ...(ended === null || status === 'verified' ? [] : [ended]),
]

function Facts({ row }: { readonly row: LoopRow }) {
  const running = row.status === 'running'
  const left = timeLeft(row, now.value)
  const when = running ? (left === '–' ? left : `${left} left`) : agoWords(row.lastActive, now.value)
  const spent = timeSpent(row, now.value)
  return (
    <span class="facts">
      <Fact name="Turn" text={`${row.turn}/${row.maxTurns}`} />
      <Fact name="Failing" text={failingWords(row)} tone={row.failing > 0 ? 'bad-text' : ''} />
      <Fact name="Spent" text={[spent, ...(row.spent.usd ? [costWords(row.spent.usd)] : [])].join(', ')} />
      <Fact name="When" text={when} />
    </span>
  )
}
