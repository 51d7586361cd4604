import { nodeDisk } from '../../../host/disk.ts'
import { treeOf } from '../../../host/tree.ts'
import { type Examined, examine } from '../../../setup/examine.ts'
import { importOlder } from '../../../setup/older/import-older.ts'
import { EXIT } from '../../../std/exit-codes.ts'
import { UsageError } from '../../../std/usage-error.ts'
import type { Command } from '../command.ts'
import { layoutHere, STATE_DIR_FLAG } from '../overview.ts'
import { safeJson, safeLine } from '../safe-text.ts'

const USAGE = 'agent-loop doctor [--import]'

export const doctor: Command = {
  summary:
    'Looks at the set-up and says what is wrong and what mends it. Exit 4 when something is broken. Changes nothing.',
  usage: USAGE,
  flags: {
    import: {
      takes: 'nothing',
      says: 'list the loops that earlier tools left in .aiwg among the past ones; their files stay',
    },
    ...STATE_DIR_FLAG,
  },

  async run(context) {
    const { positionals, flags, env, cwd, json, out } = context
    if (positionals.length > 0) throw new UsageError('bad-arguments', `doctor takes no "${positionals[0]}".`, USAGE)
    const [disk, layout, tree] = [nodeDisk('private'), await layoutHere(context), treeOf(cwd)]
    const imported = flags.has('import') ? await importOlder(disk, layout, tree) : []
    const examined = await examine({ disk, layout, tree, env })
    const broken = examined.some(({ symptoms }) => symptoms.some(({ level }) => level === 'broken'))
    if (json) out(safeJson({ ok: !broken, probes: examined, imported }))
    else {
      for (const { loop_id, task } of imported) out(`imported  ${loop_id}  ${safeLine(task)}`)
      for (const line of examined.flatMap(linesOf)) out(line)
      out(broken ? 'Something is broken; see above.' : 'Loops can run.')
    }
    return broken ? EXIT.gateBroken : 0
  },
}

function linesOf({ name, symptoms }: Examined): readonly string[] {
  if (symptoms.length === 0) return [`✓ ${name}`]
  return symptoms.flatMap(({ level, says, fix }) => [
    `${level === 'broken' ? '✗' : '!'} ${name}: ${safeLine(says)}`,
    `    ${safeLine(fix)}`,
  ])
}
