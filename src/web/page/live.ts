import { effect, signal } from '@preact/signals'
import type { PageChange } from '../page-data.ts'
import { connection, load } from './api.ts'
import { type PageRoute, route } from './route.ts'

/** The latest message of the server about what has changed. */
export const change = signal<PageChange>({ loops: 0, plans: null, loop: null })
/** Visible pages only: a browser has few connections to one server, and a hidden page needs none. */
const visible = signal(!document.hidden)

document.addEventListener('visibilitychange', () => {
  visible.value = !document.hidden
})

const AGAIN_MS = 1_500
/** The server says something at least every ten seconds. */
const SILENT_MS = 30_000

/** Keeps one connection for what the page shows, and opens it again when it is lost. */
export function followChanges(): void {
  effect(() => {
    const shown = route.value
    if (!visible.value) return
    return connect(`/api/changes${queryFor(shown)}`)
  })
}

function queryFor(shown: PageRoute): string {
  if (shown.view === 'plan' || shown.view === 'plans') return '?plans=yes'
  return shown.view === 'loop' ? `?${new URLSearchParams({ project: shown.project, id: shown.id })}` : ''
}

function connect(path: string): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (ms: number, work: () => void): void => {
    clearTimeout(timer)
    timer = setTimeout(work, ms)
  }
  const lost = async (): Promise<void> => {
    source?.close()
    if (connection.value === 'live') connection.value = 'lost'
    // Tells a server that is gone from one that does not know us any more.
    await load('/api/loops?count=0')
    if (connection.value !== 'over') later(AGAIN_MS, open)
  }
  const open = (): void => {
    source = new EventSource(path)
    source.onmessage = ({ data }: MessageEvent<string>) => {
      connection.value = 'live'
      change.value = JSON.parse(data) as PageChange
      later(SILENT_MS, lost)
    }
    source.onerror = () => void lost()
    later(SILENT_MS, lost)
  }
  open()
  return () => {
    clearTimeout(timer)
    source?.close()
    source = null
  }
}
