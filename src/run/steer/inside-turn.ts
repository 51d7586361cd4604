import { UsageError } from '../../std/usage-error.ts'
import { descendsFrom } from '../../system/ancestry.ts'
import type { Environment } from '../../system/shell.ts'

/** Loops are begun by people. Only what marks a turn is looked at: a criterion may well be a test suite that begins loops. */
export function refuseInsideTurn(env: Environment): void {
  const outer = env['AGENT_LOOP_ID']
  if (outer) throw inside(outer, 'a loop cannot start another')
}

/** The agent does not steer its own loop, whatever it took out of its environment: its ancestors still carry the loop's mark. */
export function refuseFromInside(env: Environment, loop: string, nonce: string): void {
  const outer = env['AGENT_LOOP_ID'] || (descendsFrom(process.pid, [nonce]) ? loop : null)
  if (outer) throw inside(outer, 'only a person can do that')
}

const inside = (loop: string, why: string): UsageError =>
  new UsageError(
    'tree-busy',
    `This is inside a turn of the loop ${loop}; ${why}.`,
    'Do the work in this turn; the loop checks it when the turn ends.',
  )
