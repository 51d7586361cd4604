import { HOSTS, isHost } from '../../assistants/hooks/hosts.ts'
import { stop } from '../../assistants/hooks/stop.ts'
import { UsageError } from '../../std/usage-error.ts'
import { listAdoptions } from '../../store/adoptions.ts'
import { sessionsIn } from '../../store/layout.ts'
import { nodeDisk } from '../../system/disk.ts'
import { stateHome } from '../../system/state-home.ts'
import type { Command, CommandContext } from '../command.ts'

const USAGE = 'agent-loop hook stop [--host NAME] [--timeout SECONDS]'

export const hook: Command = {
  summary:
    'For the Stop hook of an assistant: closes the turn of the loop that its session adopted. Reads the payload on its standard input.',
  usage: USAGE,
  settings: [],
  flags: {
    host: { takes: 'text', says: `who calls: ${HOSTS.join(', ')} (claude-code)` },
    timeout: { takes: 'text', says: 'how long the host waits for a hook, in seconds, where that is not its default' },
  },

  async run(context) {
    const [event, loop, extra] = context.positionals
    if (event === 'finish' && loop !== undefined && extra === undefined) return await finish(context, loop)
    const host = context.flags.text('host') ?? 'claude-code'
    if (event !== 'stop' || loop !== undefined || !isHost(host))
      throw new UsageError('bad-arguments', 'Only stop is a hook, of an assistant that is known.', USAGE)
    await stop({ host, timeout: context.flags.text('timeout') }, context)
    return 0
  },
}

async function finish(context: CommandContext, loop: string): Promise<number> {
  const sessions = sessionsIn(stateHome(context.env))
  const adoption = (await listAdoptions(nodeDisk('private'), sessions)).find(each => each.loop === loop)
  if (!adoption) throw new UsageError('no-such-loop', `No session takes the turns of ${loop}.`, 'See agent-loop list')
  const { finishStop } = await import('../../assistants/hooks/close-stop.ts')
  await finishStop(adoption)
  return 0
}
