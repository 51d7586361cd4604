import { statusWords } from '../../loop/status.ts'
import { loopMeant, loopsHere } from '../../run/request/active-loop.ts'
import type { Steered } from '../../run/steer/steer.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command } from '../command.ts'
import { inProjectOfLoop } from '../project-of-loop.ts'

const USAGE = 'agent-loop pause [loop-id]'

export const pause: Command = {
  summary: 'Pauses a loop after the current turn and its check; agent-loop resume continues it.',
  usage: USAGE,
  settings: ['state-dir', 'fleet'],
  fleet: 'journals',
  queued: 'pause',
  flags: {},

  async run(asked) {
    const context = await inProjectOfLoop(asked)
    const { positionals, json, out, signal } = context
    const [given, extra] = positionals
    if (extra !== undefined) throw argumentProblem('unexpected-argument', { argument: extra, usage: USAGE })
    const loops = await loopsHere(context)
    const id = await loopMeant(loops, given, 'pause')
    const steered = await loops.pause(id, signal)
    if (json) out(JSON.stringify({ loop_id: id, became: steered.became, status: statusOf(steered) }))
    else out(outcomeLine(id, steered))
    return steered.became === 'ended' ? 2 : 0
  },
}

const statusOf = ({ state, became }: Steered): string =>
  state.outcome?.kind ?? (became === 'still' ? 'interrupted' : 'running')

function outcomeLine(id: string, steered: Steered): string {
  const { became, state } = steered
  const resume = `agent-loop resume ${id}`
  const first = state.iteration === 0
  if (became === 'later')
    return `${id} pauses ${first ? 'before the first turn' : `after turn ${state.iteration} and its check`}. To resume: ${resume}`
  if (became === 'ended') return `${id} has already ended: ${statusWords(state.outcome?.kind ?? '')}.`
  if (became === 'still') return `${id} is already ${statusOf(steered)}. To resume: ${resume}`
  return `${id} is paused ${first ? 'before the first turn' : `after turn ${state.iteration}`}. To resume: ${resume}`
}
