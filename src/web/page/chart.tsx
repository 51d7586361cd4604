import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import type { PageTurn } from '../page-data.ts'

const HEIGHT = 180

interface ChartProps {
  readonly turns: readonly PageTurn[]
  /** Nothing will be added. */
  readonly ended: boolean
}

/** The failing set per turn: unchanged and new failures above the line, fixed ones below it. While the loop runs always as high. */
export function FailingChart({ turns, ended }: ChartProps) {
  const known = turns.some(({ failing, fixed }) => failing + fixed > 0)
  if (!known && ended) return null
  return (
    <figure class="chart">
      <figcaption>
        <h2>Failures per turn</h2>
        <span class="legend">
          <span class="key unchanged">unchanged</span> <span class="key added">new</span>{' '}
          <span class="key fixed">fixed</span> <span>✕ refused</span>
        </span>
      </figcaption>
      {known ? <Plot turns={turns} /> : <p class="empty">The check has named no failing tests yet.</p>}
    </figure>
  )
}

function Plot({ turns }: { readonly turns: readonly PageTurn[] }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const node = place.current
    if (node === null) return
    let chart = drawn(node, turns)
    const again = (): void => {
      chart.destroy()
      chart = drawn(node, turns)
    }
    const observer = new ResizeObserver(() => chart.setSize({ width: node.clientWidth, height: HEIGHT }))
    observer.observe(node)
    DARK.addEventListener('change', again)
    return () => {
      observer.disconnect()
      DARK.removeEventListener('change', again)
      chart.destroy()
    }
  }, [turns.map(({ turn, failing, fixed, added }) => [turn, failing, fixed, added].join()).join(' ')])
  const last = turns.at(-1)
  const words = last === undefined ? 'No check has run yet.' : `After ${turnWords(last.turn)}: ${last.failing} failing.`
  return (
    <div
      ref={place}
      class="plot"
      role="img"
      aria-label={`Failures per turn. ${words} The list of turns has the numbers.`}
    />
  )
}

const DARK = matchMedia('(prefers-color-scheme: dark)')

function drawn(node: HTMLElement, turns: readonly PageTurn[]): uPlot {
  const style = getComputedStyle(node)
  const color = (name: string): string => style.getPropertyValue(name).trim()
  const bars = uPlot.paths.bars?.({ size: [0.6, 48] })
  const series = (label: string, fill: string): uPlot.Series => ({
    label,
    fill: color(fill),
    width: 0,
    points: { show: false },
    ...(bars ? { paths: bars } : {}),
  })
  const axis = { stroke: color('--muted'), grid: { stroke: color('--line'), width: 1 }, ticks: { show: false } }
  return new uPlot(
    {
      width: node.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false, range: () => [-0.6, Math.max(3, turns.length) - 0.4] }, y: { range: rangeOf } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          splits: () => labeled(turns.length),
          values: (_, at) => at.map(index => labelOf(turns[index])),
          size: 28,
        },
        {
          ...axis,
          size: 36,
          incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
          values: (_, at) => at.map(value => String(Math.abs(value))),
        },
      ],
      // Later series are drawn over earlier ones: the whole bar first, then its unchanged part.
      series: [{}, series('new', '--bad'), series('unchanged', '--unchanged'), series('fixed', '--good')],
    },
    [
      turns.map((_, index) => index),
      turns.map(({ failing }) => failing),
      turns.map(({ failing, added }) => failing - added),
      turns.map(({ fixed }) => -fixed),
    ],
    node,
  )
}

/** A check that passed and was refused has no failures: the chart must not look like success there. */
const labelOf = (turn: PageTurn | undefined): string =>
  turn === undefined ? '' : `${turn.turn === 0 ? 'Start' : turn.turn}${turn.refused ? ' ✕' : ''}`

const turnWords = (turn: number): string => (turn === 0 ? 'the start' : `turn ${turn}`)

const LABELS = 12

/** Every turn where there is space, else about a dozen of them. */
function labeled(count: number): number[] {
  const step = Math.max(1, Math.ceil(count / LABELS))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
}

const rangeOf = (_: uPlot, low: number | null, high: number | null): [number, number] => [
  Math.min(0, (low ?? 0) * 1.1),
  Math.max(2, (high ?? 0) * 1.1),
]
