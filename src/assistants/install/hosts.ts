import { join } from 'node:path'
import { MARKDOWN_MARKS, TOML_MARKS } from './edit-block.ts'
import type { JsonEntry } from './edit-json.ts'
import type { Part } from './part.ts'
import { COMMAND_NAMES, markdownCommand, plainCommand, tomlCommand } from './texts/commands.ts'
import { SKILLS, skillFile } from './texts/skills.ts'
import { AGENTS_SNIPPET } from './texts/snippet.ts'
import { VERIFIER_NAME, VERIFIERS } from './texts/verifier.ts'

export const INSTALL_HOSTS = ['claude-code', 'codex', 'gemini', 'opencode', 'cursor', 'copilot', 'generic'] as const
export type InstallHost = (typeof INSTALL_HOSTS)[number]

export type InstallScope = 'user' | 'project'

export interface InstallLocation {
  readonly scope: InstallScope
  /** The project's root, or the user's home. */
  readonly root: string
  /** Where Codex and Copilot keep the user's files. */
  readonly codexHome: string
  readonly copilotHome: string
  /** Where OpenCode and others keep the user's configuration. */
  readonly configHome: string
  /** The source of the plugin that replaces a hook in OpenCode. */
  readonly openCodePlugin: string
}

export const MCP_SERVER = { command: 'agent-loop', args: ['mcp'] }
export const stopCommand = (host: InstallHost): string => `agent-loop hook stop --host ${host}`

/** For hosts whose default timeout is short: we set a longer one, and pass it to the hook. */
const WAITS_S = 600
const waiting = (host: InstallHost): string => `${stopCommand(host)} --timeout ${WAITS_S}`

const TRUST_FOLDER =
  'It runs project hooks only in trusted folders, and skips them silently elsewhere. Trust this folder in it.'

/** What the user must do besides, as observed with the programs themselves. */
export function stillToKnow(host: InstallHost, scope: InstallScope): string | null {
  switch (host) {
    case 'codex':
      return 'Codex silently skips the hook until you trust it. In a session of Codex, run /hooks.'
    case 'opencode':
      return '`opencode run` ends after the first answer, so it cannot continue a loop. Use its terminal UI or `opencode serve`.'
    case 'gemini':
    case 'copilot':
      return scope === 'project' ? TRUST_FOLDER : null
    default:
      return null
  }
}

/** Everything that an assistant gets, in the form that it documents. */
export const partsFor = (host: InstallHost, place: InstallLocation): readonly Part[] => PARTS[host](place)

const skillsIn = (folder: string): readonly Part[] =>
  SKILLS.map(skill => ({ kind: 'file', path: join(folder, skill.name, 'SKILL.md'), text: skillFile(skill) }))

const commandsIn = (folder: string, extension: string, text: (name: string) => string): readonly Part[] =>
  COMMAND_NAMES.map(name => ({ kind: 'file', path: join(folder, `${name}.${extension}`), text: text(name) }))

const verifierIn = (folder: string, host: keyof typeof VERIFIERS, extension = 'md'): Part => ({
  kind: 'file',
  path: join(folder, `${VERIFIER_NAME}.${extension}`),
  text: VERIFIERS[host],
})

const json = (path: string, ...entries: readonly JsonEntry[]): Part => ({ kind: 'json', path, entries })
const set = (value: unknown, ...path: readonly string[]): JsonEntry => ({ as: 'set', path, value })
const append = (value: unknown, ...path: readonly string[]): JsonEntry => ({ as: 'append', path, value })
const VERSION: JsonEntry = { as: 'set', path: ['version'], value: 1, stays: true }

const nested = (host: InstallHost, more: Readonly<Record<string, unknown>> = {}): unknown => ({
  hooks: [{ type: 'command', command: stopCommand(host), ...more }],
})

const PARTS: Readonly<Record<InstallHost, (place: InstallLocation) => readonly Part[]>> = {
  'claude-code': ({ scope, root }) => {
    const folder = join(root, '.claude')
    const hook = nested('claude-code', { timeout: 600 })
    return [
      ...skillsIn(join(folder, 'skills')),
      ...commandsIn(join(folder, 'commands'), 'md', markdownCommand),
      verifierIn(join(folder, 'agents'), 'claude-code'),
      json(join(folder, 'settings.json'), append(hook, 'hooks', 'Stop'), append(hook, 'hooks', 'SubagentStop')),
      json(
        join(root, scope === 'user' ? '.claude.json' : '.mcp.json'),
        set({ type: 'stdio', ...MCP_SERVER }, 'mcpServers', 'agent-loop'),
      ),
    ]
  },

  codex: ({ scope, root, codexHome }) => {
    const folder = scope === 'user' ? codexHome : join(root, '.codex')
    return [
      ...skillsIn(join(root, '.agents', 'skills')),
      // Prompts of one's own exist for the person only; in a project the skills are called by their names.
      ...(scope === 'user' ? commandsIn(join(folder, 'prompts'), 'md', markdownCommand) : []),
      verifierIn(join(folder, 'agents'), 'codex', 'toml'),
      json(join(folder, 'hooks.json'), append(nested('codex', { timeout: 600 }), 'hooks', 'Stop')),
      {
        kind: 'block',
        path: join(folder, 'config.toml'),
        marks: TOML_MARKS,
        unless: /^\s*\[mcp_servers\.(?:agent-loop|"agent-loop")\]/m,
        block: `[mcp_servers.agent-loop]\ncommand = "${MCP_SERVER.command}"\nargs = ${JSON.stringify(MCP_SERVER.args)}`,
      },
    ]
  },

  gemini: ({ root }) => {
    const folder = join(root, '.gemini')
    return [
      ...skillsIn(join(folder, 'skills')),
      ...commandsIn(join(folder, 'commands'), 'toml', tomlCommand),
      verifierIn(join(folder, 'agents'), 'gemini'),
      json(
        join(folder, 'settings.json'),
        append(
          // Without a matcher it is every end of a turn; the timeout is in milliseconds there.
          { hooks: [{ name: 'agent-loop', type: 'command', command: waiting('gemini'), timeout: WAITS_S * 1000 }] },
          'hooks',
          'AfterAgent',
        ),
        set(MCP_SERVER, 'mcpServers', 'agent-loop'),
      ),
    ]
  },

  opencode: ({ scope, root, configHome, openCodePlugin }) => {
    const folder = scope === 'user' ? join(configHome, 'opencode') : join(root, '.opencode')
    return [
      ...skillsIn(join(folder, 'skills')),
      ...commandsIn(join(folder, 'commands'), 'md', markdownCommand),
      verifierIn(join(folder, 'agents'), 'opencode'),
      { kind: 'file', path: join(folder, 'plugins', 'agent-loop.js'), text: openCodePlugin },
      json(
        join(scope === 'user' ? folder : root, 'opencode.json'),
        set({ type: 'local', command: [MCP_SERVER.command, ...MCP_SERVER.args], enabled: true }, 'mcp', 'agent-loop'),
      ),
    ]
  },

  cursor: ({ root }) => {
    const folder = join(root, '.cursor')
    return [
      ...skillsIn(join(folder, 'skills')),
      ...commandsIn(join(folder, 'commands'), 'md', plainCommand),
      verifierIn(join(folder, 'agents'), 'cursor'),
      // Our limits end a loop; Cursor's own limit of five follow-ups would leave it open.
      json(
        join(folder, 'hooks.json'),
        VERSION,
        append({ command: stopCommand('cursor'), loop_limit: null }, 'hooks', 'stop'),
      ),
      json(join(folder, 'mcp.json'), set(MCP_SERVER, 'mcpServers', 'agent-loop')),
    ]
  },

  copilot: ({ scope, root, copilotHome }) => {
    const folder = scope === 'user' ? copilotHome : join(root, '.github')
    return [
      ...skillsIn(join(folder, 'skills')),
      verifierIn(join(folder, 'agents'), 'copilot', 'agent.md'),
      json(
        join(folder, 'hooks', 'agent-loop.json'),
        VERSION,
        append({ type: 'command', bash: waiting('copilot'), timeoutSec: WAITS_S }, 'hooks', 'agentStop'),
      ),
      json(
        scope === 'user' ? join(folder, 'mcp-config.json') : join(folder, 'mcp.json'),
        set({ type: 'local', ...MCP_SERVER, tools: ['*'] }, 'mcpServers', 'agent-loop'),
      ),
    ]
  },

  generic: ({ scope, root }) => [
    ...skillsIn(join(root, '.agents', 'skills')),
    ...(scope === 'user'
      ? []
      : [{ kind: 'block', path: join(root, 'AGENTS.md'), marks: MARKDOWN_MARKS, block: AGENTS_SNIPPET } as const]),
  ],
}
