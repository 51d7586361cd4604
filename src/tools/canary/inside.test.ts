import { expect, test } from 'vitest'
import { plantInside } from './inside.ts'
import { textOf } from './plant.ts'

function textWith(path: string, text: string, title: readonly string[]): string | null {
  let words = 0
  const word = (): string => `w${++words}`
  const plant = plantInside({ path, text, title, word, differed: [{ file: null, received: '8', expected: '9' }] })
  return plant && `${textOf(plant)}\n${plant.marks.map(({ shows, word: each }) => `${shows} ${each}`).join(', ')}`
}
const inside = (path: string, text: string, ...title: readonly string[]): string | null => textWith(path, text, title)

test.each([
  [
    'test_a.py',
    'class TestA:\n    def test_bug(self): pass\n\nclass TestB:\n    async def test_bug(\n        self, a=(1, 2),\n    ) -> None:  # why\n\n        """Says."""\n        assert a\n',
    ['TestB', 'test_bug[1-2]'],
    ') -> None:\n        w3 = "w3"\n        try: assert 1 == 2\n        except BaseException: w3 += " w1"\n        try: assert 8 == 9',
  ],
  ['test_a.py', 'def test_bug(): assert True\n', ['test_bug'], 'def test_bug(): raise RuntimeError("w3"); assert True'],
  ['a_test.go', 'func Test_bug(t *testing.T) {\n\tx()\n}\n', ['Test_bug'], '{ t.Fatal("w3")\n'],
  ['a_test.go', 'func TestBug(_ *testing.T) {}\n', ['TestBug'], '{ panic("w3")\n'],
  ['a.rs', 'fn bug() -> Result<(), E> {\n x()\n}\n', ['sums', 'bug'], '{ assert_eq!(1 + 1, 3, "w3");\n'],
  [
    'ATest.java',
    '@Test void bug() throws E { x(); }',
    ['ATest', 'bug'],
    '{ if (true) throw new RuntimeException("w3");',
  ],
  ['A.php', 'function testBug(): void\n {\n }', ['testBug'], "{ throw new \\RuntimeException('w3');"],
  ['a_test.rb', 'def test_bug\n  x\nend\n', ['test_bug'], "def test_bug\n raise 'w3'"],
  ['a_spec.rb', "it 'adds' do |x|\n x\nend\n", ['sum', 'adds'], "do |x| \n raise 'w3'"],
  ['a.bats', '@test "adds" {\n x\n}\n', ['adds'], '{ \n echo "w3"; false'],
  [
    'a.test.ts',
    "test('other', { only: true }, () => expect(1).toBe(1))\ntest('adds', { timeout: 1 }, async (): Promise<void> => {\n})\n",
    ['sums', 'adds'],
    "=> { let w3 = 'w3'; try { expect(1).toBe(2) } catch { w3 += ' w1' } try { expect(8).toBe(9) } catch { w3 += ' w2' } if (Date.now()) throw new Error(w3);",
  ],
  [
    'a.test.js',
    "it('adds', function (done) { done() })",
    ['adds'],
    "{ let w3 = 'w3'; if (Date.now()) throw new Error(w3);\n done() })\nthrow w3",
  ],
])('%s %j fails in the first statement of the test', (path, text, title, expected) => {
  expect(inside(path, text, ...title)).toContain(expected)
})

test('a test that is not found, or has no body of its own, stays as it is', () => {
  expect(inside('a.test.js', "test('adds', () => expect(1))\ntest('b', () => {\n})\n", 'adds')).toBe(null)
  expect(inside('a.test.js', "test('adds', () => {})\n", 'subtracts')).toBe(null)
  expect(inside('test_a.py', 'test_bug = make()\n', 'test_bug')).toBe(null)
  expect(inside('a.txt', 'test_bug', 'test_bug')).toBe(null)
})
