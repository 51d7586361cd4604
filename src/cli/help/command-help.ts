import { SETTING_TOPICS, type SettingTopic } from '../../run/settings/setting.ts'
import { type SettingName, settingNamed } from '../../run/settings/settings.ts'
import type { Command, Flag } from '../command.ts'
import { COMMON_FLAGS, settingFlag } from '../flags.ts'
import { helpWidth, leftWidth, paragraph, type Row, twoColumns } from './columns.ts'
import type { CommandFacts } from './facts/facts.ts'
import { LOOP_COMMANDS } from './facts/loop-commands.ts'
import { OTHER_COMMANDS } from './facts/other-commands.ts'
import { exampleLines } from './general-help.ts'

export function commandHelp(name: string, command: Command, columns: number): string {
  const width = helpWidth(columns)
  const { examples, exits } = factsOf(name)
  return [
    ...paragraph(command.summary, width),
    '',
    'Usage',
    ...command.usage.split(/\n| \| (?=agent-loop )/).flatMap(line => usageLines(line, width)),
    ...flagLines(command, width),
    '',
    'Examples',
    ...exampleLines(examples, width),
    '',
    'Exit codes',
    ...twoColumns(exitRows(exits), width),
  ].join('\n')
}

/** Wrapped between words; further lines are indented, so that they are not read as commands. */
const usageLines = (line: string, width: number): readonly string[] =>
  paragraph(line, width - USAGE_INDENT).map((part, at) => `${at === 0 ? '  ' : ' '.repeat(USAGE_INDENT)}${part}`)

const USAGE_INDENT = 4

const exitRows = (exits: CommandFacts['exits']): readonly Row[] =>
  Object.entries(exits).map(([code, says]) => [code.padStart(3), says])

interface FlagGroup {
  readonly title: string
  readonly rows: readonly Row[]
}

/** The flags of the command itself first, then its settings by topic; those of every command are among the general ones. */
function flagLines(command: Command, width: number): readonly string[] {
  const groups = [
    { title: 'Flags', rows: rowsOf(command.flags) },
    ...SETTING_TOPICS.map(topic => settingGroup(command, topic)),
  ].filter(({ rows }) => rows.length > 0)
  const left = leftWidth(groups.flatMap(({ rows }) => rows))
  return groups.flatMap(({ title, rows }) => ['', title, ...twoColumns(rows, width, left)])
}

function settingGroup({ settings, defaultsSay }: Command, topic: SettingTopic): FlagGroup {
  const names: readonly SettingName[] = settings.filter(name => settingNamed(name).topic === topic)
  const flags = Object.fromEntries(names.map(name => [name, settingFlag(name, defaultsSay)]))
  return { title: topic, rows: rowsOf(topic === 'General' ? { ...flags, ...COMMON_FLAGS } : flags) }
}

const rowsOf = (flags: Readonly<Record<string, Flag>>): readonly Row[] =>
  Object.entries(flags).map(([name, flag]) => [spelled(name, flag), flag.says])

function spelled(name: string, { short, alias, takes, placeholder = 'VALUE' }: Flag): string {
  const names = [...(short ? [`-${short}`] : []), `--${name}`, ...(alias ? [`--${alias}`] : [])]
  return names.join(', ') + (takes === 'text' ? ` ${placeholder}` : '')
}

function factsOf(command: string): CommandFacts {
  const facts = LOOP_COMMANDS[command] ?? OTHER_COMMANDS[command]
  if (facts === undefined) throw new Error(`no examples and exit codes for ${command}`)
  return facts
}
