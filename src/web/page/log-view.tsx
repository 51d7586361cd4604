import { useSignal, useSignalEffect } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { LogPart, PageLog } from '../page-data.ts'
import { load } from './api.ts'
import { change } from './live.ts'
import { sizeWords } from './words.ts'

interface LogViewProps {
  readonly path: string
  readonly name: PageLog
  readonly turn: number
  /** More may be written to it. A log that is complete is read from its beginning. */
  readonly grows: boolean
}

/** About a megabyte stays in the page, however large the log is. */
const MOST_PARTS = 8
/** A log that grew by more than this since the last look is continued at its end. */
const FAR = 512 * 1024
const EDGE = 200

/** A part of a log, and more of it when a person scrolls there. The log of a turn that runs is followed at its end. */
export function LogView({ path, name, turn, grows }: LogViewProps) {
  const box = useRef<HTMLDivElement>(null)
  const parts = useSignal<readonly LogPart[]>([])
  const follow = useSignal(grows)
  const busy = useRef(false)
  const alone = async (work: () => Promise<void>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    await work().finally(() => {
      busy.current = false
    })
  }
  const show = (next: readonly LogPart[]): void => {
    parts.value = next
  }
  const toEnd = (): Promise<void> =>
    alone(async () => {
      const part = await load<LogPart>(path)
      if (part) show([part])
    })
  const more = (): Promise<void> =>
    alone(async () => {
      for (let last = parts.peek().at(-1); last; ) {
        const part = await load<LogPart>(`${path}?from=${last.to}`)
        if (!part || part.to === part.from) return
        show([...parts.peek(), part].slice(-MOST_PARTS))
        // A person who reads gets the next part when it is needed.
        last = follow.peek() ? part : undefined
      }
    })
  const earlier = (): Promise<void> =>
    alone(async () => {
      const [first] = parts.peek()
      if (!first || first.from === 0) return
      const part = await load<LogPart>(`${path}?until=${first.from}`)
      if (!part) return
      follow.value = false
      const before = box.current?.scrollHeight ?? 0
      show([part, ...parts.peek()].slice(0, MOST_PARTS))
      // The text in sight stays where it is.
      requestAnimationFrame(() => {
        if (box.current) box.current.scrollTop += box.current.scrollHeight - before
      })
    })
  const size = useSignal(0)
  useSignalEffect(() => {
    const now = change.value.loop
    if (now && now.turn === turn) size.value = now[name]
  })
  useSignalEffect(() => {
    void size.value
    const last = parts.peek().at(-1)
    if (last === undefined && !follow.peek()) void fromStart()
    else if (last === undefined || (follow.peek() && size.value - last.to > FAR)) void toEnd()
    else if (follow.value || last.to >= last.size) void more()
  })
  useLayoutEffect(() => {
    if (follow.value && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [parts.value, follow.value])
  const scrolled = (): void => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = box.current ?? {}
    if (scrollTop < EDGE && scrollHeight > clientHeight) void earlier()
    if (scrollHeight - scrollTop - clientHeight < EDGE && !follow.value) void more()
  }
  const [first, last] = [parts.value[0], parts.value.at(-1)]
  const [shown, whole] = [last && first ? last.to - first.from : 0, Math.max(last?.size ?? 0, size.value)]
  const isWhole = shown === whole
  const sizes = whole === 0 ? '' : isWhole ? sizeWords(whole) : `${sizeWords(shown)} of ${sizeWords(whole)}`
  return (
    <div class="log">
      <div class="logbar">
        {grows ? (
          <label>
            <input
              type="checkbox"
              checked={follow.value}
              onChange={({ currentTarget }) => {
                follow.value = currentTarget.checked
                if (currentTarget.checked) void toEnd()
              }}
            />{' '}
            Follow
          </label>
        ) : null}
        {isWhole ? null : (
          <>
            <button type="button" class="quiet" onClick={() => void fromStart()} disabled={!first || first.from === 0}>
              Beginning
            </button>
            <button type="button" class="quiet" onClick={() => void atEnd()} disabled={!last || last.to === last.size}>
              End
            </button>
          </>
        )}
        <span class="sub">{sizes}</span>
      </div>
      <div
        class="text"
        ref={box}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={name === 'agent' ? 'Agent log' : 'Check log'}
        onScroll={scrolled}
      >
        {last?.size === 0 ? <p class="empty">Nothing was printed{grows ? ' yet' : ''}.</p> : null}
        {parts.value.map(part => (
          <pre key={part.from}>{part.text}</pre>
        ))}
      </div>
    </div>
  )

  async function atEnd(): Promise<void> {
    await toEnd()
    requestAnimationFrame(() => box.current?.scrollTo(0, box.current.scrollHeight))
  }

  function fromStart(): Promise<void> {
    return alone(async () => {
      follow.value = false
      const part = await load<LogPart>(`${path}?from=0`)
      if (part) show([part])
      if (box.current) box.current.scrollTop = 0
    })
  }
}
