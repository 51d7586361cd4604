import { RULES, ruleNamed } from '../../proof/rules.ts'
import { nearest } from '../../std/nearest.ts'
import { argumentProblem } from '../argument-problems.ts'
import type { Command } from '../command.ts'
import { foldLines } from '../view/fold-lines.ts'

const USAGE = 'agent-loop explain [finding]'

export const explain: Command = {
  summary: 'Explains a finding: what it means, which cheat it stops, and how honest work avoids it.',
  usage: USAGE,
  settings: [],
  flags: {},

  async run(context) {
    const { positionals, json, out } = context
    const [given, extra] = positionals
    if (extra !== undefined) throw argumentProblem('unexpected-argument', { argument: extra, usage: USAGE })
    // As a loop prints it, with the number of one finding: tests-gone#9e2a7db8.
    const name = given?.replace(/#[0-9a-f]+$/, '')
    if (name === undefined) {
      if (json) out(JSON.stringify({ findings: RULES }))
      else for (const line of await foldLines(RULES.map(asRow), context)) out(line)
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
    else for (const line of await foldLines([rule.rule, ...explained(rule)], context)) out(line)
    return 0
  },
}

type Rule = (typeof RULES)[number]

const asRow = ({ rule, means }: Rule): string => `${rule.padEnd(20)}  ${means}`

const explained = ({ means, stops, honest }: Rule): readonly string[] => [
  `  means   ${means}`,
  `  stops   ${stops}`,
  `  honest  ${honest}`,
]
