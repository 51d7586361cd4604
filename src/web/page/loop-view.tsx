import { useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { formatDuration } from '../../std/duration.ts'
import type { LoopPage, PageAnswer } from '../page-data.ts'
import { ActionAnswer, ActionBar, latest } from './actions.tsx'
import { load } from './api.ts'
import { FailingChart } from './chart.tsx'
import { now } from './clock.ts'
import { useKeys } from './keys.ts'
import { change } from './live.ts'
import { CommandLine, NotHere, StatusMark } from './marks.tsx'
import { NARROW } from './narrow.ts'
import { pathOf } from './route.ts'
import { Timeline } from './timeline.tsx'
import { TurnView } from './turn-view.tsx'
import { costWords, failingWords, timeLeft, timeSpent, tokenWords, wholeSeconds } from './words.ts'

interface LoopViewProps {
  readonly project: string
  readonly id: string
}

export function LoopView({ project, id }: LoopViewProps) {
  const page = useSignal<LoopPage | null | 'none'>(null)
  /** Null follows the latest turn. */
  const chosen = useSignal<number | null>(null)
  const details = useRef<HTMLDivElement>(null)
  const path = pathOf({ project, id })
  useSignalEffect(() => {
    void change.value
    // A merge changes what can be done, and nothing in the journal.
    void latest.value
    void load<LoopPage>(path).then(found => {
      page.value = found ?? page.peek() ?? 'none'
    })
  })
  const loop = page.value
  const turns = loop === null || loop === 'none' ? [] : numbersOf(loop)
  const shown = chosen.value ?? turns.at(-1) ?? 0
  /** Choosing the turn that runs now follows the loop. A turn that has ended stays when the next one begins. */
  const choose = (turn: number): void => {
    const runs = loop !== null && loop !== 'none' && loop.turns.every(each => each.turn !== turn)
    chosen.value = runs ? null : turn
  }
  const step = (by: number) => (): void => {
    const next = turns[turns.indexOf(shown) + by]
    if (next !== undefined) choose(next)
  }
  // The latest turn is the first in the list.
  useKeys({ j: step(-1), k: step(1), Escape: () => (location.hash = '#/') })
  if (loop === null) return <p class="empty">Loading…</p>
  if (loop === 'none') return <NotHere what="loop" id={id} list="#/" />
  return (
    <article class="loop">
      <Head loop={loop} path={path} />
      <div class="columns">
        <div class="side">
          <FailingChart turns={loop.turns} ended={loop.row.ended !== null} />
          <Timeline
            loop={loop}
            shown={shown}
            choose={turn => {
              choose(turn)
              // On a narrow screen the details are below the list.
              if (NARROW.matches) requestAnimationFrame(() => details.current?.scrollIntoView())
            }}
          />
        </div>
        <div ref={details}>
          <TurnView
            key={shown}
            path={path}
            turn={shown}
            running={loop.turnStartedAt !== null && shown === turns.at(-1)}
            grows={loop.row.status === 'running' && shown === turns.at(-1)}
          />
        </div>
      </div>
    </article>
  )
}

/** The turns so far, with the one that runs now. */
function numbersOf({ turns, row, phase }: LoopPage): readonly number[] {
  const known = turns.map(({ turn }) => turn)
  return phase === 'in-turn' || phase === 'closing' ? [...new Set([...known, row.turn])] : known
}

function Head({ loop, path }: { readonly loop: LoopPage; readonly path: string }) {
  const { row } = loop
  return (
    <header class="head">
      <div class="title">
        <div>
          <StatusMark status={row.status} />
          <h1>{row.task}</h1>
        </div>
        <ActionBar loop={loop} path={path} />
      </div>
      <p class="sub">
        <code>{row.id}</code> · {row.directory}
        <Branch loop={loop} />
      </p>
      {row.damaged === null ? null : <p class="notice bad">{row.damaged}</p>}
      {row.ended === null ? null : <p class={`notice ${row.status === 'verified' ? 'good' : ''}`}>{row.ended}</p>}
      <ActionAnswer path={path} />
      <Live loop={loop} />
      <Criterion loop={loop} />
      <Numbers loop={loop} />
      <div class="more">
        {loop.rationale.length === 0 ? null : <Evidence lines={loop.rationale} />}
        {loop.hasReceipt ? <Receipt path={path} /> : null}
        <Commands loop={loop} />
      </div>
    </header>
  )
}

function Branch({ loop: { merged, worktree } }: { readonly loop: LoopPage }) {
  if (merged !== null)
    return (
      <>
        {' '}
        · merged into {merged.onto}, commit <code>{merged.commit.slice(0, 12)}</code>
      </>
    )
  return worktree === null ? null : <> · worktree branch {worktree.branch}</>
}

const PHASES: Readonly<Record<string, string>> = {
  opening: 'The check runs before the first turn.',
  ready: 'The next turn begins.',
  'in-turn': 'The agent works.',
  closing: 'The check and its proof run.',
}

/** One line that always takes the same space. */
function Live({ loop }: { readonly loop: LoopPage }) {
  const { phase, turnStartedAt, waitUntil, row } = loop
  const since = turnStartedAt === null ? '' : wholeSeconds(now.value - Date.parse(turnStartedAt))
  const words =
    waitUntil === null ? PHASES[phase] : `Waits for a rate limit until ${new Date(waitUntil).toLocaleTimeString()}.`
  if (row.status !== 'running' || words === undefined) return null
  return (
    <p class="live">
      <span role="status">
        {row.turn > 0 ? `Turn ${row.turn}: ` : ''}
        {words}
      </span>{' '}
      <span class="since">{since}</span>
    </p>
  )
}

function Numbers({ loop }: { readonly loop: LoopPage }) {
  const { row, limits } = loop
  const facts: readonly (readonly [name: string, text: string, tone?: string])[] = [
    ['Turns', `${row.turn} of ${limits.turns}`],
    ['Failing', failingWords(row), row.failing > 0 ? 'bad-text' : ''],
    ['Time', `${timeSpent(row, now.value)} of ${formatDuration(limits.ms)}`],
    ...(row.status === 'running' ? [['Time left', timeLeft(row, now.value)] as const] : []),
    ['Tokens', `${tokenWords(row.spent.tokens)}${limits.tokens === null ? '' : ` of ${tokenWords(limits.tokens)}`}`],
    ['Cost', `${costWords(row.spent.usd)}${limits.usd === null ? '' : ` of ${costWords(limits.usd)}`}`],
    ['Agent', loop.agent],
    ['Proof', loop.proof],
  ]
  return (
    <dl class="numbers">
      {facts.map(([name, text, tone = '']) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd title={text} class={tone}>
            {text}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Criterion({ loop }: { readonly loop: LoopPage }) {
  return (
    <section class="criterion" aria-label="Criterion">
      <p class="done">
        <span class="sub">Done means</span> <code>{loop.criterion}</code>
        {loop.rationale.length === 0 ? <span class="sub"> given by a person</span> : null}
      </p>
      {loop.hints.map(hint => (
        <p class="notice" key={hint}>
          Hint for the next turn: {hint}
        </p>
      ))}
    </section>
  )
}

const Evidence = ({ lines }: { readonly lines: readonly string[] }) => (
  <details>
    <summary>Evidence for this criterion</summary>
    <ul>
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </details>
)

function Receipt({ path }: { readonly path: string }) {
  const lines = useSignal<readonly string[] | null>(null)
  const read = (open: boolean): void => {
    if (open && lines.value === null)
      void load<PageAnswer>(`${path}/receipt`).then(answer => {
        lines.value = answer?.lines ?? ['The receipt cannot be read.']
      })
  }
  return (
    <details class="receipt" onToggle={({ currentTarget }) => read(currentTarget.open)}>
      <summary>Receipt</summary>
      <pre tabIndex={0}>
        {(lines.value ?? ['Loading…']).map(line => (
          <span key={line}>{line}</span>
        ))}
      </pre>
    </details>
  )
}

/** What only a person at a terminal may decide. */
function Commands({ loop }: { readonly loop: LoopPage }) {
  return (
    <details class="terminal" open={loop.row.status !== 'running' && loop.row.status !== 'verified'}>
      <summary>In a terminal</summary>
      {loop.commands.map(text =>
        text.startsWith('agent-loop ') ? <CommandLine key={text} text={text} /> : <p key={text}>{text}</p>,
      )}
    </details>
  )
}
