import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { claudePlugin } from '../../src/assistants/install/plugin.ts'

const folder = resolve(import.meta.dirname, '../../plugins/claude-code')

test('the plugin folder is what an installation writes (UPDATE=1 rewrites it)', () => {
  const expected = claudePlugin(packageJson.version)
  if (process.env['UPDATE'] === '1') {
    rmSync(folder, { recursive: true, force: true })
    for (const [path, text] of Object.entries(expected)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  }
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
  expect(names.sort()).toEqual(Object.keys(expected).sort())
  for (const [path, text] of Object.entries(expected)) expect(readFileSync(join(folder, path), 'utf8')).toBe(text)
})
