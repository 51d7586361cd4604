import { doing, type Fact, inSession, said, toolFact } from '../../fact.ts'
import { type AgentJson, numberAt, objectAt, textAt } from '../../json.ts'
import { type AgentErrorReport, errorReport, troubleOf } from '../../trouble.ts'

/** `codex exec --json`. */
export function readCodex(event: AgentJson): Fact[] {
  switch (event['type']) {
    case 'thread.started':
      return inSession(textAt(event, 'thread_id'))
    case 'item.started':
      return started(objectAt(event, 'item'))
    case 'item.completed':
      return completed(objectAt(event, 'item'))
    case 'turn.completed':
      return [used(objectAt(event, 'usage')), { kind: 'end', well: true }]
    case 'turn.failed':
      return [failure(errorReport(event['error'])), { kind: 'end', well: false }]
    // The end of the turn reports the same error, and a restored connection is not an end.
    case 'error':
      return [failure(errorReport(textAt(event, 'message') ?? event))]
    default:
      return []
  }
}

/** The limit of a subscription has no status or code, only the program's own sentence. */
const failure = (report: AgentErrorReport): Fact => ({
  kind: 'trouble',
  trouble: troubleOf(
    /^You.ve hit your usage limit/.test(report.message ?? '') ? { ...report, code: 'usage_limit_reached' } : report,
  ),
})

function started(item: AgentJson): Fact[] {
  if (item['type'] === 'command_execution') return [doing('shell', textAt(item, 'command') ?? '')]
  return item['type'] === 'mcp_tool_call' ? [doing(textAt(item, 'tool'), item['arguments'])] : []
}

function completed(item: AgentJson): Fact[] {
  switch (item['type']) {
    case 'agent_message':
      return said(textAt(item, 'text'))
    case 'command_execution':
      return [toolFact('shell', item['exit_code'] !== 0, textAt(item, 'aggregated_output') ?? '')]
    case 'file_change':
      return [doing('edit', item['changes']), toolFact('edit', item['status'] === 'failed', item['changes'])]
    case 'mcp_tool_call':
      return [toolFact(textAt(item, 'tool') ?? 'tool', item['status'] === 'failed', item['result'])]
    default:
      return []
  }
}

const used = (usage: AgentJson): Fact => ({
  kind: 'used',
  by: 'turn',
  tokens: {
    input: numberAt(usage, 'input_tokens') ?? 0,
    output: numberAt(usage, 'output_tokens') ?? 0,
    cacheRead: numberAt(usage, 'cached_input_tokens') ?? 0,
    cacheWrite: numberAt(usage, 'cache_write_input_tokens') ?? 0,
  },
  usd: null,
})
