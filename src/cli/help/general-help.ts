import { COMMAND_GROUPS } from '../command-entry.ts'
import { commands } from '../commands.ts'
import { helpWidth, leftWidth, paragraph, type Row, twoColumns } from './columns.ts'

const EXAMPLES: readonly Row[] = [
  ['agent-loop "fix the failing tests"', 'infer what "done" means, and ask before starting'],
  ['agent-loop "fix the login bug" -c "npm test"', 'use this command as the check'],
  ['agent-loop start "fix lint" -c "npm run lint" --worktree', 'run in the background, in a separate worktree'],
]

const MORE: readonly Row[] = [
  ['agent-loop <command> --help', 'flags, examples, and exit codes of one command'],
  ['agent-loop --version', 'the version'],
]

export function generalHelp(columns: number): string {
  const width = helpWidth(columns)
  const rows = commands.map(({ name, summary, group }) => ({ group, row: [name, summary] as const }))
  // All groups have the same width, so that the summaries are in one column.
  const left = leftWidth(rows.map(({ row }) => row))
  return [
    ...paragraph('agent-loop runs a coding agent in a loop until the work is verified.', width),
    '',
    'Usage',
    '  agent-loop "<task>" [-c "<check>"] [flags]',
    '  agent-loop <command> [flags]',
    ...COMMAND_GROUPS.flatMap(name => [
      '',
      name,
      ...twoColumns(
        rows.filter(({ group }) => group === name).map(({ row }) => row),
        width,
        left,
      ),
    ]),
    '',
    'Examples',
    ...exampleLines(EXAMPLES, width),
    '',
    'More',
    ...twoColumns(MORE, width),
  ].join('\n')
}

/** A comment above each command: a line can be copied whole. */
export const exampleLines = (examples: readonly Row[], width: number): readonly string[] =>
  examples.flatMap(([command, says]) => [...paragraph(says, width - 4).map(line => `  # ${line}`), `  ${command}`])
