import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { commandsOf } from '../docs/command-lines.ts'
import { pageNamed } from '../docs/markdown.ts'
import { missingFrom } from '../docs/transcript.ts'
import { type Json, project } from '../rig/project.ts'

test('the demo: the lie and the skipped test are refused, the work is verified, the README shows these lines, and the home of the person stays empty', async () => {
  const { cli, home: own } = project()
  const { code, out } = await cli(['demo'])
  expect(code).toBe(0)
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
  const checks = eventsBelow(home).filter(({ kind }) => kind === 'check-end')
  expect(checks.map(({ verdict }) => verdict === 'verified')).toEqual([false, false, true])
  expect(checks[0]).toMatchObject({ evidence: [{ exit_code: 1, failing_count: 1 }] })
  // Green by itself, and refused all the same.
  expect(checks[1]).toMatchObject({ evidence: [{ exit_code: 0, tests: { passed: 1, skipped: 1 } }] })
  expect(readdirSync(own).filter(name => name !== '.npm')).toEqual([])
  expect(await cli(diff.split(' '), { env: { XDG_STATE_HOME: home } })).toMatchObject({
    code: 0,
    out: expect.stringContaining('+  return amount * (1 - discountPercent / 100)'),
  })
  const cleaned = await cli(['clean', '--json'])
  expect(cleaned.events[0]).toMatchObject({ items: [{ kind: 'demo', path: dirname(home) }] })
})

/** What the journal of the only loop below a state home says. */
const eventsBelow = (home: string): readonly Json[] => {
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('events.jsonl'))
  const lines = files.flatMap(path => readFileSync(join(home, path), 'utf8').trimEnd().split('\n'))
  return lines.map(line => JSON.parse(line) as Json)
}
