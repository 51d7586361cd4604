import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

interface VirtualListProps {
  readonly label: string
  readonly total: number
  readonly rowHeight: number
  /** The row that the keyboard is on. */
  readonly current: number
  /** How far it is scrolled, kept while another view is shown. */
  readonly place: { top: number }
  readonly render: (index: number) => ComponentChildren
  /** Called with the rows that are needed. */
  readonly onRange: (from: number, count: number) => void
}

/** More rows than fit, so that scrolling shows no gaps. */
const EXTRA = 12

/** A list of any length that renders only the rows in sight. All rows have the same height. */
export function VirtualList({ label, total, rowHeight, current, place, render, onRange }: VirtualListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState({ from: 0, count: 30 })
  const look = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    const from = Math.max(0, Math.floor(scrollTop / rowHeight) - EXTRA)
    const count = Math.ceil(clientHeight / rowHeight) + 2 * EXTRA
    if (from === range.from && count === range.count) return
    setRange({ from, count })
    onRange(from, count)
  }
  useLayoutEffect(() => scroller.current?.scrollTo(0, place.top), [place])
  useLayoutEffect(() => {
    look()
    const observer = new ResizeObserver(look)
    if (scroller.current) observer.observe(scroller.current)
    return () => observer.disconnect()
  })
  useLayoutEffect(() => {
    const list = scroller.current
    if (list === null || current < 0) return
    const [top, bottom] = [current * rowHeight, (current + 1) * rowHeight]
    if (top < list.scrollTop) list.scrollTop = top
    if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight
  }, [current, rowHeight])
  const shown = Array.from(
    { length: Math.max(0, Math.min(range.count, total - range.from)) },
    (_, at) => range.from + at,
  )
  return (
    <div
      class="scroller"
      ref={scroller}
      onScroll={({ currentTarget }) => {
        place.top = currentTarget.scrollTop
        look()
      }}
    >
      <ul class="virtual" aria-label={label} style={{ height: `${total * rowHeight}px` }}>
        {shown.map(index => (
          <li
            key={index}
            aria-setsize={total}
            aria-posinset={index + 1}
            style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
          >
            {render(index)}
          </li>
        ))}
      </ul>
    </div>
  )
}
