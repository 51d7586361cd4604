import { setTimeout as sleep } from 'node:timers/promises'
import { followJournal } from '../store/journal/follow-journal.ts'
import { type Layout, loopFiles, type ProjectFolder } from '../store/layout.ts'
import { projectFolders } from '../store/registry/find-projects.ts'
import type { SeenLoop } from '../store/registry/overview.ts'
import type { Disk } from '../system/disk.ts'
import { loopsRegion, type ShownLoop } from './view/loops-region.ts'
import { openScreen } from './view/screen.ts'
import type { Terminal } from './view/terminal.ts'
import { firstViewState, nextViewState, type ViewState } from './view/view-state.ts'
import { painter } from './view/words.ts'

const LOOK_MS = 500
const FRAME_MS = 125

interface Watching {
  readonly disk: Disk
  readonly layout: Layout
  readonly terminal: Terminal
  readonly colored: boolean
  readonly signal: AbortSignal
  readonly look: () => Promise<readonly SeenLoop[]>
}

/**
 * Shows loops in place, through their files only, until none runs or the signal aborts. Resolves to those that ended meanwhile and that
 * `look` does not show any more.
 */
export async function watchLoops({
  disk,
  layout,
  terminal,
  colored,
  signal,
  look,
}: Watching): Promise<readonly SeenLoop[]> {
  const [screen, paint, follow] = [openScreen(terminal, { whole: true }), painter(colored), followers(disk, layout)]
  let shown: readonly ShownLoop[] = []
  let gone: readonly SeenLoop[] = []
  const draw = (): void =>
    screen.draw(loopsRegion(shown, { now: performance.now(), today: Date.now() }, terminal.size(), paint))
  const timer = setInterval(draw, FRAME_MS)
  const forget = terminal.onResize(draw)
  try {
    for (let running = true; running && !signal.aborted; ) {
      const loops = await look()
      const missing = shown.filter(({ loop }) => loops.every(({ loop_id }) => loop_id !== loop.loop_id))
      gone = await Promise.all(missing.map(async ({ loop }) => asEnded(loop, await follow(loop.loop_id))))
      const views = loops.map(async loop => ({
        loop,
        view: loop.status === 'running' ? await follow(loop.loop_id) : null,
      }))
      shown = [...(await Promise.all(views)), ...gone.map(loop => ({ loop, view: null }))]
      draw()
      running = loops.some(({ status }) => status === 'running')
      if (running) await sleep(LOOK_MS, null, { signal }).catch(() => {})
    }
  } finally {
    clearInterval(timer)
    forget()
    await screen.close()
  }
  return gone
}

const asEnded = (loop: SeenLoop, view: ViewState | null): SeenLoop =>
  view === null ? loop : { ...loop, status: view.state.outcome?.kind ?? loop.status, iteration: view.state.iteration }

/** Reads what is new in the journal of a loop; null when it has none. */
function followers(disk: Disk, layout: Layout): (id: string) => Promise<ViewState | null> {
  const known = new Map<string, { readonly journal: ReturnType<typeof followJournal>; view: ViewState | null }>()
  return async id => {
    const follower = known.get(id) ?? { journal: followJournal(await journalOf(disk, layout, id)), view: null }
    known.set(id, follower)
    for (const event of await follower.journal.next()) {
      const at = performance.now() - Math.max(0, Date.now() - Date.parse(event.at))
      follower.view =
        event.kind === 'loop-start'
          ? firstViewState(event.spec, at)
          : follower.view && nextViewState(follower.view, event, at)
    }
    return follower.view
  }
}

/** In this project or in another one of this user. */
async function journalOf(disk: Disk, layout: Layout, id: string): Promise<string> {
  const folders: readonly ProjectFolder[] = [layout, ...(await projectFolders(disk, layout.home))]
  for (const folder of folders) {
    const { journal } = loopFiles(folder, id)
    if (await disk.exists(journal)) return journal
  }
  return loopFiles(layout, id).journal
}
