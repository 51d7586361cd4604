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
import { newNonce, nodeShell } from '../system/shell.ts'
import { stateHome } from '../system/state-home.ts'
import { openEvidence } from '../tools/ids/open-evidence.ts'
import type { CommandContext } from './command.ts'

/** What a run here found, beside what the receipt says. */
interface Rerun {
  /** In words; empty when it is as the receipt says. */
  readonly differences: readonly string[]
  readonly compared: readonly string[]
}

const TEN_MINUTES = 600_000

/**
 * Runs a receipt's criterion on the files here, in a clean room, so that a stranger's commands write nothing into the tree. In
 * place only where the receipt says that it could not be seen in a room either. Fails when it cannot be run, which is no difference.
 */
export async function rerun(
  facts: ReceiptFacts,
  tree: string,
  { ours, context: { env, signal } }: { readonly ours: string; readonly context: CommandContext },
): Promise<Result<Rerun, string>> {
  const criterion = provable(facts.criterion.check)
  if (criterion === null) return fail('its check is more than a criterion, and cannot be run from a receipt')
  const cwd = resolve(tree, facts.tree.workspace)
  if (cwd !== tree && !cwd.startsWith(`${tree}/`)) return fail('its commands would run outside of this tree')
  const nonce = newNonce()
  const evidence = openEvidence({ directory: join(stateHome(env), 'evidence', nonce) })
  const waived = facts.waivers.flatMap(({ test }) => (test === null ? [] : [test]))
  const mayFail = mayFailTests(waived, facts.quarantine)
  const common = { criterion, env, nonce, timeoutMs: TEN_MINUTES, evidence }
  const scratch = join(stateHome(env), 'rooms')
  const ran = await (sawNoRoom(facts)
    ? verify({ ...common, cwd, signal, mayFail }, nodeShell).then(ok)
    : runOnce({ ...common, tree, workspace: cwd, ours, scratch, onBytes: () => {} }, { mayFail, signal })
  ).finally(() => evidence.close())
  if (!ran.ok) return ran
  if (ran.value.kind === 'unverifiable') return fail(ran.value.message)
  return ok(compare(facts, ran.value))
}

/** The proof was made without a room, because the command did not succeed in one before the first turn either. */
const sawNoRoom = ({ proof }: ReceiptFacts): boolean =>
  proof !== null &&
  proof.level !== 'fast' &&
  !proof.steps.some(({ step, result }) => step === 'room' && result === 'ok')

/** All runs that the receipt tells of, against the one here: a criterion of several commands is several runs there. */
function compare({ runs }: ReceiptFacts, here: Verification): Rerun {
  const [tests, executed] = [countsIn(here), executedDigest(here)]
  const passed = sum(runs.map(run => run.tests?.passed ?? null))
  const count = sum(runs.map(run => run.executed?.count ?? null))
  const [only] = runs.length === 1 ? runs : []
  const differences = [
    here.kind === 'failed' && `it fails here: ${here.learnings.split('\n')[0]}`,
    passed !== null && passed !== tests?.passed && `${tests?.passed ?? 'no'} tests passed, not ${passed}`,
    count !== null && count !== executed?.count && `${executed?.count ?? 'no'} tests were told by name, not ${count}`,
    only?.executed && only.executed.digest !== executed?.digest && 'other tests ran than the receipt says',
  ]
  const compared = ['the outcome', passed !== null && 'the counts', only?.executed && 'the ids of the tests']
  return {
    differences: differences.filter(words => typeof words === 'string'),
    compared: compared.filter(words => typeof words === 'string'),
  }
}

/** Of those that are known; null when none is. */
const sum = (numbers: readonly (number | null)[]): number | null =>
  numbers.some(number => number !== null) ? numbers.reduce<number>((total, number) => total + (number ?? 0), 0) : null
