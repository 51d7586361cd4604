import { join } from 'node:path'
import type { Criterion } from '../../criteria/criterion.ts'
import { commandBookOf } from '../../infer/command-book.ts'
import { readCriterion } from '../../infer/read-criterion.ts'
import { examineGate, type GateHealth } from '../../proof/doctor.ts'
import { layoutHere } from '../../run/request/overview.ts'
import { findSetting } from '../../run/settings/find-setting.ts'
import { EXIT } from '../../std/exit-codes.ts'
import { cleanCopiesHome } from '../../system/checkouts-home.ts'
import { newNonce } from '../../system/shell.ts'
import { stateHome } from '../../system/state-home.ts'
import { treeOf } from '../../system/tree.ts'
import { openEvidence } from '../../tools/ids/open-evidence.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { cliProblem } from '../problems.ts'

const USAGE = 'agent-loop gate doctor ["<criterion>" | -c "<criterion>"]'
const EXAMPLE = 'agent-loop gate doctor "npm test passes"'

export const gate: Command = {
  summary:
    "Tests whether this project's checks can fail: runs each one as it is, then with a planted failure in a clean copy.",
  usage: USAGE,
  settings: ['completion', 'verify-timeout'],
  flags: {},

  async run(context) {
    const [verb, given, extra] = context.positionals
    if (verb !== 'doctor') throw argumentProblem('unknown-action', { expected: ['doctor'], usage: USAGE })
    const named = context.given.completion
    if (extra !== undefined || (given !== undefined && named !== undefined))
      throw argumentProblem('one-criterion-expected', { usage: EXAMPLE })
    const text = given ?? named
    const healths = await gateHealths(context, text, health => {
      if (!context.json) context.out(gateLine(health))
    })
    if (context.json) context.out(JSON.stringify({ gates: healths }))
    return healths.some(cannotBeTrusted) ? EXIT.gateBroken : EXIT.verified
  },
}

/** Whether the named check can fail at all; without a name, the project's own checks. */
export async function gateHealths(
  context: CommandContext,
  text: string | undefined,
  onHealth: (health: GateHealth) => void,
): Promise<readonly GateHealth[]> {
  const criteria = text === undefined ? await projectCriteria(context) : [await read(text, context)]
  const healths: GateHealth[] = []
  for (const criterion of criteria) {
    const health = await examine(criterion, context)
    healths.push(health)
    onHealth(health)
  }
  return healths
}

export const cannotBeTrusted = ({ can_fail, baseline }: GateHealth): boolean =>
  can_fail === false || baseline === 'no_answer'

/** The check commands that the project itself declares. */
async function projectCriteria(context: CommandContext): Promise<readonly Criterion[]> {
  const own = Object.values(commandBookOf(treeOf(context.cwd)))
  const words = own.length > 0 ? own.map(command => `${command} passes`) : ['all tests pass']
  return await Promise.all(words.map(text => read(text, context)))
}

async function read(text: string, { cwd }: CommandContext): Promise<Criterion> {
  const parsed = await readCriterion(text, cwd)
  if (parsed.ok) return parsed.value.criterion
  throw cliProblem('criterion-not-understood', { because: parsed.error.message })
}

async function examine(criterion: Criterion, context: CommandContext): Promise<GateHealth> {
  const { cwd, env, given, signal } = context
  const tree = treeOf(cwd)
  const evidence = openEvidence({ directory: join(stateHome(env), 'evidence', newNonce()) })
  const options = {
    criterion,
    tree,
    workspace: cwd,
    ours: (await layoutHere(context)).view,
    env,
    nonce: newNonce(),
    timeoutMs: await findSetting('verify-timeout', given, env, tree),
    scratch: cleanCopiesHome(env),
    evidence,
    onBytes: () => {},
  }
  return await examineGate(options, signal).finally(() => evidence.close())
}

export function gateLine({ criterion, baseline, can_fail, says }: GateHealth): string {
  const unknown = baseline === 'no_answer' ? '✗ cannot run' : '? unknown'
  const mark = can_fail === true ? '✓ can fail' : can_fail === false ? '✗ cannot fail' : unknown
  return `${mark}  ${criterion}: ${says}`
}
