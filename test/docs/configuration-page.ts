import * as z from 'zod/mini'
import { commands } from '../../src/cli/commands.ts'
import { SECTION_SCHEMAS } from '../../src/run/settings/sections.ts'
import type { Setting } from '../../src/run/settings/setting.ts'
import { LASTING_SETTINGS, SETTING_NAMES, type SettingName, settingNamed } from '../../src/run/settings/settings.ts'
import { variableOf } from '../../src/run/settings/sources.ts'

/** The published schema of agent-loop.config.json, from the table of settings. */
export function configSchema(): unknown {
  const settings = LASTING_SETTINGS.map(name => [name, settingSchema(settingNamed(name))] as const)
  const sections = Object.entries(SECTION_SCHEMAS).map(([name, { schema, says }]) => {
    const { $schema: _, ...section } = z.toJSONSchema(schema, { io: 'input', reused: 'inline' })
    return [name, { ...section, description: says }] as const
  })
  const properties = new Map<string, unknown>(settings)
  for (const [name, section] of sections) {
    const setting = properties.get(name)
    properties.set(name, setting === undefined ? section : { anyOf: [setting, section] })
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'agent-loop.config.json',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string', description: 'where editors find this schema' },
      ...Object.fromEntries(properties),
    },
  }
}

/** A configuration also accepts the text form of a value. */
function settingSchema({ kind, says, default: standard }: Setting): unknown {
  const described = { description: says, ...(standard === undefined ? {} : { default: standard }) }
  return kind.schema['type'] === 'string'
    ? { ...kind.schema, ...described }
    : { anyOf: [kind.schema, { type: 'string' }], ...described }
}

/** docs/configuration.md, from the table of settings and the commands that use them. */
export async function configurationPage(): Promise<string> {
  const users = await usersOfSettings()
  return [
    '# Configuration',
    '',
    '<!-- Generated from src/run/settings/settings.ts by `npm run docs`. Do not edit. -->',
    '',
    'A setting has the same name everywhere. Its value comes from the first of these sources that has one:',
    '',
    '1. the flag',
    '2. the environment variable',
    '3. the configuration of the project: `agent-loop.config.json`, `agent-loop.config.yaml`, or the key `agent-loop` of `package.json`, in the root of the working tree',
    '4. your own settings in `~/.config/agent-loop/config.json` (only `max-cost-per-day` and `notify`)',
    '5. the default',
    '',
    'agent-loop reads the configuration once, when the loop starts, and refuses unknown keys. `agent-loop init` writes one. If `$schema` names',
    '`schemas/config.schema.json`, editors complete and check the file.',
    '',
    '```json',
    '{ "completion": "npm test", "agent": "claude", "max-iterations": 5, "may-change": ["test/fixtures/**"] }',
    '```',
    '',
    '## Settings',
    '',
    'A command refuses the flag of a setting that it does not use.',
    ...SETTING_NAMES.flatMap(name => ['', ...entry(name, users(name))]),
    '',
    '## Sections of the configuration file',
    '',
    'These keys hold objects. They have no flag and no environment variable.',
    '',
    '| Key | What it does |',
    '| --- | --- |',
    ...Object.entries(SECTION_SCHEMAS).map(([name, { says }]) => `| \`${name}\` | ${says} |`),
    '',
    '## Settings that need trust',
    '',
    'A repository can contain a configuration that runs commands, weakens the proof, writes elsewhere, sends data, or raises limits. agent-loop uses such values',
    'only after you trust them: it shows what the configuration sets, and asks once on a terminal. Without a terminal, it exits with 3 unless',
    '`--trust-config` is given. Your answer is stored in your private state home. It covers this project and exactly these values: if one of them changes,',
    'or if a command uses another one, agent-loop asks again. Values that you override with a flag or an environment variable are not used and need no trust. A `state-dir`',
    'outside the project is refused; only a flag or the environment can name one. `--dry-run` shows all values and executes nothing.',
    '',
    '| Key | Why | No trust needed for |',
    '| --- | --- | --- |',
    ...LASTING_SETTINGS.map(name => [name, settingNamed(name)] as const).flatMap(([name, setting]) =>
      setting.needsTrust ? [`| \`${name}\` | ${reason(setting.needsTrust)} | ${harmlessIn(setting)} |`] : [],
    ),
    ...Object.entries(SECTION_SCHEMAS).map(
      ([name, { needsTrust }]) =>
        `| \`${name}\` (section) | ${reason(needsTrust)} | ${name === 'notify' ? '`desktop` and `on`' : ''} |`,
    ),
    '',
  ].join('\n')
}

const harmlessIn = ({ harmless = [], default: standard }: Setting): string =>
  harmless === 'up to the default' ? `values up to \`${standard}\`` : harmless.map(value => `\`${value}\``).join(', ')

const reason = (needsTrust: string): string => needsTrust.replace('-', ' ')

function entry(name: SettingName, users: readonly string[]): readonly string[] {
  const { kind, says, short, alias, ...setting } = settingNamed(name)
  const flags = [...(short ? [`-${short}`] : []), `--${name}`, ...(alias ? [`--${alias}`] : [])]
  const standard = setting.defaultSays ?? (setting.default && `\`${setting.default}\``)
  return [
    `### \`${name}\``,
    '',
    `${says.charAt(0).toUpperCase()}${says.slice(1)}.`,
    '',
    `- Flag: ${flags.map(flag => `\`${flag}${kind.placeholder === null ? '' : ` ${kind.placeholder}`}\``).join(', ')}`,
    ...(setting.flagOnly
      ? []
      : [`- Environment variable: \`${variableOf(name)}\``, `- Configuration key: \`${name}\``]),
    ...(setting.mcp ? [`- MCP argument: \`${name.replaceAll('-', '_')}\``] : []),
    ...(setting.option ? [`- Library option: \`${setting.option}\``] : []),
    `- Type: ${kind.is}`,
    `- Default: ${standard ?? (kind.placeholder === null ? '`false`' : 'none')}`,
    `- Commands: ${users.map(user => `\`${user}\``).join(', ')}`,
  ]
}

async function usersOfSettings(): Promise<(name: SettingName) => readonly string[]> {
  const loaded = await Promise.all(commands.map(async ({ name, load }) => ({ name, command: await load() })))
  return name => loaded.filter(({ command }) => command.settings.includes(name)).map(each => each.name)
}
