import { createAgentLoop } from '../../../agent-loop.ts'
import type { Command } from '../command.ts'
import { stateDirectoryFrom } from '../loop-flags.ts'

export const list: Command = {
  summary: 'Lists the loops of this project, one a line: the active ones first, then those that ended lately.',
  usage: 'agent-loop list',
  flags: { 'state-dir': { takes: 'text', says: 'where the project keeps its view of the loops (.aiwg/ralph)' } },

  async run(context) {
    const { store } = createAgentLoop({
      cwd: context.cwd,
      env: context.env,
      stateDirectory: await stateDirectoryFrom(context),
    })
    const { active, recent } = await store.list()
    const loops = [...active, ...recent]
    if (context.json) context.out(JSON.stringify({ loops }))
    else if (loops.length === 0) context.out('No loops here yet.')
    else {
      const width = Math.max(...loops.map(({ loop_id }) => loop_id.length))
      for (const { loop_id, status, iteration, task } of loops) {
        context.out(
          `${loop_id.padEnd(width)}  ${status.padEnd(13)}  turn ${String(iteration).padStart(2)}  ${task.split('\n')[0]}`,
        )
      }
    }
    return 0
  },
}
