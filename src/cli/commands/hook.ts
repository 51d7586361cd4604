import { HOSTS, isHost } from '../../agents/hosts.ts'
import { stop } from '../../assistants/hooks/stop.ts'
import { assistantProblem } from '../../assistants/problems.ts'
import { runProblem } from '../../run/problems.ts'
import { listAdoptions } from '../../store/adoptions.ts'
import { sessionsIn } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { stateHome } from '../../system/state-home.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { cliProblem } from '../problems.ts'

const USAGE = 'agent-loop hook stop [--host NAME] [--timeout SECONDS]'

export const hook: Command = {
  summary:
    'For the Stop hook of an assistant: closes the turn of the loop that its session adopted. Reads the payload from standard input.',
  usage: USAGE,
  settings: [],
  flags: {
    host: { takes: 'text', says: `the assistant that calls: ${HOSTS.join(', ')} (default: claude-code)` },
    timeout: {
      takes: 'text',
      says: 'seconds that the assistant waits for the hook (default: the default of that assistant)',
    },
  },

  async run(context) {
    const [event, loop, extra] = context.positionals
    if (event === 'finish' && loop !== undefined && extra === undefined) return await finish(context, loop)
    const host = context.flags.text('host') ?? 'claude-code'
    if (event !== 'stop' || loop !== undefined)
      throw argumentProblem('unknown-action', { expected: ['stop'], usage: USAGE })
    if (!isHost(host)) throw assistantProblem('unknown-assistant', { name: host, known: HOSTS })
    await stop({ host, timeout: context.flags.text('timeout') }, context)
    return 0
  },
}

async function finish(context: CommandContext, loop: string): Promise<number> {
  const sessions = sessionsIn(stateHome(context.env))
  const adoption = (await listAdoptions(nodeDisk('private'), sessions)).find(each => each.loop === loop)
  if (!adoption) throw cliProblem('no-session-for-loop', { id: loop })
  const { loopAround } = await import('../../run/steer/inside-turn.ts')
  const around = await loopAround(context.env, { session: false })
  if (around !== null && around !== loop) throw runProblem('control-inside-turn', { loop: around })
  const { finishStop } = await import('../../assistants/hooks/close-stop.ts')
  await finishStop(adoption, context.env)
  return 0
}
