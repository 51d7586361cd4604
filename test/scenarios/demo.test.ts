import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandsOf } from '../docs/command-lines.ts'
import { pageNamed } from '../docs/markdown.ts'
import { missingFrom } from '../docs/transcript.ts'
import { project } from '../rig/project.ts'

test('the demo: the lie and the skipped test are refused, the work is verified, and the home of the person stays empty', async () => {
  const { cli, home } = project()
  const end = await cli(['demo', '--json'])
  expect(end.code).toBe(0)
  const checks = end.events.filter(({ kind }) => kind === 'check-end')
  expect(checks.map(({ verdict }) => verdict === 'verified')).toEqual([false, false, true])
  expect(checks[0]).toMatchObject({ evidence: [{ exit_code: 1, failing_count: 1 }] })
  // Green by itself, and refused all the same.
  expect(checks[1]).toMatchObject({ evidence: [{ exit_code: 0, tests: { passed: 1, skipped: 1 } }] })
  expect(end.events.at(-1)).toMatchObject({ status: 'verified', iterations: 3 })
  expect(readdirSync(home).filter(name => name !== '.npm')).toEqual([])
})

test('in lines: each turn says why it was refused, the README shows these lines, and the commands about this loop work where they are pasted', async () => {
  const { cli } = project()
  const { out } = await cli(['demo'])
  expect(out).toContain('│ I fixed the discount. All tests pass now!')
  expect(out).toContain('✗ not yet  npm test  1 failed · 1 passed (baseline: 2 tests)')
  expect(out).toContain('1 passed · 1 skipped (baseline: 2 tests)')
  expect(out).toContain('✓ verified after 3 turns, against this criterion: npm test passes')
  expect(
    out
      .trimEnd()
      .split('\n')
      .slice(-3)
      .map(line => line.trim().split(/ {2,}#/)[0]),
  ).toEqual(['agent-loop init', 'agent-loop "fix the failing tests"', 'agent-loop ui --open'])
  const shown = commandsOf(pageNamed('README.md')).find(({ words }) => words[0] === 'demo')?.shown
  expect(missingFrom(shown ?? ['a transcript'], out)).toEqual([])
  const lines = out.split('\n').flatMap(line => /XDG_STATE_HOME=(\S+) agent-loop (.+)$/.exec(line)?.slice(1) ?? [])
  expect([lines.length, lines[0] === lines[2], lines[3]]).toEqual([4, true, 'ui --open'])
  const [home = '', diff = ''] = lines
  expect(await cli(diff.split(' '), { env: { XDG_STATE_HOME: home } })).toMatchObject({
    code: 0,
    out: expect.stringContaining('+  return amount * (1 - discountPercent / 100)'),
  })
})
