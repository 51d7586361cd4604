import { join, resolve } from 'node:path'
import { provable } from '../../checks/provable.ts'
import { openEvidence } from '../../evidence/open-evidence.ts'
import { stateHome } from '../../host/places.ts'
import { newNonce, nodeShell } from '../../host/shell.ts'
import { mayFailTests } from '../../loop/waivers.ts'
import type { ReceiptFacts } from '../../receipt/statement.ts'
import { fail, ok, type Result } from '../../std/result.ts'
import { executedDigest } from '../../verify/executed-digest.ts'
import { countsIn } from '../../verify/facts-in.ts'
import { verify } from '../../verify/verify.ts'
import type { CommandContext } from './command.ts'

/** What a run here found, beside what the receipt says. */
export interface Rerun {
  /** In words; empty when it is as the receipt says. */
  readonly differences: readonly string[]
  readonly compared: readonly string[]
}

const TEN_MINUTES = 600_000

/** Runs a receipt's criterion here, in place. Fails when it cannot be run, which is no difference. */
export async function rerun(
  facts: ReceiptFacts,
  tree: string,
  { env, signal }: CommandContext,
): Promise<Result<Rerun, string>> {
  const criterion = provable(facts.criterion.check)
  if (criterion === null) return fail('its check is more than a criterion, and cannot be run from a receipt')
  const cwd = resolve(tree, facts.tree.workspace)
  if (cwd !== tree && !cwd.startsWith(`${tree}/`)) return fail('its commands would run outside of this tree')
  const nonce = newNonce()
  const evidence = openEvidence({ directory: join(stateHome(env), 'evidence', nonce) })
  const waived = facts.waivers.flatMap(({ test }) => (test === null ? [] : [test]))
  const mayFail = mayFailTests(waived, facts.quarantine)
  const verification = await verify(
    { criterion, cwd, env, nonce, timeoutMs: TEN_MINUTES, signal, evidence, mayFail },
    nodeShell,
  ).finally(() => evidence.close())
  if (verification.kind === 'unverifiable') return fail(verification.message)
  const [run] = facts.runs
  const [tests, executed] = [countsIn(verification), executedDigest(verification)]
  const differences = [
    verification.kind === 'failed' && `it fails here: ${verification.learnings.split('\n')[0]}`,
    run?.tests &&
      run.tests.passed !== tests?.passed &&
      `${tests?.passed ?? 'no'} tests passed, not ${run.tests.passed}`,
    run?.executed && run.executed.digest !== executed?.digest && 'other tests ran than the receipt says',
  ]
  const compared = ['the outcome', run?.tests && 'the counts', run?.executed && 'the ids of the tests']
  return ok({
    differences: differences.filter(words => typeof words === 'string'),
    compared: compared.filter(words => typeof words === 'string'),
  })
}
