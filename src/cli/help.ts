import type { Command, Flag } from './command.ts'
import { COMMAND_GROUPS, commands } from './commands.ts'
import { flagsOf } from './flags.ts'

export function generalHelp(): string {
  return [
    'agent-loop runs a coding agent in a loop until the work is verified.',
    '',
    'Usage',
    '  agent-loop "<task>" -c "<command>" --agent-cmd "<command>"',
    '  agent-loop <command> [flags]',
    '',
    'Examples',
    '  agent-loop "fix the failing tests"                        infer what "done" means, and ask before starting',
    '  agent-loop "fix the login bug" -c "npm test"              use this command as the check',
    '  agent-loop start "fix lint" -c "npm run lint" --worktree  in the background, in a worktree of its own',
    '  agent-loop resume                                         continue the latest loop',
    ...COMMAND_GROUPS.flatMap(name => ['', name, ...columns(summariesOf(name))]),
    '',
    'Try it without an agent, a key, or a network: agent-loop demo',
    'More about one command:                       agent-loop <command> --help',
    'The version:                                  agent-loop --version',
  ].join('\n')
}

export function commandHelp(command: Command): string {
  return [
    `${command.summary}`,
    '',
    'Usage',
    ...command.usage.split('\n').map(line => `  ${line}`),
    '',
    'Flags',
    ...columns(Object.entries(flagsOf(command)).map(([name, flag]) => [spelled(name, flag), flag.says])),
  ].join('\n')
}

function spelled(name: string, { short, alias, takes, placeholder = 'VALUE' }: Flag): string {
  const names = [...(short ? [`-${short}`] : []), `--${name}`, ...(alias ? [`--${alias}`] : [])]
  return names.join(', ') + (takes === 'text' ? ` ${placeholder}` : '')
}

/** All groups have the same width, so that the summaries are in one column. */
function summariesOf(group: (typeof COMMAND_GROUPS)[number]): (readonly [string, string])[] {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return commands
    .filter(entry => entry.group === group)
    .map(({ name, summary }) => [name.padEnd(width), summary] as const)
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
