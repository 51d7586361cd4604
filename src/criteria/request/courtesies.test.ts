import { expect, test } from 'vitest'
import { withoutCourtesies } from './courtesies.ts'

test.each([
  ["fix lint. I'm off for lunch.", 'fix lint'],
  ["fix lint, I'll check in tomorrow", 'fix lint'],
  ['fix lint. Many thanks, Karen', 'fix lint'],
  ['fix lint and let me know when ready', 'fix lint'],
  ["fix lint while I'm in meetings", 'fix lint'],
  ['fix lint please', 'fix lint'],
  ["fix lint, I'm closing my laptop", 'fix lint'],
  ["fix lint. We're boarding now", 'fix lint'],
])('%s', (said, work) => {
  expect(withoutCourtesies(said)).toBe(work)
})

test.each([
  'fix lint. I want the rules to stay as they are',
  'fix lint. We need the old API to work',
  'add a page that says thanks',
  "fix the login. I'm seeing a 500 after it",
  "fix the login, I'm using Safari",
  'fix the installer. My laptop has no Python',
  'show a toast while the user waits',
])('part of the work: %s', said => {
  expect(withoutCourtesies(said)).toBe(said)
})
