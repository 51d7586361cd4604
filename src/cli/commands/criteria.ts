import { type Criterion, commandsOf } from '../../criteria/criterion.ts'
import { describeCriterion } from '../../criteria/describe.ts'
import type { Parsed } from '../../criteria/parse.ts'
import type { ParseFailure } from '../../criteria/reading.ts'
import { readCriterion } from '../../infer/read-criterion.ts'
import { EXIT } from '../../std/exit-codes.ts'
import type { Command, CommandContext } from '../command.ts'
import { criterionArgument } from '../text-arguments.ts'

export const criteria: Command = {
  summary: 'Shows how agent-loop understands a criterion, and which commands it would run. Runs nothing.',
  usage: 'agent-loop criteria "<text>"',
  settings: [],
  flags: {},

  async run(context) {
    const parsed = await readCriterion(criterionArgument(context.positionals, 'criteria'), context.cwd)
    if (!parsed.ok) return refuse(parsed.error, context)
    if (context.json) context.out(JSON.stringify(asJson(parsed.value)))
    else show(parsed.value, context)
    return 0
  },
}

const asJson = ({ criterion, warnings }: Parsed) => ({ criterion, commands: commandsOf(criterion), warnings })

function refuse({ kind, message, hint }: ParseFailure, { json, out, err }: CommandContext): number {
  if (json) out(JSON.stringify({ error: { code: kind, message, hint } }))
  else {
    err(`agent-loop: The criterion cannot be measured: ${message}.`)
    err(hint)
  }
  return EXIT.noCriterion
}

function show({ criterion, warnings }: Parsed, { out }: CommandContext): void {
  out('understood as')
  for (const line of treeLines(criterion)) out(`  ${line}`)
  const commands = commandsOf(criterion)
  if (commands.length > 0) out('would run')
  for (const command of commands) for (const line of command.split('\n')) out(`  ${line}`)
  if (warnings.length > 0) out('warnings')
  for (const { part, says } of warnings) out(`  ${part.split('\n')[0]}\n    ${says}`)
}

function treeLines(criterion: Criterion): readonly string[] {
  const below = (heading: string, parts: readonly Criterion[]) => [
    heading,
    ...parts.flatMap(treeLines).map(line => `  ${line}`),
  ]
  switch (criterion.kind) {
    case 'all_of':
      return below('all of', criterion.parts)
    case 'any_of':
      return below('any of', criterion.parts)
    case 'not':
      return below('not', [criterion.part])
    default:
      return describeCriterion(criterion).split('\n')
  }
}
