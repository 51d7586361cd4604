import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { project } from '../rig/in-process.ts'

const SUM = 'exports.sum = (a, b) => a - b\n'
const TESTS = `const test = require('node:test'); const assert = require('node:assert')
test('adds <b>@octocat</b> | one', () => assert.equal(require('./sum.js').sum(1, 2), 3))
`
const ID = 'ralph-fix-sum-a1b2c3d4'

test('the report of a verified loop has evidence, changes, and the digest of the receipt, in every format', async () => {
  const files = project({ 'sum.js': SUM, 'sum.test.js': TESTS }, { git: true })
  const env = { API_TOKEN: 'tok-3f9a8b7c6d5e4f3a' }
  const agent = "sed -i 's/a - b/a + b/' sum.js; echo tok-3f9a8b7c6d5e4f3a > tok-3f9a8b7c6d5e4f3a.txt"
  const args = ['run', 'fix sum', '-c', 'node --test', '--agent-cmd', agent, '--loop-id', ID]
  expect((await files.cli(args, { env })).code).toBe(0)
  const markdown = (await files.cli(['report', ID], { env })).out
  for (const line of ['# ✓ verified: fix sum', '## What was verified', '| `sum.js` | 1 | 1 |', '| **Turns** | 1 |'])
    expect(markdown).toContain(line)
  expect(markdown).toContain('- `node --test`: exit code 0, 1 passed')
  expect(markdown).toContain('unknown: the agent does not report it')
  expect(markdown).not.toContain('tok-3f9a')
  const receipt = readFileSync(join(files.path, '.aiwg/ralph/loops', ID, 'receipt.json'))
  const [json] = (await files.cli(['report', ID, '--json'], { env })).events
  expect(json).toMatchObject({
    status: 'verified',
    verified: true,
    receipt: { sha256: createHash('sha256').update(receipt).digest('hex') },
    changes: { files: expect.arrayContaining([{ path: 'sum.js', added: 1, removed: 1 }]) },
    turns: [
      { iteration: 0, verdict: 'not_yet' },
      { iteration: 1, fixed: 1, usd: null },
    ],
  })
  const page = join(files.home, 'report.html')
  expect((await files.cli(['report', ID, '--format', 'html', '--output', page], { env })).out).toBe('')
  expect(readFileSync(page, 'utf8')).toMatch(/<h1>✓ verified: fix sum<\/h1>/)
  expect(readFileSync(page, 'utf8')).not.toContain('tok-3f9a')
  const summary = join(files.home, 'summary.md')
  writeFileSync(summary, '# Another step\n')
  const github = ['report', ID, '--format', 'github']
  expect((await files.cli(github, { env: { ...env, GITHUB_STEP_SUMMARY: summary } })).out).toBe('')
  expect(readFileSync(summary, 'utf8')).toBe(`# Another step\n${markdown}`)
  expect((await files.cli(github, { env })).out).toBe(markdown)
})

test('the report of a loop that is not verified claims nothing, and names what fails and what refused it', async () => {
  const files = project({ 'sum.js': SUM, 'sum.test.js': TESTS }, { git: true })
  const cheat = "echo \"require('node:test')('ok', () => {})\" > sum.test.js"
  const args = ['run', 'fix sum', '-c', 'node --test', '--agent-cmd', cheat, '--loop-id', ID]
  expect((await files.cli([...args, '--max-iterations', '1'])).code).toBe(5)
  const { out } = await files.cli(['report', ID])
  expect(out).toContain('# ✗ tampered: fix sum')
  expect(out).toContain('The work is not verified. Result of the latest check: tampered.')
  expect(out).toContain('(refuses the result: tampered)')
  expect(out).not.toMatch(/What was verified|## Receipt/)
  for (const [args, message] of [
    [['report', ID, '--format', 'pdf'], 'Write --format'],
    [['report', ID, '--format', 'md', '--json'], 'Write --format json'],
    [['report', 'nobody'], 'no loop'],
    [['report', ID, '--output', join(files.home, 'no', 'folder.md')], 'Cannot write'],
  ] as const) {
    const refused = await files.cli(args)
    expect(refused.code).toBe(2)
    expect(refused.out + refused.err).toContain(message)
  }
})
