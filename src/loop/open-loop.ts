import { onlyGoalsFail } from '../check/verify/facts-in.ts'
import type { Verification } from '../check/verify/verification.ts'
import { withWaivers } from '../proof/waiver.ts'
import { baselineOf } from './apply.ts'
import { type AskPorts, askCheck } from './ask-check.ts'
import { type ChangedFiles, withoutEmptyPass } from './empty-pass.ts'
import type { CheckFacts, LoopEvent } from './events.ts'
import { isoTime } from './iso-time.ts'
import { loopEnd } from './loop-end.ts'
import { abortedBy, type Outcome } from './outcome.ts'
import type { ProvePorts } from './prove.ts'
import type { LoopState } from './state.ts'
import { mayFailIn, waiversOf } from './waivers.ts'

export interface OpenPorts extends AskPorts, ProvePorts {
  readonly changed: ChangedFiles
  /** Saves a snapshot of the tree; resolves to its id, or null when that fails. */
  readonly keepTree: (iteration: number) => Promise<string | null>
  /** Whether runs that passed show the state that the task asks for. */
  readonly isStateReached: (verifications: readonly Verification[]) => Promise<boolean>
}

/** Checks the tree before the first turn: is there work to do, and does the check work at all? */
export async function openLoop(state: LoopState, ports: OpenPorts, signal: AbortSignal): Promise<LoopEvent[]> {
  const { clock, gate } = ports
  const tree = await ports.keepTree(0)
  const asked = await askCheck(state, ports, signal)
  const facts = await withoutEmptyPass(state, asked, ports.changed)
  const end = (outcome: Outcome): LoopEvent => loopEnd(state, outcome, isoTime(clock))
  if (signal.aborted) return [end(abortedBy(signal))]
  const question = {
    iteration: 0,
    verifications: asked.verifications,
    sealed: null,
    mayFail: mayFailIn(state),
    waivers: waiversOf(state),
    baseline: baselineOf(facts),
    seenRed: false,
    signal,
  }
  const gateHolds = facts.verdict === 'verified' || asked.verifications.some(onlyGoalsFail)
  const kept = await gate
    .seal(question, state.spec.taskClass === null ? facts.verdict === 'verified' : gateHolds)
    .catch(asTrouble)
  if (signal.aborted) return [end(abortedBy(signal))]
  const common = { loop: state.spec.id, at: isoTime(clock) }
  if (typeof kept === 'string') {
    const broken = { ...facts, verdict: 'gate_error', missing: kept } as const
    return [
      { kind: 'baseline-end', ...common, ...broken, tree, sealed: null },
      end({ kind: 'gate_broken', error: kept }),
    ]
  }
  const { sealed } = kept
  const findings = withWaivers(kept.findings, waiversOf(state))
  const written = facts.verdict === 'verified' ? await createdFiles(ports.changed) : {}
  const baseline: LoopEvent = { kind: 'baseline-end', ...common, ...facts, findings, tree, ...written, sealed }
  const found = findings.map((finding): LoopEvent => ({ kind: 'finding', ...common, iteration: 0, finding }))
  const isReached = state.spec.expectNow === 'failing' && (await ports.isStateReached(asked.verifications))
  const outcome = judgeBaseline({ ...facts, findings }, state, { gateHolds, isReached })
  return outcome ? [...found, baseline, end(outcome)] : [...found, baseline]
}

/** Only we have worked in the tree so far. */
async function createdFiles(changed: ChangedFiles): Promise<{ written?: readonly string[] }> {
  const created = (await changed())?.filter(({ status }) => status === 'added') ?? []
  return created.length === 0 ? {} : { written: created.slice(0, WRITTEN_KEPT).map(({ path }) => path) }
}

const WRITTEN_KEPT = 500

const asTrouble = (error: unknown): string =>
  `the baseline files could not be recorded: ${error instanceof Error ? error.message : String(error)}`

function judgeBaseline(
  { verdict, missing, evidence, findings }: CheckFacts,
  { spec }: LoopState,
  { gateHolds, isReached }: { readonly gateHolds: boolean; readonly isReached: boolean },
): Outcome | null {
  const unprovable = findings.find(({ objection }) => objection === 'unprovable')
  if (unprovable) return { kind: 'gate_broken', error: unprovable.says }
  // Unless the task asks for exactly this state, a check that passes at the start says nothing about the task.
  if (verdict === 'verified') return isReached ? { kind: 'verified', because: 'already_green' } : null
  if (verdict === 'gate_error') return { kind: 'gate_broken', error: missing ?? 'the check gave no result' }
  // Before any work is done, a command that is missing or never ends is the fault of the check; afterwards it is the agent's.
  const unanswered = evidence.find(({ error, may_be_brought }) => error !== null && !may_be_brought)
  if (unanswered) return { kind: 'gate_broken', error: missing ?? `${unanswered.command} could not be run` }
  return spec.expectNow === 'passing' && !gateHolds ? redForOtherReasons(evidence) : null
}

/** The check should pass before the first turn and fails. Whether that must be fixed first is a person's decision. */
function redForOtherReasons(evidence: CheckFacts['evidence']): Outcome {
  const count = evidence.reduce((sum, { failing_count }) => sum + failing_count, 0)
  return {
    kind: 'blocked',
    because: 'red_baseline',
    says: `the check should pass before the first turn, and it fails${count > 0 ? ` (${count} failing)` : ''}`,
  }
}
