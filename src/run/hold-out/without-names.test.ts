import { expect, test } from 'vitest'
import { withoutNames } from './without-names.ts'

const held = [{ paths: ['test/hidden/big.test.js', 'hidden/big.test.js'], text: "test('sums large numbers', …)" }]

test('a finding names no held-out test, neither by its path nor by its title', () => {
  const { finding, proof } = withoutNames(held)
  const places = ['test/hidden/big.test.js::sums large numbers', '.::sums large numbers', 'test/a.test.js::adds']
  const says = 'Changed: `test/hidden/big.test.js`. Flaky: .::sums large numbers'
  expect(finding({ rule: 'flaky', objection: 'flaky', says, places })).toEqual({
    rule: 'flaky',
    objection: 'flaky',
    says: 'Changed: `a held-out test`. Flaky: a held-out test',
    places: ['a held-out test', 'test/a.test.js::adds'],
  })
  const steps = [{ step: 'room', result: 'ok' as const, says: 'hidden/big.test.js ran' }]
  expect(proof({ level: 'standard', steps, runs: 1, duration_ms: 1 })?.steps[0]?.says).toBe('a held-out test ran')
  expect(proof(null)).toBeNull()
})
