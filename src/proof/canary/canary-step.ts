import type { Verification } from '../../check/verify/verification.ts'
import type { CleanCopy } from '../../workspace/clean-copy/clean-copy.ts'
import { finding } from '../finding-words.ts'
import { checksIn, placeOf } from '../original-checks/judge-checks.ts'
import type { ProofCase } from '../proof-case.ts'
import type { ProofLog } from '../proof-log.ts'
import type { SealChange } from '../seal/seal.ts'
import { executedTests } from '../tests/executed-tests.ts'
import { failedWithCanary } from '../tests/stability.ts'
import { type CanaryResult, forkOf, NO_PLANT, runCanaries } from './run-canaries.ts'
import { spoilWithoutRunner, type WithoutRunner } from './without-runner.ts'

export interface CanaryRuns {
  readonly results: readonly CanaryResult[]
  /** Tests that passed in the tree and failed in a run with a canary. */
  readonly suspects: readonly string[]
  /** What altered expected results showed about commands for which no failing test can be planted. */
  readonly spoiled: WithoutRunner
}

/** Every planted failure was reported by name, so nothing else made a run fail. */
export const isEachSeen = ({ results, suspects, spoiled }: CanaryRuns): boolean =>
  suspects.length === 0 &&
  results.every(result => result.kind === 'seen' || (isUnplanted(result) && spoiled.kind === 'seen' && spoiled.isNamed))

/** `went`: files whose reported errors are gone because they were deleted. */
export async function plantCanaries(proof: ProofCase, copy: CleanCopy, went: readonly string[]): Promise<CanaryRuns> {
  const { options, question, record, log } = proof
  const planted: Verification[] = []
  const results = await runCanaries(options, {
    copy: () => forkOf(copy),
    question,
    diagnosed: went.length > 0 ? went : record.diagnosed,
    differed: record.differed,
    ran: (verification, whole) => {
      log.ran()
      if (whole) planted.push(verification)
    },
  })
  const suspects = failedWithCanary(executedTests(question.verifications, options), executedTests(planted, options))
  const spoiled = log.objects() || !results.some(isUnplanted) ? UNKNOWN : await spoilWithoutRunner(proof, copy)
  return { results, suspects, spoiled }
}

export function concludeCanaries(proof: ProofCase, { results, spoiled }: CanaryRuns): void {
  const { log } = proof
  const changed = checksIn(proof.changed)
  const unplanted = results.filter(isUnplanted)
  for (const result of results) if (!isUnplanted(result)) logCanary(log, result, changed)
  if (unplanted.length > 0) concludeSpoiled(proof, spoiled, unplanted)
  if (results.length === 0) log.notChecked('canary', 'no clause of the criterion can be made to fail on its own')
}

const isUnplanted = (result: CanaryResult): result is CanaryResult & { readonly kind: 'not_checked' } =>
  result.kind === 'not_checked' && result.because === NO_PLANT

/** Commands for which no failing test can be planted. */
function concludeSpoiled(
  { log, changed }: ProofCase,
  spoiled: WithoutRunner,
  unplanted: readonly CanaryResult[],
): void {
  const clause = unplanted.map(result => result.clause).join(', ')
  if (spoiled.kind === 'unknown') for (const result of unplanted) logCanary(log, result, checksIn(changed))
  else if (spoiled.kind === 'seen') log.ok('canary', `"${clause}" failed after its expected result was altered`)
  else log.refused('canary', [finding('canary-silent', 'tampered', { clause, changed: spoiled.paths }, spoiled.paths)])
}

const UNKNOWN: WithoutRunner = { kind: 'unknown' }

function logCanary(log: ProofLog, result: CanaryResult, changed: readonly SealChange[]): void {
  if (result.kind === 'seen')
    log.ok('canary', `"${result.clause}" failed with a planted failure and reported it${inRuns(result.runs)}`)
  else if (result.kind === 'not_checked') log.notChecked('canary', `"${result.clause}": ${result.because}`)
  else refuseCanary(log, result, changed)
}

/** A command that stops at the first failure runs once for each plant. */
const inRuns = (runs: number): string => (runs === 1 ? '' : `, in ${runs} runs: it stops at the first failure`)

function refuseCanary(
  log: ProofLog,
  result: Extract<CanaryResult, { kind: 'green' | 'unseen' }>,
  changed: readonly SealChange[],
): void {
  const places = changed.map(placeOf)
  const facts = { clause: result.clause, changed: places }
  log.refused('canary', [
    result.kind === 'green'
      ? finding('canary-silent', 'tampered', facts, places.slice(0, 10))
      : finding('canary-unseen', 'tampered', { ...facts, missed: result.marks }, places.slice(0, 10)),
  ])
}
