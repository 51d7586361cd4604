import { expect, test } from 'vitest'
import { asksForNewTests } from './asked-work.ts'

test.each([
  'add a ToDotCase trait that joins words with dots, with tests',
  'fix the crash on empty input and add a regression test',
  'implement retries, including unit tests',
  'raise the coverage of src/price.js by adding tests',
  'add json_array_get_last_value, and tests',
])('%s', task => expect(asksForNewTests(task)).toBe(true))

test.each([
  'remove json_array_is_empty and its tests',
  'fix the failing tests',
  'add a login page; the tests must still pass',
  'speed up the tests',
])('%s: no', task => expect(asksForNewTests(task)).toBe(false))
