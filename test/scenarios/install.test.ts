import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { project } from '../rig/in-process.ts'

const SETTINGS = `{
  // my own
  "permissions": { "allow": ["Bash(npm test)"] },
  "hooks": {
    "Stop": [
      { "hooks": [{ "type": "command", "command": "say done" }] }
    ]
  }
}
`
const FILES = {
  '.claude/settings.json': SETTINGS,
  '.mcp.json': '{"mcpServers":{"docs":{"command":"docs"}}}',
  '.codex/config.toml': 'model = "x" # mine',
  '.gemini/settings.json': '{\n\t"ui": { "theme": "dark" }\n}\n',
  'opencode.json': '{\r\n  "theme": "opencode"\r\n}\r\n',
  '.cursor/hooks.json': '{ "version": 1, "hooks": {} }\n',
  'AGENTS.md': '# Project\n\nRun the tests.',
  '.github/workflows/ci.yml': 'on: push\n',
}

const everything = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && !entry.parentPath.includes('.git/'))
      .map(entry => join(entry.parentPath, entry.name))
      .sort()
      .map(path => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  )

describe('install, install again, uninstall', () => {
  test.each(['claude-code', 'codex', 'gemini', 'opencode', 'cursor', 'copilot', 'generic'])('%s', async host => {
    const { cli, path, home } = project(FILES)
    const before = { project: everything(path), home: everything(home) }
    expect((await cli(['install', host])).code).toBe(0)
    const installed = everything(path)
    expect(Object.keys(installed).some(name => name.endsWith('skills/agent-loop/SKILL.md'))).toBe(true)
    expect((await cli(['install', host])).out).not.toMatch(/^(new|changed)/m)
    expect(everything(path)).toEqual(installed)
    expect((await cli(['uninstall', host])).code).toBe(0)
    expect(everything(path)).toEqual(before.project)
    expect((await cli(['install', host, '--user'])).code).toBe(0)
    expect((await cli(['uninstall', host, '--user'])).code).toBe(0)
    expect(everything(path)).toEqual(before.project)
    expect(everything(home)).toEqual(before.home)
    expect(readdirSync(path).sort()).toEqual([...new Set(Object.keys(FILES).map(name => name.split('/')[0]))].sort())
  })
})

test.each([
  ['codex', '--user', '/hooks'],
  ['gemini', '--project', 'only in trusted folders'],
  ['copilot', '--project', 'only in trusted folders'],
  ['opencode', '--project', 'opencode serve'],
])('%s %s: what the files alone do not bring about is said', async (host, scope, words) => {
  const { cli } = project()
  expect((await cli(['install', host, scope])).err).toContain(words)
})

test('a host that needs no more is not spoken of', async () => {
  const { cli } = project()
  expect((await cli(['install', 'claude-code'])).err).toBe('')
  expect((await cli(['install', 'copilot', '--user'])).err).toBe('')
})

test('a dry run shows the difference and writes nothing', async () => {
  const { cli, path } = project(FILES)
  const before = everything(path)
  const { out, code } = await cli(['install', 'claude-code', '--dry-run'])
  expect(code).toBe(0)
  expect(out).toContain('changed     .claude/settings.json')
  expect(out).toContain('agent-loop hook stop --host claude-code')
  expect(out).toContain('new         .claude/skills/agent-loop/SKILL.md')
  expect(everything(path)).toEqual(before)
})

test('what two assistants share stays until the second goes', async () => {
  const { cli, path } = project()
  await cli(['install', 'codex'])
  await cli(['install', 'generic'])
  await cli(['uninstall', 'codex'])
  expect(existsSync(join(path, '.agents/skills/agent-loop/SKILL.md'))).toBe(true)
  await cli(['uninstall', 'generic'])
  expect(everything(path)).toEqual({})
})

test('a file that cannot be read stops all of it', async () => {
  const { cli, path } = project({ '.claude/settings.json': '{ "hooks": ' })
  const { code, err } = await cli(['install', 'claude-code'])
  expect(code).toBe(2)
  expect(err).toContain('settings.json')
  expect(Object.keys(everything(path))).toEqual(['.claude/settings.json'])
})

test('what is not ours, or was changed since, is left and named', async () => {
  const { cli, write, read } = project({ '.claude/commands/al.md': 'mine' })
  const installed = await cli(['install', 'claude-code', '--json'])
  expect(installed.events[0]?.['changes']).toContainEqual({
    path: expect.stringContaining('al.md'),
    action: 'left',
    because: 'agent-loop did not write it',
  })
  write('.claude/commands/ralph.md', `${read('.claude/commands/ralph.md')}\nand mine`)
  expect((await cli(['uninstall', 'claude-code'])).out).toMatch(/skipped .*ralph\.md {2}\(it was changed since\)/)
  expect(read('.claude/commands/al.md')).toBe('mine')
})

test.each([
  [['install'], 'No assistant'],
  [['install', 'emacs'], 'claude-code, codex'],
  [['install', 'codex', '--user', '--project'], 'cannot be combined'],
])('bad input: %j', async (args, says) => {
  const { code, err } = await project().cli(args)
  expect(code).toBe(2)
  expect(err).toContain(says)
})
