import { join } from 'node:path'
import { verify } from '../../check/verify/verify.ts'
import type { Criterion } from '../../criteria/criterion.ts'
import { describeCriterion } from '../../criteria/describe.ts'
import { DEFAULT_LIMITS } from '../../run/settings/values.ts'
import type { Git } from '../../system/git.ts'
import { newNonce, nodeShell } from '../../system/shell.ts'
import { openEvidence } from '../../tools/ids/open-evidence.ts'
import type { PlanState } from '../plan-state.ts'
import type { PlanParts } from '../session.ts'
import { mergedCriteria } from '../task-request.ts'

interface CheckedPlace {
  readonly cwd: string
  readonly parts: PlanParts
  /** Marks the processes, so that a crash leaves none behind. */
  readonly nonce: string
  readonly signal: AbortSignal
}

interface BrokenCriterion {
  readonly says: string
  readonly details: string
}

/** Runs criteria once each, in a tree of ours; the first that does not hold, null when all do. */
async function firstBroken(
  criteria: readonly Criterion[],
  { cwd, parts, nonce, signal }: CheckedPlace,
): Promise<{ readonly criterion: Criterion; readonly details: string } | null> {
  const evidence = openEvidence({ directory: join(parts.layout.home, 'evidence', newNonce()) })
  try {
    for (const criterion of criteria) {
      const found = await verify(
        {
          criterion,
          cwd,
          env: parts.env,
          nonce,
          timeoutMs: DEFAULT_LIMITS.checkMs,
          signal,
          onBytes: () => {},
          evidence,
        },
        nodeShell,
      )
      if (found.kind !== 'passed') return { criterion, details: found.learnings }
    }
    return null
  } finally {
    evidence.close()
  }
}

/** Whether a result that changes nothing holds its own criterion. */
export async function failingCriterion(criterion: Criterion, place: CheckedPlace): Promise<BrokenCriterion | null> {
  const broken = await firstBroken([criterion], place)
  return broken && { says: `the check fails: ${describeCriterion(criterion)}`, details: broken.details }
}

/** Whether a result breaks what an earlier task of the plan achieved: both pass alone, but not together. */
export async function brokenTask(
  state: PlanState,
  own: Criterion,
  place: CheckedPlace,
): Promise<BrokenCriterion | null> {
  const broken = await firstBroken(mergedCriteria(state, own), place)
  if (broken === null) return null
  const owner = state.tasks.find(({ task }) => JSON.stringify(task.criterion) === JSON.stringify(broken.criterion))
  const says = `it breaks the task ${owner?.task.id ?? ''}, which is merged already: ${describeCriterion(broken.criterion)}`
  return { says, details: broken.details }
}

/** Files in which conflict markers are left between two commits. */
export async function leftMarkers(git: Git, from: string, to: string): Promise<readonly string[]> {
  const found = await git('diff', '--no-ext-diff', '--no-textconv', '-U0', '--no-color', from, to)
  if (!found.ok) return []
  const files = new Set<string>()
  let file = ''
  for (const line of found.value.split('\n')) {
    if (line.startsWith('+++ ')) file = line.slice(4).replace(/^b\//, '')
    else if (/^\+(?:<{7}|>{7}) /.test(line)) files.add(file)
  }
  return [...files]
}
