import { expect, test } from 'vitest'
import { endsTitle, hasNoTests, testsOnly, withoutRemoved } from './without-removed.ts'

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

const PAIR = `package sums

import (
	"os"
	"testing"
)

func TestIds(t *testing.T) {
	got := IdOf(4)
	if got != 5 {
		t.Errorf("got %d", got)
	}
	got = OwnId()
	if got != os.Getpid()+1 {
		t.Errorf("got %d", got)
	}
}
`

test('of a test that also asserts something else, only the lines that depend on the name go, with an import that nothing else uses', () => {
  const now = PAIR.replace('\t"os"\n', '').replace(/\tgot = OwnId[\s\S]*?\t\}\n/, '')
  expect(withoutRemoved(PAIR, now, ['OwnId']).text).not.toContain('"os"')
  expect(withoutRemoved(PAIR, 'import "testing"\n', ['OwnId']).text).toContain('func TestIds')
})

test('a test with another name goes when all of it depends on what goes', () => {
  const before =
    'def test_test():\n    one = Const(1)\n    assert one.value == 1\n\n\ndef test_other():\n    assert other()\n'
  const now = 'def test_other():\n    assert other()\n'
  expect(withoutRemoved(before, now, ['Const']).text).toBe(now)
})

test('a test that is named after what goes needs no line that depends on it', () => {
  const test =
    'void test_object_clear(void) {\n    JSON_Value *value = parse("{}");\n    TEST(value != NULL);\n    json_object_clear(value);\n}\n'
  expect(withoutRemoved(`${test}int main(void) {\n}\n`, 'int main(void) {\n}\n', ['json_object_clear']).text).toBe(
    'int main(void) {\n}\n',
  )
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
  const short =
    'int old_one(void);\nstatic void test_old(void) { TEST(old_one()); }\nint main(void) {\n  test_old();\n  test_new();\n}\n'
  expect(withoutRemoved(short, left, ['old_one']).text).toBe(left)
  const macros = c.replace('assert(old_one())', 'One *one = one_new();\n  TEST(old_one(one));\n  TEST(is_free(one))')
  expect(withoutRemoved(macros, left, ['old_one']).text).toBe(left)
  const google = 'TEST(Sums, Old) {\n  EXPECT_EQ(old_one(), 1);\n}\n'
  const other = 'TEST(Sums, New)\n{\n  EXPECT_EQ(new_one(), 1);\n}\n'
  expect(withoutRemoved(google + other, other, ['old_one']).text).toBe(other)
  expect(withoutRemoved(google + other, '', ['old_one']).text).toContain(other)
  const inMain = 'int main(void) {\n  TEST(new_one());\n  TEST(old_one());\n}\n'
  expect(withoutRemoved(inMain, 'int main(void) {\n}\n', ['old_one']).text).toContain('TEST(new_one())')
  const go = 'func ExampleOld() {\n\tshop.Old()\n}\n\nfunc TestNew(t *testing.T) {\n}\n'
  expect(withoutRemoved(go, go.slice(go.indexOf('func TestNew')), ['Old']).dropped[0]).toBe('func ExampleOld() {')
})

test('of a shared test, only the statements about the name go', () => {
  const [f, old] = ['  expect(f(2)).toBe(3)\n', '  expect(\n    old(3),\n  ).toBe(9)\n']
  const shared = (...body: string[]): string => `it('does all', () => {\n${body.join('')}})\n`
  expect(withoutRemoved(shared(f, old), shared(f), ['old']).text).toBe(shared(f))
  expect(withoutRemoved(shared(f, old), shared(), ['old']).text).toBe(shared(f))
  const loop = '  for (const n of [1, 2]) {\n    expect(f(n)).toBe(n + 1)\n    expect(old(n)).toBe(n * 3)\n  }\n'
  expect(withoutRemoved(shared(loop), shared(), ['old']).text).toContain('expect(f(n))')
})

test('a call with an argument per line goes as a whole, a table row by row', () => {
  const [kept, call] = [
    '    y("a {:ta}", 1)\n',
    '    y(\n        "a {:ts}",\n        "Nov 21",\n        today(11, 21),\n    )\n',
  ]
  const other = call.replace(':ts', ':tt')
  const body = (...parts: string[]): string => `def test_dates():\n${parts.join('')}    end()\n`
  expect(withoutRemoved(body(kept, call, call), body(kept), ['ts']).text).toBe(body(kept))
  expect(withoutRemoved(body(call, kept, other), body(), ['ts']).text).toBe(body(kept, other))
  const rows = '    check(\n        ("ts", 1),\n        ("tt", 2),\n        ("ta", 3),\n    )\n'
  expect(withoutRemoved(body(rows), body(), ['ts']).text).toContain('("tt", 2)')
})

test('a source goes with its tests if all of them used the names', () => {
  const rust = 'pub fn old() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn one() {\n        old();\n    }\n}\n'
  expect(testsOnly(rust, ['old'])).toBe(true)
  expect(testsOnly(rust, ['other'])).toBe(false)
  expect(testsOnly(rust.replace('        old();', '        new();'), ['old'])).toBe(false)
  expect(testsOnly('pub fn old() {}\n', ['old'])).toBe(false)
})

test('a deleted file has no tests left only if all of them used the name', () => {
  expect(hasNoTests(withoutRemoved(BEFORE, '', ['formatPrice']).text)).toBe(false)
  expect(hasNoTests(withoutRemoved("test('a', () => { formatPrice(1) })\n", '', ['formatPrice']).text)).toBe(true)
})

test('tests of bats on one line each', () => {
  const [tax, total] = ['@test "tax" { [ "$(add_tax 10)" = 15 ]; }\n', '@test "total" { [ "$(old_total 1)" = 1 ]; }\n']
  expect(withoutRemoved(tax + total, tax, ['old_total'])).toEqual({ text: tax, dropped: [total.trim()] })
})

test('a group goes with its tests when all of them go', () => {
  const text = `def test_add():\n    assert add(1, 1) == 2\n\n\nclass TestMul:\n    @pytest.mark.parametrize("a", [1])\n    def test_one(self, a):\n        assert mul(a, 1) == a\n`
  const now = text.slice(0, text.indexOf('\n\nclass'))
  expect(withoutRemoved(text, now, ['mul']).text).not.toContain('class TestMul')
  const kept = `${text}\n    def test_other(self):\n        assert add(0, 0) == 0\n`
  expect(withoutRemoved(kept, now, ['mul']).text).toContain('class TestMul')
})

test.each([
  ['  it "scrolls down" do', 'Cursor scrolls down', true],
  ["it('adds', () => {", 'sum adds', true],
  ['  it "down" do', 'Cursor scrolls down', true],
  ['  it "own" do', 'Cursor scrolls down', false],
  ['  expect(a).to eq("down")', 'Cursor scrolls down', false],
])('%s ends the title %s: %s', (line, title, ends) => {
  expect(endsTitle(line, title)).toBe(ends)
})

test('a PHP test goes with its annotation, and not the one beside it', () => {
  const apart = (name: string): string =>
    `    /** @dataProvider rows */\n    public function test${name}($row): void { $this->same(${name.toLowerCase()}($row)); }\n`
  const around = (inner: string): string => `class ATest extends TestCase\n{\n${inner}}\n`
  const before = around(apart('Old') + apart('Add'))
  expect(withoutRemoved(before, around(''), ['old'])).toEqual({
    text: around(apart('Add')),
    dropped: apart('Old').trimEnd().split('\n'),
  })
})

test('examples in a document go with what they show, and others stay', () => {
  const example = (format: string): string =>
    `\`${format}\` looks so:\n\n\`\`\`pycon\n>>> show(1, "${format}")\n|1|\n\`\`\`\n`
  const before = `# Formats\n\n${example('plain')}\n${example('textile')}\nEnd\n`
  const now = `# Formats\n\n${example('plain')}\nEnd\n`
  expect(withoutRemoved(before, now, ['textile']).text.includes('textile"')).toBe(false)
  const less = '# Formats\n\nEnd\n'
  expect(withoutRemoved(before, less, ['textile']).text).toContain('"plain"')
})

test('of a long file, only what differs is compared', () => {
  const lines = Array.from({ length: 4000 }, (_, at) => `# line ${at}`).join('\n')
  const gone = '\ndef test_textile():\n    assert show("textile") == 1\n'
  expect(
    withoutRemoved(`${lines}\n${gone}\n${lines}`, `${lines}\n\n${lines}`, ['textile']).dropped.length,
  ).toBeGreaterThan(1)
})

test('a line that calls the successor instead keeps its expectation', () => {
  const before =
    '  it "dashes" do\n    dashed = subject.old("A",\n                         only: 1)\n    expect(dashed).to eq("a")\n  end\n'
  const now = before.replace(
    'old("A",\n                         only',
    'current("A",\n                             only',
  )
  expect(withoutRemoved(before, now, ['old']).text).toContain('dashed = subject.current("A",')
  expect(withoutRemoved(before, now, ['old']).dropped).toEqual([])
  const both = before.replace('    dashed', '    expect(other(1)).to eq(2)\n    dashed')
  const weaker = both.replace('old("A"', 'current("A"').replace('eq("a")', 'eq("b")').replace('eq(2)', 'eq(3)')
  expect(withoutRemoved(both, weaker, ['old']).text).toContain('eq(2)')
  expect(withoutRemoved(both, weaker, ['old']).text).not.toMatch(/eq\("b"\)|eq\(3\)/)
})

const TWO = `package sums

func TestBoth(t *testing.T) {
	wantOld := []int{1, 2}
	if got := v.Old(); !same(got, wantOld) {
		t.Fatalf("got %v, want %v", got, wantOld)
	}
	want := []int64{1, 2}
	if got := v.New(); !same(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}
`

test('a variable is dropped if only dropped lines use it, and kept if other lines do', () => {
  const now = TWO.replace(/\twantOld := [\s\S]*?\t\}\n/, '')
  expect(withoutRemoved(TWO, now, ['Old']).text).toBe(now)
  const less = now.replace(/\twant := [\s\S]*?\t\}\n/, '')
  expect(withoutRemoved(TWO, less, ['Old']).text).toBe(now)
})

test('a test may be replaced if all its assertions depend on the removed name', () => {
  const before =
    'func TestPrefix(t *testing.T) {\n\twant := []int{1}\n\tgot := v.Old()\n\tif !same(got, want) {\n\t\tt.Fatalf("%v", got)\n\t}\n}\n'
  const now = before.replace('[]int{1}', '[]int64{1}').replace('Old()', 'Old64()')
  expect(withoutRemoved(before, now, ['Old']).text.trim()).toBe('')
  const other = before.replace('\twant', '\tif one() != 1 {\n\t\tt.Error("one")\n\t}\n\twant')
  const weaker = other.replace('[]int{1}', '[]int64{1}').replace('Old()', 'Old64()').replace('one() != 1', 'false')
  expect(withoutRemoved(other, weaker, ['Old']).text).toContain('one() != 1')
})

test('a comment may still mention the name, but code may not', () => {
  expect(withoutRemoved(BEFORE, `// formatPrice is gone\n${NOW}`, ['formatPrice']).text).toBe(NOW)
  expect(withoutRemoved(BEFORE, `${NOW}formatPrice(1)\n`, ['formatPrice']).text).toBe(BEFORE)
})

test('recognizes tests that are declared through a variable for the suite', () => {
  const [one, two] = [
    "merges('adds', () => {\n\tis(merge(1), 1);\n});\n",
    "sets('sets', () => {\n\tis(set(1), 1);\n});\n",
  ]
  expect(hasNoTests(withoutRemoved(one, '', ['merge']).text)).toBe(true)
  expect(hasNoTests(withoutRemoved(one + two, '', ['merge']).text)).toBe(false)
})
