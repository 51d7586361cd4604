import { join, resolve } from 'node:path'
import { provable } from '../check/completion/provable.ts'
import { executedDigest } from '../check/verify/executed-digest.ts'
import { countsIn } from '../check/verify/facts-in.ts'
import type { Verification } from '../check/verify/verification.ts'
import { verify } from '../check/verify/verify.ts'
import { mayFailTests } from '../loop/waivers.ts'
import { runOnce } from '../proof/clean-run/run-once.ts'
import type { ReceiptFacts } from '../proof/receipt/statement.ts'
import { fail, ok, type Result } from '../std/result.ts'
import { cleanCopiesHome } from '../system/checkouts-home.ts'
import { newNonce, nodeShell } from '../system/shell.ts'
import { stateHome } from '../system/state-home.ts'
import { openEvidence } from '../tools/ids/open-evidence.ts'
import type { CommandContext } from './command.ts'

/** The result of a run here, compared with the receipt. */
interface Rerun {
  /** In words; empty when the result is the same. */
  readonly differences: readonly string[]
  readonly compared: readonly string[]
}

const TEN_MINUTES = 600_000

/**
 * Runs a receipt's criterion on the files here, in a clean copy, so that a stranger's commands write nothing into the tree. Runs
 * in place only if the receipt says that the proof had no clean copy either. Fails when the criterion cannot be run.
 */
export async function rerun(
  facts: ReceiptFacts,
  tree: string,
  { ours, context: { env, signal } }: { readonly ours: string; readonly context: CommandContext },
): Promise<Result<Rerun, string>> {
  const criterion = provable(facts.criterion.check)
  if (criterion === null) return fail('a receipt cannot run this kind of check')
  const cwd = resolve(tree, facts.tree.workspace)
  if (cwd !== tree && !cwd.startsWith(`${tree}/`)) return fail('its commands would run outside this directory')
  const nonce = newNonce()
  const evidence = openEvidence({ directory: join(stateHome(env), 'evidence', nonce) })
  const waived = facts.waivers.flatMap(({ test }) => (test === null ? [] : [test]))
  const mayFail = mayFailTests(waived, facts.quarantine)
  const common = { criterion, env, nonce, timeoutMs: TEN_MINUTES, evidence }
  const scratch = cleanCopiesHome(env)
  const ran = await (hadNoCleanCopy(facts)
    ? verify({ ...common, cwd, signal, mayFail }, nodeShell).then(ok)
    : runOnce({ ...common, tree, workspace: cwd, ours, scratch, onBytes: () => {} }, { mayFail, signal })
  ).finally(() => evidence.close())
  if (!ran.ok) return ran
  if (ran.value.kind === 'unverifiable') return fail(ran.value.message)
  return ok(compare(facts, ran.value))
}

/** The proof ran without a clean copy, because the command did not pass in one before the first turn either. */
const hadNoCleanCopy = ({ proof }: ReceiptFacts): boolean =>
  proof !== null &&
  proof.level !== 'fast' &&
  !proof.steps.some(({ step, result }) => step === 'room' && result === 'ok')

/** Compares all runs in the receipt with the one here: a criterion of several commands has several runs there. */
function compare({ runs }: ReceiptFacts, here: Verification): Rerun {
  const [tests, executed] = [countsIn(here), executedDigest(here)]
  const passed = sum(runs.map(run => run.tests?.passed ?? null))
  const count = sum(runs.map(run => run.executed?.count ?? null))
  const [only] = runs.length === 1 ? runs : []
  const differences = [
    here.kind === 'failed' && `the check fails here: ${here.learnings.split('\n')[0]}`,
    passed !== null && passed !== tests?.passed && `${tests?.passed ?? 'no'} tests passed, not ${passed}`,
    count !== null && count !== executed?.count && `${executed?.count ?? 'no'} test ids were found, not ${count}`,
    only?.executed && only.executed.digest !== executed?.digest && 'the tests that ran are not those in the receipt',
  ]
  const compared = ['the outcome', passed !== null && 'the counts', only?.executed && 'the ids of the tests']
  return {
    differences: differences.filter(words => typeof words === 'string'),
    compared: compared.filter(words => typeof words === 'string'),
  }
}

/** The sum of the known numbers; null when none is known. */
const sum = (numbers: readonly (number | null)[]): number | null =>
  numbers.some(number => number !== null) ? numbers.reduce<number>((total, number) => total + (number ?? 0), 0) : null
