import type { ComponentChildren } from 'preact'
import { formatDuration } from '../../std/duration.ts'
import type { LoopPage, PageTurn } from '../page-data.ts'
import { now } from './clock.ts'
import { VerdictMark } from './marks.tsx'
import { costWords, tokenWords, wholeSeconds } from './words.ts'

interface TimelineProps {
  readonly loop: LoopPage
  readonly shown: number
  readonly choose: (turn: number) => void
}

/** Thousands of turns are possible; the latest are the ones that people look at. */
const MOST_SHOWN = 200

export function Timeline({ loop, shown, choose }: TimelineProps) {
  const { turns, row, phase } = loop
  const latest = turns.slice(-MOST_SHOWN).toReversed()
  const working = (phase === 'in-turn' || phase === 'closing') && turns.every(({ turn }) => turn !== row.turn)
  return (
    <section class="timeline" aria-label="Turns">
      <h2>Turns</h2>
      <ol reversed>
        {working ? (
          <li>
            <TurnButton turn={row.turn} shown={shown} choose={choose}>
              <RunningTurn loop={loop} />
            </TurnButton>
          </li>
        ) : null}
        {latest.map(turn => (
          <li key={turn.turn}>
            <TurnButton turn={turn.turn} shown={shown} choose={choose}>
              <ClosedTurn turn={turn} />
            </TurnButton>
          </li>
        ))}
      </ol>
      {turns.length > MOST_SHOWN ? <p class="sub">{turns.length - MOST_SHOWN} earlier turns are not listed.</p> : null}
    </section>
  )
}

interface TurnButtonProps {
  readonly turn: number
  readonly shown: number
  readonly choose: (turn: number) => void
  readonly children: ComponentChildren
}

const TurnButton = ({ turn, shown, choose, children }: TurnButtonProps) => (
  <button type="button" class="turn" aria-pressed={turn === shown} onClick={() => choose(turn)}>
    <span class="number">{turn === 0 ? 'Start' : `Turn ${turn}`}</span>
    {children}
  </button>
)

function RunningTurn({ loop }: { readonly loop: LoopPage }) {
  const { turnStartedAt, phase } = loop
  const ms = turnStartedAt === null ? null : Math.max(0, now.value - Date.parse(turnStartedAt))
  return (
    <>
      <span class="mark active">
        <span aria-hidden="true">●</span> {phase === 'closing' ? 'Checking' : 'Working'}
      </span>
      <span class="used">{ms === null ? '' : wholeSeconds(ms)}</span>
    </>
  )
}

function ClosedTurn({ turn }: { readonly turn: PageTurn }) {
  const ms = (turn.turnMs ?? 0) + turn.checkMs + (turn.proofMs ?? 0)
  const used = [
    formatDuration(ms),
    ...(turn.tokens === null ? [] : [`${tokenWords(turn.tokens)} tokens`]),
    ...(turn.usd === null ? [] : [costWords(turn.usd)]),
  ]
  const moved = [
    turn.failing === 0 && turn.verdict !== 'verified' && !turn.refused ? 'check fails' : `${turn.failing} failing`,
    ...(turn.fixed > 0 ? [`${turn.fixed} fixed`] : []),
    ...(turn.added > 0 ? [`${turn.added} new`] : []),
    ...(turn.findings > 0 ? [`${turn.findings} ${turn.findings === 1 ? 'finding' : 'findings'}`] : []),
  ]
  return (
    <>
      <VerdictMark verdict={turn.verdict} />
      <span class="moved">{moved.join(' · ')}</span>
      <span class="used">{used.join(' · ')}</span>
    </>
  )
}
