import { describeCriterion } from '../criteria/describe.ts'
import { warningsAbout } from '../criteria/warnings.ts'
import { type CleanCopy, openCleanCopy } from '../workspace/clean-copy/clean-copy.ts'
import { type CanaryResult, forkOf, runCanaries } from './canary/run-canaries.ts'
import { runInCopy } from './clean-run/run-in-copy.ts'
import { FIRST } from './clean-run/run-once.ts'
import type { GateQuestion } from './gate.ts'
import { type CopyRunOptions, cleanCopyOptions } from './options.ts'

/** Whether a gate can fail: true or false when a run showed it, null when unknown. */
export interface GateHealth {
  readonly criterion: string
  readonly baseline: 'green' | 'red' | 'no_answer'
  /** `sang`: the published name for a canary that was seen. */
  readonly canary: Exclude<CanaryResult['kind'], 'seen'> | 'sang' | 'not_needed'
  readonly can_fail: boolean | null
  readonly says: string
}

/** One run and one canary in a clean copy, without a loop. Changes nothing in the tree. */
export async function examineGate(options: CopyRunOptions, signal: AbortSignal): Promise<GateHealth> {
  const criterion = describeCriterion(options.criterion)
  const copy = await openCleanCopy(cleanCopyOptions(options))
  if (!copy.ok) return { criterion, baseline: 'no_answer', canary: 'not_checked', can_fail: null, says: copy.error }
  try {
    return { criterion, ...(await examineIn(copy.value, options, signal)) }
  } finally {
    await copy.value.close()
  }
}

async function examineIn(
  copy: CleanCopy,
  options: CopyRunOptions,
  signal: AbortSignal,
): Promise<Omit<GateHealth, 'criterion'>> {
  const question: GateQuestion = { ...FIRST, signal }
  const fork = await forkOf(copy)
  const verification = await runInCopy(fork, options, question, options.criterion).finally(() => fork.close())
  if (verification.kind === 'unverifiable')
    return {
      baseline: 'no_answer',
      canary: 'not_needed',
      can_fail: null,
      says: [verification.message, ...verification.learnings.split('\n').slice(1)].join('\n'),
    }
  const baseline = verification.kind === 'failed' ? 'red' : 'green'
  // What the tests print may still tell us, but a pipeline that trusts the exit code sees no failure.
  const always = warningsAbout(options.criterion, {}).find(({ code }) => code === 'cannot_fail')
  if (always !== undefined) return { baseline, canary: 'not_needed', can_fail: false, says: always.says }
  if (verification.kind === 'failed')
    return { baseline, canary: 'not_needed', can_fail: true, says: 'it fails now, so it can fail' }
  const results = await runCanaries(options, {
    copy: () => forkOf(copy),
    question: { ...question, verifications: [verification] },
    diagnosed: [],
    differed: [],
    ran: () => {},
  })
  return { baseline, ...judged(results) }
}

/** One clause that cannot fail is enough to report the gate. */
function judged(results: readonly CanaryResult[]): Pick<GateHealth, 'canary' | 'can_fail' | 'says'> {
  const dead = results.find(result => result.kind === 'green' || result.kind === 'unseen')
  if (dead)
    return {
      canary: dead.kind,
      can_fail: false,
      says: `"${dead.clause}" did not report a planted failure: this check cannot fail`,
    }
  const unknown = results.find(({ kind }) => kind === 'not_checked')
  if (unknown?.kind === 'not_checked' || results.length === 0)
    return {
      canary: 'not_checked',
      can_fail: null,
      says: unknown?.kind === 'not_checked' ? unknown.because : 'no failure could be planted',
    }
  return { canary: 'sang', can_fail: true, says: 'it passes, and it fails with a planted failure and reports it' }
}
