import { expect, test } from 'vitest'
import { withoutParting } from './parting.ts'

test.each([
  ["fix lint. I'm off for lunch.", 'fix lint'],
  ["fix lint, I'll check in tomorrow", 'fix lint'],
  ['fix lint. Many thanks, Karen', 'fix lint'],
  ['fix lint and let me know when ready', 'fix lint'],
  ["fix lint while I'm in meetings", 'fix lint'],
  ['fix lint please', 'fix lint'],
])('%s', (said, work) => {
  expect(withoutParting(said)).toBe(work)
})

test.each([
  'fix lint. I want the rules to stay as they are',
  'fix lint. We need the old API to work',
  'add a page that says thanks',
  'show a toast while the user waits',
])('part of the work: %s', said => {
  expect(withoutParting(said)).toBe(said)
})
