import { describeAgent } from '../../agents/config.ts'
import { modelsOf } from '../../agents/models-of.ts'
import { provable } from '../../check/completion/provable.ts'
import { commandsOf } from '../../criteria/criterion.ts'
import { fold } from '../../loop/apply.ts'
import { decisionsIn } from '../../loop/approval.ts'
import type { CheckFacts, EventOf, LoopEvent } from '../../loop/events.ts'
import { describeOutcome, exitCodeOf, reasonOf } from '../../loop/outcome.ts'
import type { LoopSpec, LoopState, Spent } from '../../loop/state.ts'
import type { Status } from '../../loop/status.ts'
import { waiversOf } from '../../loop/waivers.ts'
import type { ProofStep } from '../../proof/gate.ts'
import { findingId, nameOf } from '../../proof/waiver.ts'
import type { MergeRecord } from '../../store/merge-record.ts'
import type { IterationRow } from '../../store/view/analytics-schema.ts'
import { emptyChronicle, record } from '../../store/view/chronicle.ts'
import type { LineCount } from '../../workspace/snapshots/saved-snapshots.ts'

/** What a report needs besides the journal. */
export interface ReportSources {
  readonly events: readonly LoopEvent[]
  /** As others see the loop: an interrupted one does not know it. */
  readonly status: Status
  /** Null when the snapshots cannot be read. */
  readonly changes: readonly LineCount[] | null
  /** Null when the loop has no valid receipt. */
  readonly receipt: { readonly sha256: string; readonly key: string; readonly tree: string } | null
  /** Null when the work was not merged. */
  readonly merged: MergeRecord | null
}

/** Everything that a report states, as `--format json` prints it. */
export interface LoopReport {
  readonly version: 1
  readonly loop_id: string
  readonly task: string
  readonly status: Status
  /** Only `verified` counts; a claim and an unfinished loop do not. */
  readonly verified: boolean
  /** Null while the loop has not ended. */
  readonly outcome: { readonly reason: string; readonly message: string; readonly exit_code: number } | null
  /** The loop and the turn that it continues from; absent when it began on its own. */
  readonly fork_of?: { readonly loop_id: string; readonly iteration: number }
  readonly started_at: string
  readonly last_active: string
  readonly agents: readonly string[]
  readonly models: readonly string[]
  readonly criterion: {
    readonly words: string
    readonly commands: readonly string[]
    /** Why it was inferred; empty when the person gave it. */
    readonly rationale: readonly string[]
  }
  /** The runs of the latest check. */
  readonly evidence: CheckFacts['evidence']
  readonly proof: CheckFacts['proof']
  /** The result of the latest check; null before the first one. */
  readonly verdict: string | null
  readonly still_failing: { readonly ids: readonly string[]; readonly count: number }
  /** Findings of the latest check. Those with an objection refuse the result. */
  readonly findings: readonly (CheckFacts['findings'][number] & { readonly id: string })[]
  readonly waivers: readonly { readonly finding: string; readonly by: string; readonly reason: string }[]
  /** Decisions after the first turn had begun. Nobody can tell whether a person or the agent made them. */
  readonly unauthenticated: { readonly waivers: readonly string[]; readonly raised_limits: readonly string[] }
  readonly may_fail: readonly string[]
  readonly may_change: readonly string[]
  readonly turns: readonly (IterationRow & { readonly agent: string | null })[]
  readonly changes: {
    readonly files: readonly LineCount[]
    readonly added: number
    readonly removed: number
  } | null
  readonly spent: { readonly turns: number } & Spent
  readonly receipt: ReportSources['receipt']
  /** Where the work was merged to; absent when it was not. */
  readonly merged?: MergeRecord
}

/** The facts of a loop for a report: files, pull requests, and pages word them from here. Null when there is no loop. Pure. */
export function loopReport({ events, status, changes, receipt, merged }: ReportSources): LoopReport | null {
  const state = fold(events)
  if (state === null) return null
  const { spec } = state
  const check = latestCheck(events)
  const { waivers, raised } = decisionsIn(events)
  return {
    version: 1,
    loop_id: spec.id,
    task: spec.task,
    status,
    verified: status === 'verified',
    outcome: outcomeOf(state),
    ...(spec.forkOf === null ? {} : { fork_of: { loop_id: spec.forkOf.loop, iteration: spec.forkOf.iteration } }),
    started_at: spec.startedAt,
    last_active: state.lastActive,
    agents: agentsIn(spec, events),
    models: modelsOf([spec.agent, ...spec.otherAgents]),
    criterion: { words: spec.done, commands: commandsIn(spec, check), rationale: spec.rationale },
    evidence: check?.evidence ?? [],
    proof: check?.proof ?? null,
    verdict: check?.verdict ?? null,
    still_failing: status === 'verified' ? { ids: [], count: 0 } : (state.failing ?? { ids: [], count: 0 }),
    findings: (check?.findings ?? []).map(finding => ({ ...finding, id: findingId(finding) })),
    waivers: waiversOf(state).map(waiver => ({ finding: nameOf(waiver), by: waiver.by, reason: waiver.reason })),
    unauthenticated: { waivers, raised_limits: raised },
    may_fail: spec.quarantine,
    may_change: [...spec.mayChange, ...spec.free],
    turns: turnsIn(spec, events),
    changes: changes && { files: changes, added: total(changes, 'added'), removed: total(changes, 'removed') },
    spent: { turns: state.iteration, ...state.spent },
    receipt,
    ...(merged === null ? {} : { merged }),
  }
}

function outcomeOf({ outcome }: LoopState): LoopReport['outcome'] {
  return outcome && { reason: reasonOf(outcome), message: describeOutcome(outcome), exit_code: exitCodeOf(outcome) }
}

const latestCheck = (events: readonly LoopEvent[]): CheckFacts | null => events.findLast(isCheck) ?? null

const isCheck = (event: LoopEvent): event is EventOf<'check-end'> | EventOf<'baseline-end'> =>
  event.kind === 'check-end' || event.kind === 'baseline-end'

/** The agents that worked; before the first turn, the one that will. */
function agentsIn({ agent }: LoopSpec, events: readonly LoopEvent[]): readonly string[] {
  const worked = events.flatMap(event => (event.kind === 'turn-end' && event.agent !== '' ? [event.agent] : []))
  return worked.length === 0 ? [describeAgent(agent)] : [...new Set(worked)]
}

function commandsIn({ check }: LoopSpec, latest: CheckFacts | null): readonly string[] {
  const criterion = provable(check)
  const named = criterion === null ? [] : commandsOf(criterion)
  return named.length > 0 ? named : [...new Set((latest?.evidence ?? []).map(({ command }) => command))]
}

function turnsIn({ id }: LoopSpec, events: readonly LoopEvent[]): LoopReport['turns'] {
  const { iterations } = events.reduce(record, emptyChronicle(id)).analytics
  const agents = new Map(events.flatMap(event => (event.kind === 'turn-end' ? [[event.iteration, event.agent]] : [])))
  return iterations.map(row => ({ ...row, agent: agents.get(row.iteration) ?? null }))
}

const total = (changes: readonly LineCount[], which: 'added' | 'removed'): number =>
  changes.reduce((sum, change) => sum + (change[which] ?? 0), 0)

/** The steps of the proof with that result. */
export const stepsOf = ({ proof }: LoopReport, result: ProofStep['result']): readonly ProofStep[] =>
  (proof?.steps ?? []).filter(step => step.result === result)
