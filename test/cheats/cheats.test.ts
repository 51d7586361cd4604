import { expect, test } from 'vitest'
import { RULES } from '../../src/gate/rules.ts'
import { expectRefused } from './expect-refused.ts'
import { REFUSED, REFUSED_ELSEWHERE } from './refused.ts'

// A part of `npm run bench:cheats`: few cases, by which every rule that takes a yes back is met.
expectRefused(REFUSED)

test('no rule is without a cheat that meets it', () => {
  const met = new Set([...REFUSED, ...REFUSED_ELSEWHERE].flatMap(({ rules }) => rules))
  expect(RULES.map(({ rule }) => rule).filter(rule => !met.has(rule))).toEqual([
    // Only where no clean room can be opened.
    'checks-changed',
    // Objects only where the criterion is a threshold of coverage; bench/honest-diffs has those.
    'coverage-narrowed',
  ])
})
