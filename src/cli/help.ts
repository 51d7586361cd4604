import type { Command, Flag } from './command.ts'
import { commands } from './commands.ts'
import { flagsOf } from './flags.ts'

export function generalHelp(): string {
  return [
    'agent-loop runs a coding agent in a loop until the work is verified.',
    '',
    'Usage',
    '  agent-loop "<task>" -c "<command>" --agent-cmd "<command>"',
    '  agent-loop <command> [flags]',
    '',
    'Commands',
    ...columns(commands.filter(({ hidden }) => !hidden).map(({ name, summary }) => [name, summary])),
    '',
    'Try it without an agent, a key, or a network: agent-loop demo',
    'More about one command:                       agent-loop <command> --help',
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

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
