import { createPublicKey, type KeyObject } from 'node:crypto'
import { provable } from '../../check/completion/provable.ts'
import { commandsOf } from '../../criteria/criterion.ts'
import { decisionsIn } from '../../loop/approval.ts'
import type { CheckFacts, EventOf, LoopEvent } from '../../loop/events.ts'
import type { LoopState } from '../../loop/state.ts'
import { waiversOf } from '../../loop/waivers.ts'
import { PREDICATE_TYPE, type ReceiptFacts, STATEMENT_TYPE, type Statement } from '../../proof/receipt/statement.ts'
import { findingId, nameOf } from '../../proof/waiver.ts'
import { sha256 } from '../../system/blobs.ts'

/** What a receipt contains in addition to the journal. */
interface ReceiptCircumstances extends Pick<ReceiptFacts, 'journal' | 'tools' | 'tree'> {
  /** The git id of the checked files; null when unknown. */
  readonly gitTree: string | null
  /** The commit that HEAD is at, when its files are those that were checked. */
  readonly commit: string | null
  readonly key: KeyObject
}

const RUNS_KEPT = 500
const FAILING_KEPT = 500

/** The statement about a verified loop; null when the checked tree is unknown. Pure. */
export function makeStatement(
  events: readonly LoopEvent[],
  state: LoopState,
  end: EventOf<'loop-end'>,
  { gitTree: tree, commit, key, ...circumstances }: ReceiptCircumstances,
): Statement | null {
  const checks = events.filter(isCheck)
  const last = checks.at(-1)
  if (last === undefined || tree === null || !/^[0-9a-f]{40}$/.test(tree)) return null
  const { spec } = state
  const checked = end.status === 'verified'
  const waivers = waiversOf(state)
  const failing = last.evidence.flatMap(({ failing }) => failing)
  return {
    _type: STATEMENT_TYPE,
    subject: [{ name: 'tree', digest: { gitTree: tree, ...(commit === null ? {} : { gitCommit: commit }) } }],
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: checked && waivers.length === 0 && failing.length === 0 ? 'PASSED' : 'WARNED',
      configuration: [
        { name: 'criterion', digest: { sha256: sha256(JSON.stringify(spec.check)) } },
        ...(state.sealed ? [{ name: 'seal', digest: { sha256: state.sealed.digest } }] : []),
      ],
      passedTests: last.evidence.filter(({ verified }) => verified).map(({ command }) => command),
      warnedTests: waivers.map(nameOf),
      failedTests: failing.slice(0, FAILING_KEPT),
      agentLoop: {
        version: 1,
        loop: {
          id: spec.id,
          task: spec.task,
          status: checked ? 'verified' : 'claimed',
          reason: end.reason,
          iterations: end.iterations,
          started_at: spec.startedAt,
          finished_at: end.at,
        },
        checked,
        criterion: { words: spec.done, check: spec.check, commands: commandsIn(state, last) },
        runs: last.evidence.map(runOf),
        proof: last.proof,
        findings: last.findings,
        waivers,
        ...approvalIn(events),
        quarantine: spec.quarantine,
        may_change: [...spec.mayChange, ...spec.free],
        seal: state.sealed,
        ...(spec.proves === null ? {} : { proves: spec.proves }),
        ...circumstances,
        gate_runs: { total: checks.length, runs: checks.slice(-RUNS_KEPT).map(gateRunOf) },
        key: {
          public: createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
          readable_by_agent: true,
        },
      },
    },
  }
}

function approvalIn(events: readonly LoopEvent[]): Pick<ReceiptFacts, 'approval'> {
  const { waivers, raised } = decisionsIn(events)
  return waivers.length + raised.length === 0
    ? {}
    : { approval: { waivers, raised_limits: raised, person: 'not-authenticated' } }
}

type CheckEvent = EventOf<'baseline-end'> | EventOf<'check-end'>

const isCheck = (event: LoopEvent): event is CheckEvent => event.kind === 'baseline-end' || event.kind === 'check-end'

function commandsIn({ spec }: LoopState, { evidence }: CheckFacts): readonly string[] {
  const criterion = provable(spec.check)
  return criterion ? commandsOf(criterion) : evidence.map(({ command }) => command)
}

const runOf = ({
  command,
  verified,
  exit_code,
  tests,
  executed,
  measured,
  duration_ms,
}: CheckFacts['evidence'][number]) => ({
  command,
  verified,
  exit_code,
  tests,
  executed,
  measured,
  duration_ms,
})

const gateRunOf = (event: CheckEvent): ReceiptFacts['gate_runs']['runs'][number] => {
  const counted = event.evidence.flatMap(({ tests }) => (tests ? [tests.total] : []))
  return {
    iteration: event.kind === 'check-end' ? event.iteration : 0,
    at: event.at,
    verdict: event.verdict,
    failing: event.evidence.reduce((sum, { failing_count }) => sum + failing_count, 0),
    tests: counted.length === 0 ? null : counted.reduce((sum, count) => sum + count, 0),
    findings: event.findings.map(findingId),
  }
}
