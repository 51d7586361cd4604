import { expect, test } from 'vitest'
import { spoken } from './spoken.ts'

test.each([
  ['- [ ] ralph this: cover money.ts', 'ralph this: cover money.ts'],
  ['**ralph this:** fix lint', 'ralph this: fix lint'],
  ['um keep going and stop after like ten tries', 'keep going and stop after ten tries'],
  ["don't stop before lint is clean", "don't stop until lint is clean"],
  ['fix lint and not stop until it passes', "fix lint and don't stop until it passes"],
  ['repeat while there are failing tests', 'repeat until there are no failing tests'],
  ['keep fixing as long as the build fails', 'keep fixing until the build passes'],
  ['fix the tests. Until they pass.', 'fix the tests Until they pass.'],
])('%s', (said, meant) => {
  expect(spoken(said)).toBe(meant)
})

test.each([
  'keep the server up while the tests run',
  'it looks like ten tests fail',
  'do you know ralph?',
  '- fix the header',
  'fix **all** of it',
])('left alone: %s', said => {
  expect(spoken(said)).toBe(said)
})
