import { expect, test } from 'vitest'
import { normalized } from './normalize.ts'

test.each([
  ['kep trying untill tests pass', 'keep trying until tests pass'],
  ['dont stop', "don't stop"],
  ['iterrate until green', 'iterate until green'],
  ['ralph thsi: fix lint', 'ralph this: fix lint'],
  ['need u to loop', 'need you to loop'],
  ['- [ ] ralph this: cover money.ts', 'ralph this: cover money.ts'],
  ['**ralph this:** fix lint', 'ralph this: fix lint'],
  ["don't stop before lint is clean", "don't stop until lint is clean"],
  ['fix lint and not stop until it passes', "fix lint and don't stop until it passes"],
  ['fix the tests. Until they pass.', 'fix the tests Until they pass.'],
])('%s', (said, meant) => {
  expect(normalized(said)).toBe(meant)
})

test.each([
  'move it to util now',
  'we kept trying',
  'fix the backgroud',
  'the literate until',
  'keep the server up while the tests run',
  'do you know ralph?',
  '- fix the header',
  'fix **all** of it',
])('left alone: %s', said => {
  expect(normalized(said)).toBe(said)
})
