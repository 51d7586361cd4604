import { plantJavaScript } from './javascript.ts'
import { appended, beforeLast, MOST_PAIRS, type Plant, type Planter, type PlantRequest } from './plant.ts'

/** How a failing test is planted, by the ending of the file. The first that fits has its try. */
export const planters: readonly (readonly [RegExp, Planter])[] = [
  [/\.[cm]?[jt]sx?$/, plantJavaScript],
  [/\.py$/, plantPython],
  [/_test\.go$/, plantGo],
  [/\.rs$/, plantRust],
  [/_spec\.rb$/, plantRspec],
  [/\.rb$/, plantMinitest],
  [/\.php$/, plantPhp],
  [/\.bats$/, plantBats],
  [/\.exs$/, plantExUnit],
  [/\.(?:java|kt|groovy)$/, plantJvm],
  [/\.(?:cs|fs|vb)$/, plantDotnet],
]

const twoMarks = (thrown: string, asserted: string): Plant['marks'] => [
  { shows: 'throw', word: thrown },
  { shows: 'assertion', word: asserted },
]

const asAssertions = (again: readonly { readonly name: string }[]): Plant['marks'] =>
  again.map(({ name }) => ({ shows: 'assertion', word: name }))

/** Names as the tests of this file have them: a project may collect `check_*` instead of `test_*`. */
function plantPython({ path, text, titles, word, differed }: PlantRequest): Plant {
  const [thrown, asserted] = [word(), word()]
  const inUnittest = /\bunittest\b/.test(text) && /class\s+\w+\s*\([^)]*TestCase/.test(text)
  const names = titles.map(title => /(\w+)(?:\[.*)?$/.exec(title)?.[1] ?? '')
  const prefix = /^[a-zA-Z]+_?/.exec(names.find(name => name !== '') ?? '')?.[0] ?? 'test_'
  const start = prefix.startsWith('test') ? 'test_' : prefix
  const again = differed.slice(0, MOST_PAIRS).map(pair => ({ ...pair, name: word() }))
  const code = inUnittest
    ? [
        `class Test${thrown}(unittest.TestCase):`,
        `    def test_${thrown}(self):`,
        `        raise RuntimeError("${thrown}")`,
        `    def test_${asserted}(self):`,
        `        self.assertEqual(1, 2, "${asserted}")`,
        ...again.flatMap(({ name, received, expected }) => [
          `    def test_${name}(self):`,
          `        self.assertEqual(${received}, ${expected}, "${name}")`,
        ]),
      ]
    : [
        `def ${start}${thrown}():`,
        `    raise RuntimeError("${thrown}")`,
        '',
        `def ${start}${asserted}():`,
        `    assert 1 == 2, "${asserted}"`,
        ...again.flatMap(({ name, received, expected }) => [
          `def ${start}${name}():`,
          `    assert ${received} == ${expected}, "${name}"`,
        ]),
      ]
  const source = inUnittest && !/^import unittest\b/m.test(text) ? ['import unittest', ...code] : code
  const main = /^if __name__ ==/m.exec(text)
  const marks = [...twoMarks(thrown, asserted), ...asAssertions(again)]
  if (main === null) return { path, text: appended(text, source.join('\n')), marks }
  return { path, text: `${text.slice(0, main.index)}${source.join('\n')}\n\n${text.slice(main.index)}`, marks }
}

function plantGo({ path, text, word }: PlantRequest): Plant | null {
  if (!/\btesting\b/.test(text)) return null
  const [thrown, asserted] = [word(), word()]
  const code = [
    `func Test${upper(thrown)}(t *testing.T) { t.Fatal("${thrown}") }`,
    `func Test${upper(asserted)}(t *testing.T) { if 1 != 2 { t.Errorf("%s", "${asserted}") } }`,
  ]
  return { path, text: appended(text, code.join('\n')), marks: twoMarks(thrown, asserted) }
}

function plantRust({ path, text, word }: PlantRequest): Plant {
  const [module, thrown, asserted] = [word(), word(), word()]
  const code = `#[cfg(test)]\nmod m${module} {\n    #[test]\n    fn ${thrown}() { panic!("${thrown}") }\n    #[test]\n    fn ${asserted}() { assert_eq!(1, 2, "${asserted}") }\n}`
  return { path, text: appended(text, code), marks: twoMarks(thrown, asserted) }
}

function plantRspec({ path, text, word, differed }: PlantRequest): Plant {
  const [group, thrown, asserted] = [word(), word(), word()]
  const again = differed.slice(0, MOST_PAIRS).map(pair => ({ ...pair, name: word() }))
  const code = `RSpec.describe('${group}') do\n  it('${thrown}') { raise '${thrown}' }\n  it('${asserted}') { expect('${asserted}').to eq('2') }\n${again.map(({ name, received, expected }) => `  it('${name}') { expect(${received}).to eq(${expected}) }\n`).join('')}end`
  return { path, text: appended(text, code), marks: [...twoMarks(thrown, asserted), ...asAssertions(again)] }
}

function plantMinitest({ path, text, word }: PlantRequest): Plant | null {
  const parent = /class\s+\w+\s*<\s*([\w:]+)/.exec(text)?.[1]
  if (parent === undefined) return null
  const [thrown, asserted] = [word(), word()]
  const code = `class Test${upper(thrown)} < ${parent}\n  def test_${thrown}\n    raise '${thrown}'\n  end\n  def test_${asserted}\n    assert_equal 1, 2, '${asserted}'\n  end\nend`
  return { path, text: appended(text, code), marks: twoMarks(thrown, asserted) }
}

function plantPhp({ path, text, word }: PlantRequest): Plant | null {
  const [thrown, asserted] = [word(), word()]
  const code = `    public function test${upper(thrown)}(): void { throw new \\RuntimeException('${thrown}'); }\n    public function test${upper(asserted)}(): void { $this->assertSame(1, 2, '${asserted}'); }`
  const planted = beforeLast(text, '}', code)
  return planted === null ? null : { path, text: planted, marks: twoMarks(thrown, asserted) }
}

function plantBats({ path, text, word }: PlantRequest): Plant {
  const failed = word()
  return {
    path,
    text: appended(text, `@test "${failed}" {\n  echo "${failed}"\n  false\n}`),
    marks: [{ shows: 'throw', word: failed }],
  }
}

function plantExUnit({ path, text, word }: PlantRequest): Plant | null {
  const [thrown, asserted] = [word(), word()]
  const code = `  test "${thrown}" do\n    raise "${thrown}"\n  end\n  test "${asserted}" do\n    assert 1 == 2, "${asserted}"\n  end`
  const planted = beforeLast(text, 'end', code)
  return planted === null ? null : { path, text: planted, marks: twoMarks(thrown, asserted) }
}

function plantJvm({ path, text, word }: PlantRequest): Plant | null {
  if (!/@Test\b/.test(text)) return null
  const thrown = word()
  const body = /\.kt$/.test(path)
    ? `    @Test\n    fun ${thrown}() { throw RuntimeException("${thrown}") }`
    : `    @Test\n    public void ${thrown}() { if (true) throw new RuntimeException("${thrown}"); }`
  const planted = beforeLast(text, '}', body)
  return planted === null ? null : { path, text: planted, marks: [{ shows: 'throw', word: thrown }] }
}

function plantDotnet({ path, text, word }: PlantRequest): Plant | null {
  const attribute = /\[(Fact|Test|TestMethod)\]/.exec(text)?.[1]
  if (attribute === undefined || !path.endsWith('.cs')) return null
  const thrown = word()
  const code = `    [${attribute}]\n    public void ${upper(thrown)}() { throw new System.Exception("${thrown}"); }`
  // A block namespace closes after the class; one of the file does not.
  const inBlock = /\bnamespace\s+[\w.]+\s*\{/.test(text)
  const planted = inBlock ? insideLastClass(text, code) : beforeLast(text, '}', code)
  return planted === null ? null : { path, text: planted, marks: [{ shows: 'throw', word: upper(thrown) }] }
}

function insideLastClass(text: string, code: string): string | null {
  const last = text.lastIndexOf('}')
  const planted = last < 0 ? null : beforeLast(text.slice(0, last), '}', code)
  return planted === null ? null : planted + text.slice(last)
}

const upper = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
