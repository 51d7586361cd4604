import { ResourceTemplate } from '@modelcontextprotocol/server'
import { fold } from '../../loop/apply.ts'
import { isLoopId } from '../../loop/loop-id.ts'
import { layoutHere, overviewOf } from '../../run/request/overview.ts'
import { readJournal } from '../../store/journal/journal.ts'
import { type LoopPaths, loopPaths } from '../../store/layout.ts'
import { emptyChronicle, record } from '../../store/view/chronicle.ts'
import { progressMarkdown } from '../../store/view/progress.ts'
import { nodeDisk } from '../../system/disk.ts'
import { assistantProblem } from '../problems.ts'
import { contextFor, type McpContext } from './mcp-context.ts'

interface Kind {
  readonly name: 'report' | 'receipt'
  readonly title: string
  readonly mimeType: string
  readonly read: (paths: LoopPaths) => Promise<string | null>
}

const KINDS: readonly Kind[] = [
  { name: 'report', title: 'The progress of a loop so far', mimeType: 'text/markdown', read: reportOf },
  {
    name: 'receipt',
    title: 'The signed proof of a loop that was verified',
    mimeType: 'application/json',
    read: paths => nodeDisk('private').read(paths.receipt),
  },
]

/** Reports and receipts of the loops in the server's project, made from the journal and not from the state view. */
export function registerResources(mcp: McpContext): void {
  for (const kind of KINDS) {
    const { name, title, mimeType } = kind
    const list = async () => {
      const { active, recent } = await overviewOf(contextFor(mcp, {}))
      const ended = recent.filter(({ status }) => name === 'report' || status === 'verified' || status === 'claimed')
      return {
        resources: [...(name === 'report' ? active : []), ...ended].map(({ loop_id, task }) => ({
          uri: `agent-loop://loops/${loop_id}/${name}`,
          name: `${name} of ${loop_id}`,
          description: task,
          mimeType,
        })),
      }
    }
    mcp.server.registerResource(
      name,
      new ResourceTemplate(`agent-loop://loops/{id}/${name}`, { list }),
      { title, mimeType },
      async (uri, { id }) => ({ contents: [{ uri: uri.href, mimeType, text: await textOf(mcp, kind, String(id)) }] }),
    )
  }
}

async function textOf(mcp: McpContext, { name, read }: Kind, id: string): Promise<string> {
  const text = isLoopId(id) ? await read(loopPaths(await layoutHere(contextFor(mcp, {})), id)) : null
  if (text === null) throw assistantProblem('no-resource', { name, id })
  return text
}

async function reportOf({ journal }: LoopPaths): Promise<string | null> {
  const events = (await readJournal(nodeDisk('private'), journal))?.events ?? []
  const state = fold(events)
  return state && progressMarkdown(state, events.reduce(record, emptyChronicle(state.spec.id)).findings)
}
