import { relative } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import type { EventOf, LoopEvent } from '../../loop/events.ts'
import type { LoopPorts } from '../../loop/run.ts'
import type { LoopState } from '../../loop/state.ts'
import { seal } from '../../proof/receipt/envelope.ts'
import { signingKey } from '../../proof/receipt/signing-key.ts'
import type { SavedLoop } from '../../store/store.ts'
import type { Disk } from '../../system/disk.ts'
import { makeStatement } from './make-statement.ts'

interface ReceiptParts {
  readonly disk: Disk
  /** Where this user's keys are. */
  readonly keys: string
  /** What git says in the tree, trimmed; null when it says nothing. */
  readonly git: (...args: readonly string[]) => Promise<string | null>
  readonly warn: (message: string) => void
  /** What tells the tree as it is now from others; for an end whose last turn was lost with its process. */
  readonly treeNow: () => Promise<string | null>
}

/** Saves what happened; before an end that is good, its receipt, so that no end names one that is not there. */
export function savingReceipts(loop: SavedLoop, parts: ReceiptParts): LoopPorts['save'] {
  return async (events, state) => {
    const end = events.find(isGoodEnd)
    const receipt = end ? await keptReceipt(loop, parts, { events, state, end }) : null
    const saved = events.map(event => (event === end ? { ...event, receipt } : event))
    await loop.save(saved, state)
    return saved
  }
}

const isGoodEnd = (event: LoopEvent): event is EventOf<'loop-end'> =>
  event.kind === 'loop-end' && (event.status === 'verified' || event.status === 'claimed')

interface Ending {
  /** The last events, not yet saved. */
  readonly events: readonly LoopEvent[]
  readonly state: LoopState
  readonly end: EventOf<'loop-end'>
}

/** A loop that was verified without a receipt is still verified: that there is none is said. */
async function keptReceipt(loop: SavedLoop, parts: ReceiptParts, ending: Ending): Promise<string | null> {
  try {
    const receipt = await receiptOf(loop, parts, ending)
    if (receipt !== null) return await loop.keepReceipt(receipt)
    parts.warn('there is no receipt: the tree that was checked is not known by its git id')
  } catch (error) {
    parts.warn(`there is no receipt: ${error instanceof Error ? error.message : String(error)}`)
  }
  return null
}

async function receiptOf(loop: SavedLoop, parts: ReceiptParts, ending: Ending): Promise<string | null> {
  const { git } = parts
  const { spec, checks } = ending.state
  if (!(await loop.intact())) throw new Error("the loop's own journal was changed by somebody else")
  const key = await signingKey(parts.disk, parts.keys)
  const tree = checks.at(-1)?.tree ?? (await parts.treeNow())
  const head = await git('rev-parse', '-q', '--verify', 'HEAD^{commit}')
  const same = head !== null && (await git('rev-parse', '-q', '--verify', 'HEAD^{tree}')) === tree
  const { seq, link } = loop.journalHead()
  const statement = makeStatement([...(await loop.history()), ...ending.events], ending.state, ending.end, {
    key,
    gitTree: tree,
    commit: same ? head : null,
    tree: { workspace: relative(spec.tree, spec.workspace), head },
    journal: { events: seq, head: link },
    tools: {
      agent_loop: packageJson.version,
      node: process.version,
      git: (await git('--version'))?.replace(/^git version /, '') ?? null,
      platform: `${process.platform} ${process.arch}`,
    },
  })
  return statement && seal(statement, key)
}
