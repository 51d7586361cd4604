import { isCommonWord } from '../../criteria/task/scope-terms.ts'
import { checksOf } from '../choice/checks.ts'
import type { GatheredEvidence } from '../gather.ts'

/** "the nightly job is red", "CI stopped at the spelling step": the words that name a part of CI. */
const JOB = /((?:[\w.+-]+ ){1,3}?)(?:jobs?|workflows?|steps?|stages?|pipelines?|actions?)\b/gi

/** Only what the job runs that the task names. Null when it names none, or none that CI has. */
export function ofNamedJob(task: string, gathered: GatheredEvidence): GatheredEvidence | null {
  for (const [, before = ''] of task.toLowerCase().matchAll(JOB)) {
    const words = before.split(/[^a-z\d]+/).filter(word => word !== '' && !isCommonWord(word))
    const candidates = gathered.candidates.filter(
      ({ layer, words: own }) => layer === 4 && words.every(word => own.includes(word)),
    )
    if (words.length > 0 && candidates.length > 0) return { ...gathered, candidates, checks: checksOf(candidates) }
  }
  return null
}
