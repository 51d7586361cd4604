import { MCP_SERVER, stopCommand } from './hosts.ts'
import { COMMAND_NAMES, COMMAND_SUMMARY, markdownCommand } from './texts/commands.ts'
import { SKILLS, skillFile } from './texts/skills.ts'
import { VERIFIER_NAME, VERIFIERS } from './texts/verifier.ts'

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** The same as an installation for Claude Code, as a plugin: files by their path in its folder. */
export function claudePlugin(version: string): Readonly<Record<string, string>> {
  const hook = [{ hooks: [{ type: 'command', command: stopCommand('claude-code'), timeout: 600 }] }]
  return {
    '.claude-plugin/plugin.json': asJson({ name: 'agent-loop', version, description: COMMAND_SUMMARY, license: 'MIT' }),
    ...Object.fromEntries(SKILLS.map(skill => [`skills/${skill.name}/SKILL.md`, skillFile(skill)])),
    ...Object.fromEntries(COMMAND_NAMES.map(name => [`commands/${name}.md`, markdownCommand(name)])),
    [`agents/${VERIFIER_NAME}.md`]: VERIFIERS['claude-code'],
    'hooks/hooks.json': asJson({ hooks: { Stop: hook, SubagentStop: hook } }),
    '.mcp.json': asJson({ mcpServers: { 'agent-loop': MCP_SERVER } }),
  }
}
