import { descendsFrom } from '../../system/ancestry.ts'
import type { Environment } from '../../system/shell.ts'
import { runProblem } from '../problems.ts'

/** Only people start loops. Only the mark of a turn counts: a criterion may well be a test suite that starts loops. */
export function refuseInsideTurn(env: Environment): void {
  const outer = env['AGENT_LOOP_ID']
  if (outer) throw runProblem('loop-inside-turn', { loop: outer })
}

/** Only people control loops, whichever they are. */
export function refuseControlInTurn(env: Environment): void {
  const outer = env['AGENT_LOOP_ID']
  if (outer) throw runProblem('control-inside-turn', { loop: outer })
}

/** The agent cannot control its own loop, even if it clears its environment: its ancestor processes carry the loop's mark. */
export function refuseFromInside(env: Environment, loop: string, nonce: string): void {
  const outer = env['AGENT_LOOP_ID'] || (descendsFrom(process.pid, [nonce]) ? loop : null)
  if (outer) throw runProblem('control-inside-turn', { loop: outer })
}
