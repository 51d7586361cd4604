import type { CheckSnapshot, CompletionCheck } from '../check/completion/completion-check.ts'
import { stableMessage } from '../check/output/fingerprint.ts'
import { executedDigest } from '../check/verify/executed-digest.ts'
import { closedIn, countsIn, failingIn, fingerprintsIn } from '../check/verify/facts-in.ts'
import type { Verification } from '../check/verify/verification.ts'
import type { Usage } from '../std/usage.ts'
import type { Clock } from '../system/clock.ts'
import type { CheckFacts, Evidence } from './events.ts'
import type { LoopState } from './state.ts'
import { GREEN_KEY } from './stuck.ts'
import { mayFailIn } from './waivers.ts'

const TRIES = 2

export interface AskPorts {
  readonly check: CompletionCheck
  readonly clock: Clock
}

export interface CheckAnswer {
  readonly facts: CheckFacts
  /** The runs that the answer rests on. */
  readonly verifications: readonly Verification[]
}

/** Runs the check on the current tree. The only place in the program that sets the verdict "verified". */
export async function askCheck(
  state: LoopState,
  { check, clock }: AskPorts,
  signal: AbortSignal,
): Promise<CheckAnswer> {
  const began = clock.elapsed()
  const verifications: Verification[] = []
  const judged: Usage[] = []
  const snapshot: CheckSnapshot = {
    workspace: state.spec.workspace,
    task: state.spec.task,
    iteration: state.iteration,
    answer: state.turn?.answer ?? '',
    claimsDone: state.turn?.ended === 'claims-done',
    toolResults: state.turn?.tools ?? [],
    baseline: state.baseline,
    mayFail: mayFailIn(state),
    record: verification => verifications.push(verification),
    spend: usage => judged.push(usage),
  }
  const asked =
    check.believesClaims && state.turn?.ended !== 'claims-done'
      ? ({ verdict: 'not_yet', missing: 'The turn did not end with a claim that the work is done.' } as const)
      : await patiently(() => check.check(snapshot, signal), signal)
  // A check that was asked twice ran everything twice; the last runs are the ones that its answer rests on.
  const facts = {
    ...asked,
    evidence: verifications.map(asEvidence),
    missing_key: keyOf(asked.missing, verifications),
    findings: [],
    proof: null,
    duration_ms: clock.elapsed() - began,
    ...(judged.length === 0 ? {} : { judged }),
  }
  return { facts, verifications }
}

/** A check that breaks has not passed. It is run once more; when it breaks again, the check is broken, not the work. */
async function patiently(
  ask: () => Promise<string | null>,
  signal: AbortSignal,
): Promise<Pick<CheckFacts, 'verdict' | 'missing'>> {
  let trouble = 'the check was stopped'
  for (let attempt = 0; attempt < TRIES && !signal.aborted; attempt++) {
    try {
      const missing = await ask()
      // Only null means that the check passes: a check written in JavaScript may well return undefined or an empty string by mistake.
      if (missing === null) return { verdict: 'verified', missing: null }
      return { verdict: 'not_yet', missing: String(missing ?? '') || 'the check gave no reason' }
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error)
    }
  }
  return { verdict: 'gate_error', missing: trouble }
}

function keyOf(missing: string | null, verifications: readonly Verification[]): string {
  if (missing === null) return GREEN_KEY
  const failures = verifications.flatMap(fingerprintsIn)
  return failures.length > 0
    ? [...new Set(failures)].sort().join(' ').slice(0, KEY_LENGTH)
    : stableMessage(missing).slice(0, KEY_LENGTH)
}

const KEY_LENGTH = 1_000
const FAILING_KEPT = 500

function asEvidence(verification: Verification): Evidence {
  const { command, kind, exitCode, durationMs, measured } = verification
  const failing = failingIn(verification)
  return {
    command,
    verified: kind === 'passed',
    exit_code: exitCode,
    error: kind === 'unverifiable' ? verification.error : null,
    may_be_brought: kind === 'unverifiable' && verification.mayBeBrought === true,
    closed: closedIn(verification),
    duration_ms: Math.round(durationMs),
    tests: countsIn(verification),
    failing: failing.slice(0, FAILING_KEPT),
    failing_count: failing.length,
    executed: executedDigest(verification),
    measured,
  }
}
