import { archivedHere, examined, overviewOf } from '../../run/request/overview.ts'
import type { SeenLoop } from '../../store/registry/overview.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command, CommandContext } from '../command.ts'
import { loopRows } from '../loop-rows.ts'

const USAGE = 'agent-loop list [--archived]'

export const list: Command = {
  summary: 'Lists the loops of this project, one per line: active ones first, then those that ended recently.',
  usage: USAGE,
  settings: ['state-dir', 'fleet'],
  fleet: 'list',
  flags: {
    archived: { takes: 'nothing', says: 'list all ended loops, and only those' },
  },

  async run(context) {
    const [extra] = context.positionals
    if (extra !== undefined) throw argumentProblem('unexpected-argument', { argument: extra, usage: USAGE })
    const loops = context.flags.has('archived') ? await archived(context) : await current(context)
    if (context.json) context.out(JSON.stringify({ loops }))
    else if (loops.length === 0) context.out('No loops here yet.')
    else for (const line of context.terminal ? loopRows(loops, context.columns()) : loopRows(loops)) context.out(line)
    return 0
  },
}

const archived = async (context: CommandContext): Promise<readonly SeenLoop[]> =>
  context.fleet === undefined ? await archivedHere(context) : (await overviewOf(context)).recent

async function current(context: CommandContext): Promise<readonly SeenLoop[]> {
  const { active, recent } = await overviewOf(context)
  return await examined(context, [...active, ...recent])
}
