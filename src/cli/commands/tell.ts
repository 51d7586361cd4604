import { loopsHere } from '../../run/request/steering.ts'
import type { Steered } from '../../run/steer/steer.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command } from '../command.ts'
import { inProjectOfLoop } from '../project-of-loop.ts'

const USAGE = 'agent-loop tell <loop-id> "<hint>"'

export const tell: Command = {
  summary: 'Gives the agent of a loop a hint: it is part of the next prompt, once.',
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
    else out(words(id, steered))
    return steered.became === 'ended' ? 2 : 0
  },
}

function words(id: string, { became, state }: Steered): string {
  if (became === 'done') return `The agent of ${id} is told in turn ${state.iteration}.`
  if (became === 'ended') return `${id} has ended (${state.outcome?.kind.replace('_', ' ')}); there is nobody to tell.`
  if (became === 'kept') return `Nobody drives ${id} now; the hint is kept for agent-loop resume ${id}`
  return `Left for the turn after turn ${state.iteration}; when the loop ends before, it is kept for agent-loop resume.`
}
