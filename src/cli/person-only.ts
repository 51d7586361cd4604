import type { Environment } from '../system/shell.ts'
import type { Arguments } from './arguments.ts'
import { cliProblem } from './problems.ts'

/**
 * Commands that only a person may use. All of them are refused inside a turn or a check, so that an agent cannot approve its own
 * work. `session`: they are also refused in the session of an assistant that takes the turns of a loop.
 */
const PERSON_ONLY: Readonly<Record<string, 'turn' | 'session'>> = {
  abort: 'turn',
  clean: 'turn',
  'daemon stop': 'turn',
  'fleet limits': 'turn',
  'fleet pull': 'turn',
  'fleet trust': 'turn',
  fork: 'turn',
  init: 'turn',
  install: 'turn',
  merge: 'turn',
  'notify test': 'turn',
  pause: 'turn',
  'plan drop': 'turn',
  'plan pause': 'turn',
  'plan resume': 'turn',
  'plan run': 'turn',
  'reflections clear': 'session',
  restore: 'turn',
  resume: 'turn',
  'service install': 'turn',
  'service uninstall': 'turn',
  tell: 'turn',
  ui: 'turn',
  uninstall: 'turn',
  waive: 'session',
  worker: 'turn',
}

export async function refuseInTurn(name: string, { positionals }: Arguments, env: Environment): Promise<void> {
  const where = PERSON_ONLY[name] ?? PERSON_ONLY[`${name} ${positionals[0]}`]
  if (where === undefined) return
  const { loopAround } = await import('../run/steer/inside-turn.ts')
  const loop = await loopAround(env, { session: where === 'session' })
  if (loop === null) return
  throw name === 'waive'
    ? cliProblem('waive-inside-turn', {})
    : (await import('../run/problems.ts')).runProblem('control-inside-turn', { loop })
}
