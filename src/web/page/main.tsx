import { signal } from '@preact/signals'
import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { connection } from './api.ts'
import { BoardView } from './board.tsx'
import { Dialog } from './dialog.tsx'
import { useKeys } from './keys.ts'
import { followChanges } from './live.ts'
import { LoopView } from './loop-view.tsx'
import { Overview } from './overview.tsx'
import { PlansView } from './plans.tsx'
import { route } from './route.ts'
import { StartView } from './start-view.tsx'

const helping = signal(false)

function App() {
  const { view } = route.value
  const main = useRef<HTMLElement>(null)
  const place = JSON.stringify(route.value)
  useEffect(() => {
    document.title = 'id' in route.value ? `${route.value.id} · agent-loop` : 'agent-loop'
    main.current?.focus()
  }, [place])
  useKeys({
    '?': () => {
      helping.value = true
    },
  })
  return (
    <>
      <header class="top">
        <a class="name" href="#/">
          agent-loop
        </a>
        <nav aria-label="Pages">
          <a href="#/" aria-current={view === 'overview' ? 'page' : undefined}>
            Loops
          </a>
          <a href="#/plans" aria-current={view === 'plans' || view === 'plan' ? 'page' : undefined}>
            Plans
          </a>
          <a href="#/start" aria-current={view === 'start' ? 'page' : undefined}>
            Start
          </a>
        </nav>
        <Connection />
        <button type="button" class="quiet" onClick={() => (helping.value = true)} aria-label="Keyboard shortcuts">
          ?
        </button>
      </header>
      <main ref={main} tabIndex={-1}>
        <View />
      </main>
      <Disconnected />
      {helping.value ? <Help /> : null}
    </>
  )
}

function View() {
  const shown = route.value
  if (shown.view === 'start') return <StartView />
  if (shown.view === 'overview') return <Overview />
  if (shown.view === 'plans') return <PlansView />
  if (shown.view === 'plan') return <BoardView key={`${shown.project}/${shown.id}`} {...shown} />
  return <LoopView key={`${shown.project}/${shown.id}`} project={shown.project} id={shown.id} />
}

const CONNECTION = { live: ['good', 'Live'], lost: ['bad', 'Offline'], over: ['bad', 'Signed out'] } as const

function Connection() {
  const [tone, words] = CONNECTION[connection.value]
  return (
    <span class={`connection ${tone}`}>
      <span aria-hidden="true">●</span> {words}
    </span>
  )
}

/** Above the page, so that nothing moves when the connection is lost and comes back. */
function Disconnected() {
  return (
    <div role="status" class={connection.value === 'live' ? 'nothing' : 'toast'}>
      {connection.value === 'lost' ? (
        <p>
          Reconnecting… This page may be out of date. Is <code>agent-loop ui</code> still running?
        </p>
      ) : null}
      {connection.value === 'over' ? (
        <p>
          This page is signed out, because <code>agent-loop ui</code> was started again. Open the link that it printed.
        </p>
      ) : null}
    </div>
  )
}

const SHORTCUTS = [
  ['j / k', 'down or up in a list'],
  ['Enter', 'open what is selected'],
  ['/', 'search'],
  ['Esc', 'back to the list'],
  ['?', 'this help'],
] as const

function Help() {
  const close = (): void => {
    helping.value = false
  }
  return (
    <Dialog title="Keyboard shortcuts" close={close}>
      <dl class="shortcuts">
        {SHORTCUTS.map(([key, says]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      <div class="buttons end">
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </Dialog>
  )
}

const app = document.getElementById('app')
if (app) render(<App />, app)
followChanges()
