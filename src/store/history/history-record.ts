import * as z from 'zod/mini'
import { describeAgent } from '../../agents/config.ts'
import { modelsOf } from '../../agents/models-of.ts'
import type { LoopEvent } from '../../loop/events.ts'
import type { LoopState } from '../../loop/state.ts'
import type { RegistryEntry } from '../registry/registry-document.ts'

const recordSchema = z.readonly(
  z.object({
    loop: z.string(),
    /** The folder of the project in the private store. */
    project: z.string(),
    directory: z.string(),
    agent: z.nullable(z.string()),
    model: z.nullable(z.string()),
    /** The kind of task; null when a person gave the criterion. */
    kind: z.nullable(z.string()),
    status: z.string(),
    ended_at: z.string(),
    turns: z.int(),
    ms: z.number(),
    /** Null when a part of it is unknown. */
    tokens: z.nullable(z.number()),
    /** The known part, and whether there is an unknown one. */
    usd: z.number(),
    usd_unknown: z.boolean(),
    /** Rules of the findings, each once. */
    findings: z.readonly(z.array(z.string())),
  }),
)

/** One ended loop, for statistics. */
export type HistoryRecord = z.infer<typeof recordSchema>

export function parseRecord(line: string): HistoryRecord | null {
  try {
    const parsed = recordSchema.safeParse(JSON.parse(line))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

export function recordOf(project: string, state: LoopState, events: readonly LoopEvent[]): HistoryRecord {
  const { spec, spent, outcome } = state
  const { unreported } = spent
  return {
    loop: spec.id,
    project,
    directory: spec.worktree?.origin ?? spec.tree,
    agent: describeAgent(spec.agent),
    model: modelsOf([spec.agent])[0] ?? null,
    kind: spec.taskClass,
    status: outcome?.kind ?? 'running',
    ended_at: state.lastActive,
    turns: state.iteration,
    ms: Math.round(spent.ms),
    tokens: unreported.tokens ? null : spent.tokens,
    usd: spent.usd,
    usd_unknown: unreported.usd,
    findings: [...new Set(events.flatMap(event => (event.kind === 'finding' ? [event.finding.rule] : [])))],
  }
}

/** What is known of a loop without a journal. */
export const recordFromEntry = (project: string, entry: RegistryEntry): HistoryRecord => ({
  loop: entry.loop_id,
  project,
  directory: entry.worktree?.origin ?? entry.working_directory,
  agent: null,
  model: null,
  kind: null,
  status: entry.status,
  ended_at: entry.last_active,
  turns: entry.iteration,
  ms: entry.spent.ms,
  tokens: entry.spent.tokens,
  usd: entry.spent.usd ?? 0,
  usd_unknown: entry.spent.usd === null,
  findings: [],
})
