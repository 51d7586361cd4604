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
  /** Runs git in the tree; the trimmed output, or null when it fails. */
  readonly git: (...args: readonly string[]) => Promise<string | null>
  readonly warn: (message: string) => void
  /** The id of the current tree, for an end whose last turn was lost with its process. */
  readonly treeNow: () => Promise<string | null>
  readonly clean: LoopPorts['clean']
}

/** Saves events. The receipt of a verified loop is saved before its end, so that an end never names a missing receipt. */
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

/** A loop without a receipt is still verified; the missing receipt is reported. */
async function keptReceipt(loop: SavedLoop, parts: ReceiptParts, ending: Ending): Promise<string | null> {
  try {
    const receipt = await receiptOf(loop, parts, ending)
    if (receipt !== null) return await loop.keepReceipt(receipt)
    parts.warn('no receipt was written: the git id of the checked tree is unknown')
  } catch (error) {
    parts.warn(`no receipt was written: ${error instanceof Error ? error.message : String(error)}`)
  }
  return null
}

async function receiptOf(loop: SavedLoop, parts: ReceiptParts, ending: Ending): Promise<string | null> {
  const { git } = parts
  const { spec, checks } = ending.state
  if (!(await loop.intact())) throw new Error("the loop's journal was changed by another process")
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
  return statement && seal(parts.clean(statement), key)
}
