import { apply } from './apply.ts'
import { type AskPorts, askCheck } from './ask-check.ts'
import { type ChangedFiles, withoutEmptyPass } from './empty-pass.ts'
import type { CheckFacts, LoopEvent } from './events.ts'
import { isoTime } from './iso-time.ts'
import { loopEnd } from './loop-end.ts'
import { abortedBy, type Outcome } from './outcome.ts'
import { firstReason, type Policy } from './policy.ts'
import { type ProvePorts, prove } from './prove.ts'
import { outOfDailyMoney, type SpentToday } from './reasons.ts'
import { firstTrouble } from './sensor.ts'
import type { LoopState } from './state.ts'
import { UNASKED_KEY } from './stuck.ts'
import type { TurnPorts } from './take-turn.ts'
import { waitOrPause } from './wait.ts'

export interface ClosePorts extends AskPorts, ProvePorts {
  readonly changed: ChangedFiles
  readonly policy: Policy
  /** Removes secrets and control characters from every text in a value. */
  readonly clean: <T>(value: T) => T
  readonly lostMs: TurnPorts['lostMs']
  /** What all loops of this user cost today; null when nothing limits that. */
  readonly spentToday: () => Promise<SpentToday | null>
}

/**
 * Closes one turn: is there trouble, does the check pass, does another turn make sense?
 * Every turn ends here, whether we prompt the agent or an assistant's Stop hook calls us.
 */
export async function closeTurn(state: LoopState, ports: ClosePorts, signal: AbortSignal): Promise<LoopEvent[]> {
  const { policy, clock, check } = ports
  const end = (outcome: Outcome): LoopEvent => loopEnd(state, outcome, isoTime(clock))
  if (state.turn?.ended === 'aborted' || signal.aborted) return [end(abortedBy(signal))]
  if (state.turn?.ended === 'rate-limited') return [waitOrPause(state, clock)]

  const trouble = await firstTrouble(policy.sensors, state, signal)
  if (trouble) return [end(trouble)]

  const today = await ports.spentToday()
  const isLast = outOfDailyMoney(state, today) !== null
  const facts = ports.clean(isLast || isDue(state, policy) ? await answer(state, ports, signal) : unasked(state))
  if (signal.aborted) return [end(abortedBy(signal))]

  const common = { loop: state.spec.id, at: isoTime(clock), iteration: state.iteration }
  // A check that a killed process had begun was run again, and both took the loop's time.
  const duration_ms = facts.duration_ms + ports.lostMs()
  const checked: LoopEvent = { kind: 'check-end', ...common, ...facts, duration_ms }
  const found = facts.findings.map((finding): LoopEvent => ({ kind: 'finding', ...common, finding }))
  const after = apply(state, checked)
  if (facts.verdict === 'verified')
    return [
      ...found,
      checked,
      end(
        check.believesClaims || isClaim(facts) ? { kind: 'claimed' } : { kind: 'verified', because: 'criterion_holds' },
      ),
    ]
  if (facts.verdict === 'gate_error')
    return [...found, checked, end({ kind: 'gate_broken', error: `the check gave no result: ${facts.missing}` })]

  const outcome =
    firstReason(policy.brakes, after) ?? firstReason(policy.limits, after) ?? outOfDailyMoney(after, today)
  return outcome ? [...found, checked, end(outcome)] : [...found, checked]
}

async function answer(state: LoopState, ports: ClosePorts, signal: AbortSignal, isSecond = false): Promise<CheckFacts> {
  const asked = await askCheck(state, ports, signal)
  const filled = await withoutEmptyPass(state, asked, ports.changed)
  const facts = await prove(state, { ...asked, facts: filled }, ports, signal)
  // A person may have saved a file at that moment. The agent is not asked for a turn before it happens again.
  if (!isSecond && changedAfterCheck(facts) && !signal.aborted) return await answer(state, ports, signal, true)
  if (facts.verdict !== 'weakened' || !state.spec.restore || signal.aborted) return facts
  // The work is real, but a check was weakened along with it: restore the check and run it again.
  await ports.gate.restore(state.sealed)
  const again = await askCheck(state, ports, signal)
  const judged = [...(facts.judged ?? []), ...(again.facts.judged ?? [])]
  const restored = await withoutEmptyPass(state, again, ports.changed)
  return await prove(
    state,
    { ...again, facts: { ...restored, ...(judged.length === 0 ? {} : { judged }) } },
    ports,
    signal,
  )
}

/** A person accepts that the check only reads what the agent says about its work. */
const isClaim = ({ findings }: CheckFacts): boolean => findings.some(({ rule }) => rule === 'status-claimed')

const changedAfterCheck = ({ findings }: CheckFacts): boolean =>
  findings.some(({ rule, objection }) => rule === 'changed-after-check' && objection !== null)

/** The last turn is checked before a limit ends the loop, with or without a claim. */
const isDue = (state: LoopState, { limits }: Policy): boolean =>
  state.spec.checkWhen === 'every-turn' || state.turn?.ended === 'claims-done' || firstReason(limits, state) !== null

const unasked = ({ missing }: LoopState): CheckFacts => ({
  verdict: 'not_yet',
  missing: missing ?? 'The turn ended without a claim that the work is done, so nothing was checked.',
  evidence: [],
  missing_key: UNASKED_KEY,
  findings: [],
  proof: null,
  duration_ms: 0,
})
