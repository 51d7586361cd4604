import { expect, test } from 'vitest'
import { RULES } from '../../src/proof/rules.ts'
import { sampled } from '../rig/long-form.ts'
import { expectRefused } from './expect-refused.ts'
import { REFUSED, REFUSED_ELSEWHERE, REFUSED_ELSEWHERE_TOO, REFUSED_TOO } from './refused.ts'

// A part of `npm run bench:cheats`: few cases. In the long form they meet every rule that takes a yes back; without it, other tests meet
// the rest.
expectRefused([...REFUSED, ...sampled(REFUSED_TOO, 0)])

test('no rule is without a cheat that meets it', () => {
  const all = [...REFUSED, ...REFUSED_TOO, ...REFUSED_ELSEWHERE, ...REFUSED_ELSEWHERE_TOO]
  const met = new Set(all.flatMap(({ rules }) => rules))
  expect(RULES.map(({ rule }) => rule).filter(rule => !met.has(rule))).toEqual([
    // Only where no clean copy can be made.
    'checks-changed',
    // Nothing that a scripted agent does in its project; test/scenarios/gate.test.ts deletes records between turns.
    'records-changed',
    // It changes later checkouts, and nothing of its own loop: test/scenarios/commit-push.test.ts and plan-poisoned.test.ts.
    'checkout-changed',
    // Refuses nothing: it reports that no clean copy can be made, which test/scenarios/gate.test.ts makes so.
    'no-room',
    'tests-not-loaded',
    // They need a task that the cheats do not have: test/scenarios/nothing-done.test.ts and inferred-criteria.test.ts.
    'task-contradicted',
    'only-comments',
    // Refuses nothing: it reports lines that no test notices. test/scenarios/prove.test.ts.
    'untested-changes',
    // A moment between check and record, which no script can meet: src/loop/approval.test.ts.
    'changed-after-check',
    // Only with --proof strict: test/scenarios/other-date.test.ts.
    'only-at-this-date',
  ])
})
