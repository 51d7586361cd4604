import { createAgentLoop } from '../../run/agent-loop.ts'
import type { Command } from '../../run/request/command.ts'
import { STATE_DIR_FLAG } from '../../run/request/overview.ts'
import { findSetting } from '../../run/settings/find-setting.ts'
import type { RestorePoint } from '../../run/tree/restore-turn.ts'
import { EXIT } from '../../std/exit-codes.ts'
import { UsageError } from '../../std/usage-error.ts'
import { treeOf } from '../../system/tree.ts'
import { plain } from '../../tools/reading/plain.ts'

const USAGE = 'agent-loop restore <loop-id> [start|best|<iteration>] [--force]'

export const restore: Command = {
  summary:
    'Puts the files back as they were before a loop, after its best iteration, or after another. Ignored files stay.',
  usage: USAGE,
  flags: {
    force: { takes: 'nothing', says: 'also when somebody changed the tree since the last turn' },
    ...STATE_DIR_FLAG,
  },

  async run({ positionals: [id, where, extra], flags, env, cwd, json, out, err }) {
    if (id === undefined || extra !== undefined) throw new UsageError('bad-arguments', 'One loop is expected.', USAGE)
    const given = flags.text('state-dir')
    const stateDirectory = await findSetting(
      'state-dir',
      given === undefined ? {} : { 'state-dir': given },
      env,
      treeOf(cwd),
    )
    const loop = createAgentLoop({ cwd, env, stateDirectory, onWarning: message => err(`agent-loop: ${message}`) })
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
  throw new UsageError('bad-arguments', `"${word}" is no iteration.`, USAGE)
}
