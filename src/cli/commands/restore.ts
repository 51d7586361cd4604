import { loopsHere } from '../../run/request/active-loop.ts'
import type { RestorePoint } from '../../run/tree/restore-turn.ts'
import { EXIT } from '../../std/exit-codes.ts'
import { plain } from '../../tools/reading/plain.ts'
import { shellQuote } from '../../tools/shell/shell-quote.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command } from '../command.ts'
import { idRequired, inProjectOfLoop } from '../project-of-loop.ts'

const USAGE = 'agent-loop restore <loop-id> [start|best|<turn>|saved-<n>] [--path FILE] [--force]'

export const restore: Command = {
  summary:
    'Restores the files as they were before a loop, after its best turn, after another turn, or before an earlier restore (saved-<n>). Ignored files are not changed.',
  usage: USAGE,
  settings: ['state-dir'],
  flags: {
    force: { takes: 'nothing', says: 'restore even if the tree changed after the last turn' },
    path: {
      takes: 'text',
      many: true,
      placeholder: 'FILE',
      says: 'restore only this file or folder, given from the root of the tree; may be repeated',
    },
  },

  async run(asked) {
    const [first] = asked.positionals
    if (first === undefined || POINT.test(first)) throw await idRequired(asked, `restore {id} ${first ?? 'best'}`)
    const context = await inProjectOfLoop(asked)
    const { positionals, flags, json, out } = context
    const [id, where, extra] = positionals
    if (id === undefined || extra !== undefined) throw argumentProblem('loop-expected', { usage: USAGE })
    const loop = await loopsHere(context)
    const only = flags.text('path')?.split('\n')
    const { iteration, report } = await loop.goBack({ id, to: restorePoint(where), force: flags.has('force'), only })
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
      const when =
        iteration === null ? `saved in ${where}` : iteration === 0 ? 'before the first turn' : `after turn ${iteration}`
      out(`Restored the files as they were ${when}: ${report.written} written, ${report.removed} removed.`)
      for (const path of report.paths.written) out(`  written ${plain(path)}`)
      for (const path of report.paths.removed) out(`  removed ${plain(path)}`)
      for (const { path, why } of report.failed.slice(0, 10)) out(`  failed ${plain(path)}: ${plain(why)}`)
      // After anything but a whole turn, the tree equals no turn, and restoring needs --force.
      const flagsToUndo = [
        ...(only ?? []).map(path => ` --path ${shellQuote(path)}`),
        ...(iteration === null || only || !report.complete ? [' --force'] : []),
      ]
      if (report.written + report.removed > 0)
        out(`To undo this: agent-loop restore ${id} saved-${report.saved}${flagsToUndo.join('')}`)
    }
    return report.complete ? 0 : EXIT.gateBroken
  },
}

/** An id never looks like this, so it is missing. */
const POINT = /^(?:start|best|\d{1,3}|saved-\d+)$/

function restorePoint(word = 'best'): RestorePoint {
  if (word === 'start' || word === 'best') return word
  if (/^\d+$/.test(word)) return Number(word)
  const saved = /^saved-(\d+)$/.exec(word)?.[1]
  if (saved !== undefined) return { beforeRestore: Number(saved) }
  throw argumentProblem('not-a-turn', { text: word, usage: USAGE })
}
