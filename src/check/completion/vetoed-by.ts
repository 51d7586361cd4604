import { checkProblem } from '../problems.ts'
import type { Verification } from '../verify/verification.ts'
import type { CheckSnapshot, CompletionCheck } from './completion-check.ts'
import { askJudge, type Judge, type JudgeMaterial } from './judge.ts'

export interface VetoOptions {
  /** The criteria of the judge. Copied at the start, so that nobody changes them later. */
  readonly criteria: readonly string[]
  /** The changes since the start, for the judge. */
  readonly changes: (snapshot: CheckSnapshot, signal: AbortSignal) => Promise<string>
}

/**
 * The inner check decides. When it passes, an independent judge may only refuse.
 *
 * @example
 * ```ts
 * import { testSuiteCheck, vetoedBy } from 'agent-loop'
 *
 * const judge = { judge: async () => ({ verdict: 'yes', reason: 'no test was removed', usage: null }) as const }
 * const changes = async () => 'the diff of the work'
 * const check = vetoedBy(testSuiteCheck({ command: 'npm test' }), judge, { criteria: ['no test was removed'], changes })
 * console.log(check.description().startsWith('`npm test` passes')) // true
 * ```
 */
export function vetoedBy(inner: CompletionCheck, judge: Judge, options: VetoOptions): CompletionCheck {
  const criteria = [...options.criteria]
  if (criteria.length === 0) throw checkProblem('no-veto-criteria', {})
  return {
    ...(inner.believesClaims ? { believesClaims: true } : {}),
    description: () =>
      `${inner.description()}; and an independent judge accepts it by these criteria: ${criteria.join('; ')}`,
    async check(snapshot, signal) {
      const evidence: Verification[] = []
      const record = (proof: Verification): void => {
        evidence.push(proof)
        snapshot.record(proof)
      }
      const reason = await inner.check({ ...snapshot, record }, signal)
      if (reason !== null) return reason
      if (snapshot.iteration === 0) return 'There are no changes for the judge to review yet.'
      const material = materialOf(snapshot, evidence, await options.changes(snapshot, signal))
      const answer = await askJudge(judge, { question: QUESTION, criteria, material }, snapshot, signal)
      if (answer.verdict === 'yes') return null
      return `The judge objects: ${answer.reason || 'it gave no reason'}`
    },
  }
}

const QUESTION = 'The check below passes. Do these changes complete the task and meet every criterion?'

const materialOf = (
  { task, answer }: CheckSnapshot,
  evidence: readonly Verification[],
  changes: string,
): readonly JudgeMaterial[] => [
  { title: 'task', text: task },
  { title: 'changes', text: changes },
  ...evidence.map(({ command, output }) => ({ title: `check: ${command}`, text: output })),
  { title: 'the answer of the agent', text: answer },
]
