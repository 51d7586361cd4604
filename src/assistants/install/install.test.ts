import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { installing, uninstalling } from './changes.ts'
import { putEntries } from './edit-json.ts'
import { INSTALL_HOSTS, type InstallLocation, type InstallScope, partsFor } from './hosts.ts'
import type { Part } from './part.ts'
import { takeEntries } from './take-json.ts'

const place = (scope: InstallScope): InstallLocation => ({
  scope,
  root: '/home/dev',
  codexHome: '/home/dev/.codex',
  copilotHome: '/home/dev/.copilot',
  configHome: '/home/dev/.config',
  openCodePlugin: '// Written by agent-loop\n',
})
const everything = INSTALL_HOSTS.flatMap(host => (['user', 'project'] as const).map(scope => [host, scope] as const))
const editing = everything.flatMap(([host, scope]) =>
  partsFor(host, place(scope))
    .filter(({ kind }) => kind !== 'file')
    .map(part => [`${host} ${scope} ${part.path}`, part] as const),
)

/** Files as people keep them. */
const REALISTIC: readonly string[] = [
  '{}',
  '{}\n',
  '{\n}\n',
  '{ }\n',
  '{\n  // nothing yet\n}\n',
  '{\n  "permissions": { "allow": ["Bash(npm test)"], "deny": [] },\n  "model": "opus"\n}\n',
  '{\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{ "hooks": [{ "type": "command", "command": "say done" }] }\n\t\t]\n\t}\n}',
  '{\r\n  "hooks": {},\r\n  "mcpServers": {\r\n    "github": { "command": "gh-mcp", "args": [] }, // ours\r\n  },\r\n}\r\n',
  '{"hooks":{"Stop":[],"AfterAgent":[],"stop":[],"agentStop":[]},"mcpServers":{},"mcp":{}}',
  '/* settings */\n{\n    "theme": "dark", // night\n    "hooks": { "PreToolUse": [ { "matcher": "Bash", "hooks": [] } ] } /* end */\n}\n// bye\n',
  '{\n  "version": 1,\n  "hooks": {\n    "stop": [\n      { "command": "./a.sh" }, // first\n    ],\n  },\n}\n',
  '{ "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "x" } ] } ] } }\n',
]
const TOMLS = [
  '',
  '\n',
  'model = "o"',
  '# mine\nmodel = "o"\n\n[mcp_servers.docs]\ncommand = "docs" # local\n',
  'a = 1\r\n[b]\r\nc = 2\r\n',
]

const textsFor = (part: Part): readonly string[] => (part.kind === 'json' ? REALISTIC : TOMLS)
const meaning = (part: Part, text: string): unknown => (part.kind === 'json' ? parse(text) : text.trim())

describe('what is put in comes out to the byte', () => {
  test.each(editing)('%s', (_, part) => {
    for (const before of [...textsFor(part), null]) {
      const put = installing(part, before, null)
      expect(put.because).toBeNull()
      expect(put.after).not.toBe(before)
      const again = installing(part, put.after, put.remembered)
      expect(again.action).toBe('none')
      expect(again.remembered).toEqual(put.remembered)
      expect(uninstalling(part, put.after, put.remembered).after).toBe(before)
    }
  })

  test('whatever the file is like', () => {
    const object = fc.dictionary(
      fc.constantFrom('hooks', 'mcpServers', 'a', 'b', 'version'),
      fc.dictionary(fc.string(), fc.jsonValue()),
    )
    const style = fc.record({
      indent: fc.constantFrom<string | number>(0, 1, 2, 4, '\t'),
      eol: fc.constantFrom('\n', '\r\n'),
      tail: fc.constantFrom('', '\n', '\n\n'),
    })
    const [, part] = editing.find(([name]) => name.includes('.claude/settings.json')) ?? []
    fc.assert(
      fc.property(object, style, (value, { indent, eol, tail }) => {
        const before = `${JSON.stringify(value, null, indent).replaceAll('\n', eol)}${tail}`
        if (part === undefined) throw new Error('no part')
        const put = installing(part, before, null)
        // A list where we need one may be something else; then the file is left alone.
        if (put.because !== null) {
          expect(put.after).toBe(before)
          return
        }
        expect(parse(put.after ?? '')).toMatchObject(value['hooks'] === undefined ? parse(before) : {})
        expect(uninstalling(part, put.after, put.remembered).after).toBe(before)
      }),
    )
  })
})

test.each(editing)('%s: taken out also when nobody remembers, or the file changed meanwhile', (_, part) => {
  for (const before of textsFor(part)) {
    const { after, remembered } = installing(part, before, null)
    const gone = uninstalling(part, after, null).after
    const rest = meaning(part, gone ?? (part.kind === 'json' ? '{}' : ''))
    expect(JSON.stringify(rest)).not.toContain('agent-loop')
    const touched = part.kind === 'json' ? putEntries(after ?? '', [{ as: 'set', path: ['later'], value: 1 }]) : null
    if (touched?.ok) {
      const left = uninstalling(part, touched.value.text, remembered).after ?? ''
      expect(parse(left)).toMatchObject({ later: 1 })
      expect(left).not.toContain('agent-loop')
    }
  }
})

test('a file that is no JSON, or has something else in our place, is left alone', () => {
  const [, part] = editing.find(([name]) => name.includes('.claude/settings.json')) ?? []
  if (part === undefined) throw new Error('no part')
  for (const before of ['', '[]', '{ "hooks": 3 }', '{ "hooks": { "Stop": {} } }', '{ "a": }'])
    expect(installing(part, before, null)).toMatchObject({ action: 'left', after: before })
})

test('entries of others with our name stay theirs', () => {
  const entries = [{ as: 'set', path: ['mcpServers', 'agent-loop'], value: { command: 'agent-loop' } }] as const
  const theirs = '{ "mcpServers": { "agent-loop": { "command": "/opt/al" } } }'
  expect(putEntries(theirs, entries)).toMatchObject({ ok: true, value: { text: theirs, inserted: [] } })
  expect(takeEntries('{ "a": 1 }', entries)).toBe('{ "a": 1 }')
})

test.each(everything)('%s, %s: what is written can be read by the one it is for', (host, scope) => {
  const parts = partsFor(host, place(scope))
  expect(new Set(parts.map(({ path }) => path)).size).toBe(parts.length)
  for (const part of parts) {
    if (part.kind !== 'file') continue
    if (part.path.endsWith('.toml')) expect(parseToml(part.text)).toHaveProperty('description')
    const header = /^---\n([\s\S]*?)\n---\n/.exec(part.text)?.[1]
    if (part.path.endsWith('SKILL.md')) {
      const { name, description } = parseYaml(header ?? '') as { name: string; description: string }
      expect(part.path.split('/').at(-2)).toBe(name)
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(description.length).toBeLessThanOrEqual(1024)
    } else if (header !== undefined) expect(parseYaml(header)).toHaveProperty('description')
  }
})

test('our own files: not over those of others, and not gone when somebody wrote into them', () => {
  const part: Part = { kind: 'file', path: '/a', text: 'Written by agent-loop\nv2' }
  expect(installing(part, 'mine', null)).toMatchObject({ action: 'left', after: 'mine' })
  expect(installing(part, 'Written by agent-loop\nv1', null)).toMatchObject({ action: 'change' })
  expect(uninstalling(part, `${part.text}\nand mine`, null)).toMatchObject({ action: 'left' })
  expect(uninstalling(part, part.text, null)).toMatchObject({ action: 'remove' })
})
