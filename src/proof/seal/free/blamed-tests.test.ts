import { expect, test } from 'vitest'
import { blamedTests } from './blamed-tests.ts'
import { isFree } from './is-free.ts'

const TESTS: Readonly<Record<string, string>> = {
  'width_test.go': 'func TestWidth(t *testing.T) {}',
  'height_test.go': 'func TestHeight(t *testing.T) {}',
  'tests/test_text.py': 'def test_align():\n    assert align("a") == "a "\n',
  'test/array.test.js': "test('fills holes', () => {})",
}

const file = (path: string) => ({
  path,
  kind: 'test' as const,
  digest: '',
  kept: true,
  stamp: '',
  state: { type: 'file' as const, exec: false },
})

test.each([
  ['The width test is wrong, please correct it.', ['width_test.go']],
  ['TestWidth asserts the wrong value. Please correct it.', ['width_test.go']],
  ['There is a mistake in TestHeight: 4 and 5 are swapped. Please fix that.', ['height_test.go']],
  ['test_align has a wrong expectation. Please correct it.', ['tests/test_text.py']],
  ['I think the assertion in test_align is incorrect. Please fix it.', ['tests/test_text.py']],
  ['Our unit test for width is faulty. Please correct the number.', ['width_test.go']],
  ["The test 'fills holes' fails because its expectation is wrong. Just correct the test.", ['test/array.test.js']],
  ['fix the wrong assertion in TestWidth, the function is fine', ['width_test.go']],
  ['The volume test is wrong, please correct it.', Object.keys(TESTS)],
  ['The tests are wrong. Please correct them.', Object.keys(TESTS)],
  ['It is the test that is wrong, not the parser. Fix the test please.', Object.keys(TESTS)],
  ['The test is wrong: it expects 20. The code is right, correct the test.', Object.keys(TESTS)],
])('"%s" frees %j', async (task, paths) => {
  const readBefore = async (path: string): Promise<string> => TESTS[path] ?? ''
  const isBlamed = await blamedTests({ allowedBy: task, readBefore }, { files: Object.keys(TESTS).map(file) as never })
  const freedom = { task, mayChange: [], configFree: [], isBlamed }
  expect(Object.keys(TESTS).filter(path => isFree({ path, kind: 'test' }, freedom))).toEqual(paths)
})
