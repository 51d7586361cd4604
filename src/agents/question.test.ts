import { expect, test } from 'vitest'
import { asksSomething } from './question.ts'

test.each([
  'Should I also update the docs?',
  'I changed two files.\n\nShall I go on with the rest? ',
  '**Do you want me to continue?**',
  'Which one do you mean (a or b?)\n---\n',
  '\u001b[1mProceed?\u001b[0m\n',
  '続けますか？',
])('%j is a question', text => {
  expect(asksSomething(text)).toBe(true)
})

test.each([
  '',
  'Done.',
  'Why did it fail? The token had expired. Fixed.',
  'See https://example.org/?q=1 for more',
  '???\nAll tests pass',
])('%j is none', text => {
  expect(asksSomething(text)).toBe(false)
})
