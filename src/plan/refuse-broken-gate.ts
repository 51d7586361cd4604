import { join, relative } from 'node:path'
import { verify } from '../check/verify/verify.ts'
import type { RequestContext } from '../run/request/context.ts'
import { layoutHere } from '../run/request/overview.ts'
import { cleanCopiesHome } from '../system/checkouts-home.ts'
import { gitIn } from '../system/git.ts'
import { openCleanCopy } from '../workspace/clean-copy/clean-copy.ts'
import type { PlanSpec } from './events.ts'
import { planProblem } from './problems.ts'

/** A gate that cannot run ends within seconds. One that runs longer is left to the first loop. */
const PATIENCE_MS = 20_000

/**
 * A gate that cannot run refuses every result, whatever the agents do. So it runs in a clean copy before the plan is saved, and a person
 * can give another one. Throws a `UsageError` when it cannot run and no task may bring what is missing.
 */
export async function refuseBrokenGate(
  { gate, gateSays, tree, workspace, onto, nonce, tasks }: PlanSpec,
  context: Pick<RequestContext, 'cwd' | 'env' | 'given' | 'signal'>,
): Promise<void> {
  const { env } = context
  const current = await gitIn(tree, env)('symbolic-ref', '-q', 'HEAD')
  // Another branch may have other files.
  if (gate === null || !current.ok || current.value !== onto) return
  const { view } = await layoutHere(context)
  const copy = await openCleanCopy({ tree, exclude: [relative(tree, view)], scratch: cleanCopiesHome(env), env })
  if (!copy.ok) return
  try {
    const ran = await verify(
      {
        ...{ criterion: gate, cwd: workspace, env, nonce, timeoutMs: PATIENCE_MS, task: tasks.map(({ task }) => task) },
        seenAt: join(copy.value.path, relative(tree, workspace)),
        filesAt: join(copy.value.view, relative(tree, workspace)),
        signal: context.signal,
      },
      copy.value.shell,
    )
    if (ran.kind !== 'unverifiable' || ran.mayBeBrought || ran.error !== 'command_not_found') return
    const says = [ran.message, ...ran.learnings.split('\n').slice(1)].join('\n')
    throw planProblem('gate-cannot-run', { gate: gateSays, says })
  } finally {
    await copy.value.close()
  }
}
