import { loopsHere } from '../../run/request/active-loop.ts'
import type { Steered } from '../../run/steer/steer.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command } from '../command.ts'
import { inProjectOfLoop } from '../project-of-loop.ts'

const USAGE = 'agent-loop tell <loop-id> "<hint>"'

export const tell: Command = {
  summary: 'Gives the agent of a loop a hint, which is part of its next prompt only.',
  usage: USAGE,
  settings: ['state-dir'],
  flags: {},

  async run(asked) {
    const context = await inProjectOfLoop(asked)
    const { positionals, json, out, signal } = context
    const [id, text, extra] = positionals
    if (id === undefined || text === undefined || extra !== undefined)
      throw argumentProblem('loop-and-hint-expected', { usage: USAGE })
    const steered = await (await loopsHere(context)).tell(id, text, signal)
    if (json) out(JSON.stringify({ loop_id: id, became: steered.became }))
    else out(outcomeLine(id, steered))
    return steered.became === 'ended' ? 2 : 0
  },
}

function outcomeLine(id: string, { became, state }: Steered): string {
  if (became === 'done') return `Hint queued for turn ${state.iteration} of ${id}.`
  if (became === 'ended') return `${id} has already ended: ${state.outcome?.kind.replace('_', ' ')}.`
  if (became === 'kept') return `${id} is not running. The hint is kept for: agent-loop resume ${id}`
  return `Hint queued for the turn after turn ${state.iteration} of ${id}. If the loop ends first, it is kept for agent-loop resume.`
}
