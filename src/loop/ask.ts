import type { CheckSnapshot, CompletionCheck } from '../checks/completion-check.ts'
import type { Clock } from '../host/clock.ts'
import { closedIn, countsIn, failingIn } from '../verify/facts-in.ts'
import type { Verification } from '../verify/verification.ts'
import type { CheckFacts, Evidence } from './events.ts'
import type { LoopState } from './state.ts'

const TRIES = 2

export interface AskPorts {
  readonly check: CompletionCheck
  readonly clock: Clock
}

/** Asks the check about the tree as it is now. The only place in the program where "verified" is ever said. */
export async function askCheck(state: LoopState, { check, clock }: AskPorts, signal: AbortSignal): Promise<CheckFacts> {
  const began = clock.elapsed()
  const evidence: Evidence[] = []
  const snapshot: CheckSnapshot = {
    workspace: state.spec.workspace,
    task: state.spec.task,
    iteration: state.iteration,
    answer: state.turn?.answer ?? '',
    claimsDone: state.turn?.ended === 'claims-done',
    // No agent of ours reports its tools yet.
    toolResults: [],
    baseline: state.baseline,
    record: verification => evidence.push(asEvidence(verification)),
  }
  const answer = await patiently(() => check.check(snapshot, signal), signal)
  return { ...answer, evidence, duration_ms: clock.elapsed() - began }
}

/** A check that breaks has not said yes. It is asked once more, and then it is the gate that is broken, not the work. */
async function patiently(
  ask: () => Promise<string | null>,
  signal: AbortSignal,
): Promise<Pick<CheckFacts, 'verdict' | 'missing'>> {
  let trouble = 'the check was stopped'
  for (let attempt = 0; attempt < TRIES && !signal.aborted; attempt++) {
    try {
      const missing = await ask()
      // Only null means yes: a check written in JavaScript may well return undefined or an empty string by mistake.
      if (missing === null) return { verdict: 'verified', missing: null }
      return { verdict: 'not_yet', missing: String(missing ?? '') || 'the check gave no reason' }
    } catch (error) {
      trouble = error instanceof Error ? error.message : String(error)
    }
  }
  return { verdict: 'gate_error', missing: trouble }
}

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
    measured,
  }
}
