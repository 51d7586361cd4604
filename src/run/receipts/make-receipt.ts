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

export interface ReceiptParts {
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

export interface Ending {
  /** The last events, not yet saved. */
  readonly events: readonly LoopEvent[]
  readonly state: LoopState
  readonly end: EventOf<'loop-end'>
}

/** The signed receipt of a loop that is about to end; null when the git id of the checked tree is unknown. */
export async function makeReceipt(loop: SavedLoop, parts: ReceiptParts, ending: Ending): Promise<string | null> {
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
