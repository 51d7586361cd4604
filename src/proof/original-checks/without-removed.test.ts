import { expect, test } from 'vitest'
import { hasNoTests, withoutRemoved } from './without-removed.ts'

const BEFORE = `import { addTax, formatPrice } from './price.js'

test('tax', () => {
  equal(addTax(100), 120)
})

// Two digits.
test('format', () => {
  equal(formatPrice(1), '1.00')
})

test('tax of 0', () => {
  equal(addTax(0), 0)
})
`
const NOW = BEFORE.replace(', formatPrice', '').replace(/\/\/ Two[\s\S]*?\n\n/, '')

test('the test of a removed name goes, and the name in the import', () => {
  expect(withoutRemoved(BEFORE, NOW, ['formatPrice']).text).toBe(NOW)
  expect(withoutRemoved(BEFORE, NOW, ['formatPrice']).dropped).toContain("test('format', () => {")
})

test('another test that went along comes back', () => {
  const less = NOW.replace(/\ntest\('tax of 0'[\s\S]*$/, '')
  expect(withoutRemoved(BEFORE, less, ['formatPrice']).text.trim()).toBe(NOW.trim())
  const weaker = NOW.replace('120', '130')
  expect(withoutRemoved(BEFORE, weaker, ['formatPrice']).text).toBe(NOW)
})

test('nothing goes while the file still uses the name', () => {
  const still = BEFORE.replace(/\/\/ Two[\s\S]*?\n\n/, '')
  expect(withoutRemoved(BEFORE, still, ['formatPrice'])).toEqual({ text: BEFORE, dropped: [] })
})

test('a group, a decorated test, and a C test with its call', () => {
  const group =
    "describe('old()', () => {\n  it('a', () => {\n    one()\n  })\n  it('b', () => {\n    two()\n  })\n})\n"
  expect(withoutRemoved(`${group}it('c', () => {})\n`, "it('c', () => {})\n", ['old']).text).toBe("it('c', () => {})\n")
  const python = '@mark.slow\ndef test_old():\n    assert old() == 1\n\n\ndef test_new():\n    assert new() == 1\n'
  expect(withoutRemoved(python, python.slice(python.indexOf('def test_new')), ['old']).text).not.toContain('@mark')
  const c = 'static void test_old(void) {\n  assert(old_one());\n}\nint main(void) {\n  test_old();\n  test_new();\n}\n'
  const left = 'int main(void) {\n  test_new();\n}\n'
  expect(withoutRemoved(c, left, ['old_one']).text).toBe(left)
})

test('a deleted file has no tests left only if all of them used the name', () => {
  expect(hasNoTests(withoutRemoved(BEFORE, '', ['formatPrice']).text)).toBe(false)
  expect(hasNoTests(withoutRemoved("test('a', () => { formatPrice(1) })\n", '', ['formatPrice']).text)).toBe(true)
})

test('tests of bats on one line each', () => {
  const [tax, total] = ['@test "tax" { [ "$(add_tax 10)" = 15 ]; }\n', '@test "total" { [ "$(old_total 1)" = 1 ]; }\n']
  expect(withoutRemoved(tax + total, tax, ['old_total'])).toEqual({ text: tax, dropped: [total.trim()] })
})
