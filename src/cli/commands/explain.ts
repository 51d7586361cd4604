import { RULES, ruleNamed } from '../../proof/rules.ts'
import { nearest } from '../../std/nearest.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command } from '../command.ts'

const USAGE = 'agent-loop explain [finding]'

export const explain: Command = {
  summary: 'Explains a finding: what it means, which cheat it stops, and how honest work avoids it.',
  usage: USAGE,
  settings: [],
  flags: {},

  async run({ positionals: [name, extra], json, out }) {
    if (extra !== undefined) throw argumentProblem('unexpected-argument', { argument: extra, usage: USAGE })
    if (name === undefined) {
      if (json) out(JSON.stringify({ findings: RULES }))
      else for (const { rule, means } of RULES) out(`${rule.padEnd(20)} ${means}`)
      return 0
    }
    const rule = ruleNamed(name)
    if (rule === undefined) {
      const near = nearest(
        name,
        RULES.map(known => known.rule),
      )
      throw argumentProblem('unknown-finding', { name, near })
    }
    if (json) out(JSON.stringify(rule))
    else
      for (const line of [rule.rule, `  means   ${rule.means}`, `  stops   ${rule.stops}`, `  honest  ${rule.honest}`])
        out(line)
    return 0
  },
}
