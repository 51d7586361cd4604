import { describe, expect, test } from 'vitest'
import { recordings } from '../../test/rig/recordings.ts'
import { type Score, score } from '../../test/rig/score.ts'
import { readOutput } from './read-output.ts'

const all = recordings()
const npmNoise = (text: string): string => `\n> pkg@1.0.0 test\n> run-the-tests\n\n${text}\nnpm error code 1\n`
const crlf = (text: string): string => text.replace(/\r?\n/g, '\r\n')

const forms: readonly (readonly [string, (text: string) => string, boolean])[] = [
  ['as recorded', text => text, true],
  ['with CRLF', crlf, true],
  ['behind npm, where nobody names the tool', npmNoise, false],
]

describe.each(forms)('recorded output %s', (_, form, named) => {
  const scores = all.map(({ tool, case: name, text, label, root }) => {
    const command = named ? label.command : 'npm test'
    return {
      name: `${tool}/${name}`,
      label,
      ...score(readOutput(form(text), label.exit_code, { command, root }), label),
    }
  })

  test('98 % of the failures are found', () => {
    const expected = scores.reduce((sum, one) => sum + one.expected, 0)
    const missed = scores.flatMap(one => one.missed.map(name => `${one.name}: ${name}`))
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(expected * 0.02)
  })

  test('all counts are right', () => {
    expect(scores.flatMap(({ name, counts }) => (counts === null ? [] : [`${name}: ${counts}`]))).toEqual([])
  })

  test('hardly a failure is invented', () => {
    const extra = scores.flatMap(one => one.extra.map(id => `${one.name}: ${id}`))
    expect(extra.length, extra.join('\n')).toBeLessThanOrEqual(4)
  })
})

test('a run that was cut off anywhere before its closing lines is never called complete', () => {
  const long = new Set([
    'mocha',
    'ctest',
    'minitest',
    'jest',
    'vitest',
    'pytest',
    'rspec',
    'phpunit',
    'unittest',
    'cargo',
    'bun',
    'deno',
    'exunit',
  ])
  const wrong = all
    .filter(({ tool, case: name, label }) => long.has(tool) && name === 'fail' && label.tests !== null)
    .flatMap(({ tool, text, label, root }) => {
      const lines = text.split('\n')
      const half = lines.slice(0, Math.floor(lines.length * 0.6)).join('\n')
      const { tools } = readOutput(half, label.exit_code, { command: label.command, root })
      const total = (label.tests?.['total'] ?? 0) + 0
      return tools.some(({ complete, tests }) => complete && tests?.total === total) ? [tool] : []
    })
  expect(wrong).toEqual([])
})

test('cutting a jest run at every line never invents an ending', () => {
  const run = all.find(({ tool, case: name }) => tool === 'jest' && name === 'fail')
  const lines = run?.text.split('\n') ?? []
  const end = lines.findIndex(line => line.startsWith('Time:'))
  for (let at = 0; at < end; at++) {
    const { tools } = readOutput(lines.slice(0, at).join('\n'), 1, { command: 'npx jest' })
    expect(tools.every(({ complete }) => !complete)).toBe(true)
  }
  expect(end).toBeGreaterThan(0)
})

test('nothing that ran zero tests is said to have run', () => {
  const wrong = all
    .filter(({ case: name, label }) => /^(?:zero|filter-miss)/.test(name) && label.kind === 'test')
    .flatMap(({ tool, case: name, text, label, root }) => {
      const { tools } = readOutput(text, label.exit_code, { command: label.command, root })
      return tools.some(one => one.kind === 'tests' && one.ran) ? [`${tool}/${name}`] : []
    })
  expect(wrong).toEqual([])
})

export type { Score }
