import { expect, test } from 'vitest'
import { type Hunk, hunksOf, isAboutTask, isExplained } from './contradicted-tests.ts'

const BEFORE = `def test_label():
    assert label('') == 'unknown'
    assert label('a') == 'a'


def test_count():
    assert count(['a']) == 1
`

test('finds the places where tests changed', () => {
  expect(hunksOf(BEFORE, BEFORE.replace("'unknown'", "'anonymous'"))).toEqual([
    {
      old: "    assert label('') == 'unknown'",
      fresh: "    assert label('') == 'anonymous'",
      heads: 'def test_label():',
    },
  ])
  expect(hunksOf(BEFORE, `${BEFORE}\n\ndef test_more():\n    pass\n`)).toEqual([])
  expect(
    hunksOf(BEFORE, `${BEFORE.slice(0, BEFORE.indexOf('def test_count'))}`).map(({ fresh }) => fresh.trim()),
  ).toEqual([''])
})

const hunk = (old: string, fresh: string, heads = ''): Hunk => ({ old, fresh, heads })

test.each([
  ["label should return 'anonymous' for an empty name", hunk("label('') == 'unknown'", "label('') == 'anonymous'")],
  ['"wrong type" says little', hunk("raises(match='wrong type')", "raises(match='expected a text')")],
  [
    'Say what was given, e.g. `expected a String, got Integer`',
    hunk("'wrong type'", "'expected a String, got NilClass'"),
  ],
  ['It should return null instead of undefined', hunk('is(find(1), undefined)', 'is(find(1), null)')],
])('explained by a value: %s', (task, changed) => {
  expect(isExplained(changed, task)).toBe(true)
})

test.each([
  ["label should return 'anonymous' for an empty name", hunk("count(['a']) == 1", "count(['a']) == 2")],
  ['Return null for a missing id', hunk('find(2) == 2', 'find(2) == 3')],
])('not explained: %s', (task, changed) => {
  expect(isExplained(changed, task)).toBe(false)
  expect(isAboutTask({ ...changed, heads: 'def test_count():' }, `${task}. The test has to change.`, BEFORE)).toBe(
    false,
  )
})

test('a value that differs from the one in the task is not explained', () => {
  const changed = hunk("label('') == 'unknown'", "label('') == 'none'")
  expect(isExplained(changed, 'label should return "anonymous" instead of "unknown"')).toBe(false)
})

test('a changed test is about the task if it or its title has a word of the task', () => {
  const task = 'Round half up. Existing expectations need to follow.'
  expect(isAboutTask(hunk('x == 1.2', 'x == 1.3', 'def test_rounding():'), task, BEFORE)).toBe(true)
  expect(isAboutTask(hunk('x == 1.2', 'x == 1.3', 'def test_parse():'), task, BEFORE)).toBe(false)
})

test('a constant explains only beside another value, or in place of another constant', () => {
  const changed = hunk("expect(isEmail('foo')).toBe(false)", "expect(isEmail('foo')).toBe(true)")
  expect(isExplained(changed, '`isEmail("a@b.de")` should return true.')).toBe(false)
  expect(isExplained(changed, 'find() must not return null for a hit')).toBe(false)
  expect(isExplained(hunk('find(1) is None', 'find(1) is 7'), 'find() must not return None for a hit')).toBe(false)
  expect(isExplained(changed, '`isEmail("foo")` should return true.')).toBe(false)
  expect(isExplained(changed, 'isEmail should return true for "foo"')).toBe(true)
})

test('a word that most tests have does not count', () => {
  const tests = Array.from(
    { length: 12 },
    (_, at) => `it('row ${at}', () => {\n  expect(parse('${at}')).toBe(${at})\n})`,
  )
  const changed = hunk("  expect(parse('5')).toBe(5)", "  expect(parse('5')).toBe(6)", "it('row 5', () => {")
  expect(isAboutTask(changed, 'parse() is strict about empty cells. Adapt the tests.', tests.join('\n'))).toBe(false)
})
