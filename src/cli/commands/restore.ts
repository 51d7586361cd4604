import { loopsHere } from '../../run/request/active-loop.ts'
import type { RestorePoint } from '../../run/tree/restore-turn.ts'
import { EXIT } from '../../std/exit-codes.ts'
import { plain } from '../../tools/reading/plain.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command } from '../command.ts'

const USAGE = 'agent-loop restore <loop-id> [start|best|<turn>] [--force]'

export const restore: Command = {
  summary:
    'Restores the files as they were before a loop, after its best turn, or after another turn. Ignored files are not changed.',
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
    const { iteration, report } = await loop.goBack({ id, to: restorePoint(where), force: flags.has('force') })
    if (json) out(JSON.stringify({ loop_id: id, iteration, ...report }))
    if (report.kind === 'refused') {
      if (!json) {
        out('Nothing was restored: the tree changed after the last turn.')
        for (const { path, status } of report.changed.slice(0, 10)) out(`  ${status} ${plain(path)}`)
        out('Add --force to restore it anyway. The current files are saved first.')
      }
      return EXIT.busy
    }
    if (!json) {
      out(`Restored the files as after turn ${iteration}: ${report.written} written, ${report.removed} removed.`)
      for (const { path, why } of report.failed.slice(0, 10)) out(`  failed ${plain(path)}: ${plain(why)}`)
    }
    return report.complete ? 0 : EXIT.gateBroken
  },
}

function restorePoint(word = 'best'): RestorePoint {
  if (word === 'start' || word === 'best') return word
  if (/^\d+$/.test(word)) return Number(word)
  throw argumentProblem('not-a-turn', { text: word, usage: USAGE })
}
