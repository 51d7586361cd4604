import { describe, expect, test } from 'vitest'
import { recordings } from '../../../test/rig/recordings.ts'
import { score } from '../../../test/rig/score.ts'
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

test('a run that is cut off after any line is complete only with the numbers of the whole', () => {
  // In a monorepo one package may well have ended before the cut.
  const runs = all.filter(({ tool, case: name, label }) => name === 'fail' && label.tests && tool !== 'npm-workspaces')
  const wrong = runs.flatMap(({ tool, text, label }) => {
    const counts = (part: string): string[] =>
      readOutput(part, null, { command: label.command }).tools.flatMap(one =>
        one.kind === 'tests' ? [`${one.complete} ${JSON.stringify(one.tests)}`] : [],
      )
    const whole = counts(text)
    const lines = text.split('\n')
    return lines.flatMap((_, at) => {
      const part = counts(lines.slice(0, at).join('\n'))
      const ended = part.length > 0 && part.every(one => one.startsWith('true'))
      return ended && part.join() !== whole.join() ? [`${tool} after line ${at}`] : []
    })
  })
  expect(wrong).toEqual([])
  expect(runs.length).toBeGreaterThan(25)
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
