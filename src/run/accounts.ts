import { basename } from 'node:path'
import type { LoopEvent } from '../loop/events.ts'
import type { LoopPorts } from '../loop/run.ts'
import type { LoopState } from '../loop/state.ts'
import { isOpen } from '../loop/status.ts'
import { type Layout, spendingIn } from '../store/layout.ts'
import { openSpending } from '../store/spending/spending.ts'
import type { SavedLoop } from '../store/store.ts'
import type { Disk } from '../system/disk.ts'
import { systemProblem } from '../system/problems.ts'
import { plural } from '../tools/reading/totals.ts'

interface AccountParts {
  readonly disk: Disk
  readonly layout: Layout
  readonly loop: SavedLoop
  readonly warn: (message: string) => void
}

/** Records what a loop costs and how it ends for the figures over all loops. */
export async function keepAccounts({ disk, layout, loop, warn }: AccountParts, save: LoopPorts['save']) {
  const spending = openSpending({ disk, folder: spendingIn(layout.home), now: () => new Date() })
  const { usdPerDay } = loop.state.spec.limits
  if (usdPerDay !== null) {
    const { unknown } = await spending.today()
    if (unknown > 0)
      warn(`${plural(unknown, 'turn')} of today did not report the cost. The daily cost limit counts only known costs.`)
  }
  const recorded: LoopPorts['save'] = async (events, state) => {
    await spending.note(events).catch((error: unknown) => {
      // A limit over costs that are not recorded would not hold.
      if (usdPerDay !== null) throw unwritable(layout, error)
      warn(`the cost could not be recorded: ${String(error)}`)
    })
    if (state.outcome && !isOpen(state.outcome.kind))
      await addEnd({ layout, loop }, state, events).catch((error: unknown) =>
        warn(`the loop could not be added to the history: ${String(error)}`),
      )
    return await save(events, state)
  }
  return { save: recorded, spentToday: async () => (usdPerDay === null ? null : await spending.today()) }
}

/** Loaded only at the end, because hooks run after every turn. */
async function addEnd(
  { layout, loop }: Pick<AccountParts, 'layout' | 'loop'>,
  state: LoopState,
  events: readonly LoopEvent[],
): Promise<void> {
  const [{ addToHistory }, { recordOf }] = await Promise.all([
    import('../store/history/history.ts'),
    import('../store/history/history-record.ts'),
  ])
  const past = [...(await loop.history()), ...events]
  await addToHistory(layout.home, [recordOf(basename(layout.project), state, past)])
}

const unwritable = ({ home }: Layout, error: unknown): Error =>
  systemProblem('path-unusable', { path: spendingIn(home), because: String(error) }, error)
