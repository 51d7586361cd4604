import type { CheckSnapshot, CompletionCheck } from '../checks/completion-check.ts'
import type { Clock } from '../host/clock.ts'
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

function asEvidence(verification: Verification): Evidence {
  return {
    command: verification.command,
    verified: verification.kind === 'passed',
    exit_code: verification.kind === 'unverifiable' ? null : verification.exitCode,
    error: verification.kind === 'unverifiable' ? verification.error : null,
    duration_ms: Math.round(verification.durationMs),
  }
}
