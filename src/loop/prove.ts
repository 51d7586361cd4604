import { strongest } from '../proof/finding.ts'
import { finding } from '../proof/finding-words.ts'
import type { Examination, Gate } from '../proof/gate.ts'
import { withWaivers } from '../proof/waiver.ts'
import type { Clock } from '../system/clock.ts'
import type { CheckAnswer } from './ask-check.ts'
import type { CheckFacts } from './events.ts'
import type { LoopState } from './state.ts'
import { mayFailIn, waiversOf } from './waivers.ts'

export interface ProvePorts {
  readonly gate: Gate
  readonly clock: Clock
  readonly markTree: () => Promise<TreeMark>
}

/** The tree at one moment. */
export interface TreeMark {
  /** Its id; null when unknown. */
  readonly tree: string | null
  /** The files that have changed since, or why that cannot be said; empty when nothing has. */
  changed(): Promise<readonly string[]>
}

const TRIES = 2

/** Runs the proof of a passing check. A finding replaces the verdict; a proof that breaks has not passed. */
export async function prove(
  state: LoopState,
  { facts, verifications }: CheckAnswer,
  { gate, clock, markTree }: ProvePorts,
  signal: AbortSignal,
): Promise<CheckFacts> {
  if (facts.verdict !== 'verified') return facts
  const began = clock.elapsed()
  const mark = await markTree()
  const question = {
    iteration: state.iteration,
    verifications,
    sealed: state.sealed,
    baseline: state.baseline,
    mayFail: mayFailIn(state),
    waivers: waiversOf(state),
    seenRed: seenRed(state),
    signal,
  }
  const examined = await twice(() => gate.examine(question), signal)
  const duration_ms = facts.duration_ms + clock.elapsed() - began
  if (typeof examined === 'string') return { ...facts, verdict: 'gate_error', missing: examined, duration_ms }
  const { proof } = examined
  const accepted = withWaivers(examined.findings, waiversOf(state))
  // Nothing of ours writes to the tree during a proof. A process that survived its turn, or a person, could.
  const changed = strongest(accepted) === null ? await mark.changed() : []
  const findings =
    changed.length === 0 ? accepted : [...accepted, finding('changed-after-check', 'unproven', {}, changed)]
  const objection = strongest(findings)
  if (objection === null) return { ...facts, findings, proof, duration_ms, checked_tree: mark.tree }
  const missing = findings
    .filter(finding => finding.objection !== null)
    .map(({ says, places }) => [says, ...places.map(place => `  ${place}`)].join('\n'))
  return {
    ...facts,
    verdict: objection,
    missing: missing.join('\n'),
    missing_key: findings
      .map(({ rule, places }) => `${rule} ${places.join(' ')}`)
      .join('\n')
      .slice(0, KEY_LENGTH),
    findings,
    proof,
    duration_ms,
  }
}

const KEY_LENGTH = 1_000

async function twice(examine: () => Promise<Examination>, signal: AbortSignal): Promise<Examination | string> {
  let trouble = 'the proof was stopped'
  for (let attempt = 0; attempt < TRIES && !signal.aborted; attempt++) {
    try {
      return await examine()
    } catch (error) {
      trouble = `the proof could not be completed: ${error instanceof Error ? error.message : String(error)}`
    }
  }
  return trouble
}

/** The same files failed before and pass now, so the result does not depend on the work. */
const seenRed = ({ checks, turn }: LoopState): boolean =>
  turn?.tree != null &&
  checks.some(({ tree, verdict, failing }) => tree === turn.tree && verdict === 'not_yet' && failing > 0)
