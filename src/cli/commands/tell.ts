import { isLoopId, looksLikeLoopId } from '../../loop/loop-id.ts'
import { statusWords } from '../../loop/status.ts'
import { loopMeant, loopsHere } from '../../run/request/active-loop.ts'
import type { Steered } from '../../run/steer/steer.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { inProjectOfLoop } from '../project-of-loop.ts'

const USAGE = 'agent-loop tell [loop-id] "<hint>"'

export const tell: Command = {
  summary:
    'Gives the agent of a loop a hint. The hint is in the next prompt only. Without an id, the hint goes to the only active loop.',
  usage: USAGE,
  settings: ['state-dir', 'fleet'],
  fleet: 'journals',
  queued: 'tell',
  flags: {},

  async run(asked) {
    const { context, given, text } = await loopAndHint(asked)
    const { json, out, signal } = context
    const loops = await loopsHere(context)
    const id = await loopMeant(loops, given, 'tell', [shellQuote(text)])
    const steered = await loops.tell(id, text, signal)
    if (json) out(JSON.stringify({ loop_id: id, became: steered.became }))
    else out(outcomeLine(id, steered))
    return steered.became === 'ended' ? 2 : 0
  },
}

interface LoopAndHint {
  readonly context: CommandContext
  /** The id that was typed. */
  readonly given: string | undefined
  readonly text: string
}

/** One argument is the hint; of two, the first is the loop. */
async function loopAndHint(asked: CommandContext): Promise<LoopAndHint> {
  const [first, second, extra] = asked.positionals
  if (first === undefined) throw argumentProblem('loop-and-hint-expected', { usage: USAGE })
  if (extra !== undefined) throw argumentProblem('loop-and-hint-expected', { usage: quotedHint(asked.positionals) })
  if (second === undefined) {
    if (looksLikeLoopId(first)) throw argumentProblem('loop-and-hint-expected', { usage: USAGE })
    return { context: asked, given: undefined, text: first }
  }
  const context = await inProjectOfLoop(asked)
  const [id = ''] = context.positionals
  if (!isLoopId(id) && !looksLikeLoopId(id))
    throw argumentProblem('loop-and-hint-expected', { usage: quotedHint(asked.positionals) })
  return { context, given: id, text: second }
}

/** The command with all words of the hint in quotes. */
function quotedHint(words: readonly string[]): string {
  const ids = words.slice(0, 1).filter(looksLikeLoopId)
  return ['agent-loop tell', ...ids, shellQuote(words.slice(ids.length).join(' '))].join(' ')
}

function outcomeLine(id: string, { became, state }: Steered): string {
  if (became === 'done') return `Hint queued for turn ${state.iteration} of ${id}.`
  if (became === 'ended') return `${id} has already ended: ${statusWords(state.outcome?.kind ?? '')}.`
  if (became === 'kept') return `${id} is not running. The hint is kept for: agent-loop resume ${id}`
  return `Hint queued for turn ${state.iteration + 1} of ${id}. If the loop ends first, it is kept for agent-loop resume.`
}
