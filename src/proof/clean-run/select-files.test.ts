import { expect, test } from 'vitest'
import type { ExecutedTests } from '../tests/executed-tests.ts'
import { otherTestFiles } from './select-files.ts'

const ran = (...files: readonly (string | null)[]): ExecutedTests => ({
  tests: files.map(file => ({ id: `${file}::a`, file, title: ['a'], state: 'passed' as const })),
  tools: [],
  closed: true,
  agrees: true,
  only: false,
  retries: 0,
  unknown: [],
})

test.each([
  [['test/a.test.js', 'test/b.test.js'], 'test/a.test.js', ['test/b.test.js']],
  [['a_test.go', 'b_test.go', 'sub/c_test.go'], 'a_test.go', ['sub/c_test.go']],
  [['src/test/java/ATest.java', 'src/test/java/b/BTest.java'], 'src/test/java/ATest.java', []],
  // Source that contains tests is part of the program.
  [['src/lib.rs', 'tests/a.rs', 'tests/b.rs'], 'tests/a.rs', ['tests/b.rs']],
  [[null, 'test/a.test.js'], 'test/a.test.js', []],
])('of %j only %s runs without %j', (files, kept, others) => {
  expect(otherTestFiles(ran(...files), [kept])).toEqual(others)
})
