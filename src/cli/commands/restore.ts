import { loopsHere } from '../../run/request/steering.ts'
import type { RestorePoint } from '../../run/tree/restore-turn.ts'
import { EXIT } from '../../std/exit-codes.ts'
import { plain } from '../../tools/reading/plain.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command } from '../command.ts'

const USAGE = 'agent-loop restore <loop-id> [start|best|<iteration>] [--force]'

export const restore: Command = {
  summary:
    'Restores the files as they were before a loop, after its best iteration, or after another one. Ignored files stay.',
  usage: USAGE,
  settings: ['state-dir'],
  flags: {
    force: { takes: 'nothing', says: 'restore even if the tree changed since the last turn' },
  },

  async run(context) {
    const { positionals, flags, json, out } = context
    const [id, where, extra] = positionals
    if (id === undefined || extra !== undefined) throw argumentProblem('loop-expected', { usage: USAGE })
    const loop = await loopsHere(context)
    const { iteration, report } = await loop.goBack({ id, to: placeOf(where), force: flags.has('force') })
    if (json) out(JSON.stringify({ loop_id: id, iteration, ...report }))
    if (report.kind === 'refused') {
      if (!json) {
        out('Nothing was put back: somebody changed the tree since the last turn.')
        for (const { path, status } of report.changed.slice(0, 10)) out(`  ${status} ${plain(path)}`)
        out('Add --force to put it back all the same; what is there now is kept and can be put back too.')
      }
      return EXIT.busy
    }
    if (!json) {
      out(`The files are as after iteration ${iteration}: ${report.written} written, ${report.removed} removed.`)
      for (const { path, why } of report.failed.slice(0, 10)) out(`  not ${plain(path)}: ${plain(why)}`)
    }
    return report.complete ? 0 : EXIT.gateBroken
  },
}

function placeOf(word = 'best'): RestorePoint {
  if (word === 'start' || word === 'best') return word
  if (/^\d+$/.test(word)) return Number(word)
  throw argumentProblem('not-a-turn', { text: word, usage: USAGE })
}
