import { expect, test } from 'vitest'
import { readSentence } from './read-sentence.ts'

const classOf = (task: string): string | null => {
  const read = readSentence(task, [])
  return 'vague' in read ? null : read.reading.class
}

test('a test file that is red says what must pass, whatever the cause is', () => {
  expect(classOf('wrap package: the generated code does not build, tests in wrap/wrap_test.go are red')).toBe(
    'test-pass',
  )
  expect(classOf('the generated code of the wrap package does not build')).toBe('build-pass')
})
