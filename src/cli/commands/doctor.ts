import { layoutHere } from '../../run/request/overview.ts'
import { EXIT } from '../../std/exit-codes.ts'
import { safeJson } from '../../std/safe-json.ts'
import { importOlder } from '../../store/older/import-older.ts'
import { nodeDisk } from '../../system/disk.ts'
import { treeOf } from '../../system/tree.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command } from '../command.ts'
import { daemonHealth } from '../doctor/daemon-health.ts'
import { healthLines } from '../doctor/health-lines.ts'
import { hostHealths } from '../doctor/host-health.ts'
import { safeLine } from '../safe-text.ts'
import { examine } from '../setup/examine.ts'
import { foldLines } from '../view/fold-lines.ts'
import { agentRows } from './agents.ts'
import { cannotBeTrusted, gateHealths, gateLine } from './gate.ts'

const USAGE = 'agent-loop doctor [--gate] [--import]'

export const doctor: Command = {
  summary: 'Diagnoses the setup and suggests fixes. Exit code 4 when something is broken. Changes nothing.',
  usage: USAGE,
  settings: ['state-dir'],
  flags: {
    gate: {
      takes: 'nothing',
      says: "also run this project's checks once each, and with a planted failure, as gate doctor does",
    },
    import: {
      takes: 'nothing',
      says: 'add loops that earlier tools left in .aiwg to the list of past loops; their files are not changed',
    },
  },

  async run(context) {
    const { positionals, flags, env, cwd, json, out } = context
    if (positionals.length > 0)
      throw argumentProblem('unexpected-argument', { argument: positionals[0] ?? '', usage: USAGE })
    const [disk, layout, tree] = [nodeDisk('private'), await layoutHere(context), treeOf(cwd)]
    const imported = flags.has('import') ? await importOlder(disk, layout, tree) : []
    const examined = await examine({ disk, layout, tree, env })
    const agents = await agentRows(context)
    const [hosts, daemon] = [await hostHealths(context, agents), await daemonHealth(env)]
    const gates = flags.has('gate') ? await gateHealths(context, undefined, () => {}) : null
    const symptoms = [...examined, ...hosts, daemon].flatMap(each => each.symptoms)
    const broken = symptoms.some(({ level }) => level === 'broken') || (gates ?? []).some(cannotBeTrusted)
    if (json)
      out(safeJson({ ok: !broken, probes: examined, hosts, agents, daemon, ...(gates ? { gates } : {}), imported }))
    else {
      for (const { loop_id, task } of imported) out(`imported  ${loop_id}  ${safeLine(task)}`)
      const lines = healthLines({ examined, hosts, agents, daemon })
      for (const line of await foldLines(lines, context)) out(line)
      for (const health of gates ?? []) out(safeLine(gateLine(health)))
      out(broken ? 'Something is broken. See above.' : 'Loops can run.')
    }
    return broken ? EXIT.gateBroken : 0
  },
}
