import type { TestPlanting } from './canary-plan.ts'
import { plantJavaScript } from './javascript.ts'
import { plainPython } from './plain-python.ts'
import { plainJavaScript } from './plain-script.ts'
import { appendedTo, beforeLast, type Mark, MOST_PAIRS, type Plant, type PlantRequest } from './plant.ts'

export const javaScriptTests: TestPlanting = {
  // Tests of types (`a.test-d.ts`) are compiled and never run.
  files: /(?<!\.(?:test|spec)-d)\.[cm]?[jt]sx?$/,
  plant: plantJavaScript,
  titled: true,
  plainly: plainJavaScript,
}
export const pythonTests: TestPlanting = { files: /\.py$/, plant: plantPython, plainly: plainPython }
export const goTests: TestPlanting = { files: /_test\.go$/, plant: plantGo }
export const rustTests: TestPlanting = { files: /\.rs$/, plant: plantRust }
export const rspecTests: TestPlanting = { files: /_spec\.rb$/, plant: plantRspec, titled: true }
export const minitestTests: TestPlanting = { files: /(?<!_spec)\.rb$/, plant: plantMinitest }
export const phpTests: TestPlanting = { files: /\.php$/, plant: plantPhp }
export const batsTests: TestPlanting = { files: /\.bats$/, plant: plantBats, titled: true }
export const exunitTests: TestPlanting = { files: /\.exs$/, plant: plantExUnit, titled: true }
export const jvmTests: TestPlanting = { files: /\.(?:java|kt|groovy)$/, plant: plantJvm }
export const dotnetTests: TestPlanting = { files: /\.(?:cs|fs|vb)$/, plant: plantDotnet }

/** Names as the tests of this file have them: a project may collect `check_*` instead of `test_*`. */
function plantPython(request: PlantRequest): Plant {
  const { path, text, titles, word, differed } = request
  if (hasOnlyExamples(request)) return plantExamples(request)
  const inUnittest = /\bunittest\b/.test(text) && /class\s+\w+\s*\([^)]*TestCase/.test(text)
  const names = titles.map(title => /(\w+)(?:\[.*)?$/.exec(title)?.[1] ?? '')
  const prefix = /^[a-zA-Z]+_?/.exec(names.find(name => name !== '') ?? '')?.[0] ?? 'test_'
  const start = prefix.startsWith('test') ? 'test_' : prefix
  const group = word()
  const marks = inUnittest
    ? [
        thrown(word(), name => `    def test_${name}(self):\n        raise RuntimeError("${name}")`),
        ...stated(
          word,
          differed,
          (name, a, b) => `    def test_${name}(self):\n        self.assertEqual(${a}, ${b}, "${name}")`,
        ),
      ]
    : [
        thrown(word(), name => `def ${start}${name}():\n    raise RuntimeError("${name}")\n`),
        ...stated(word, differed, (name, a, b) => `def ${start}${name}():\n    assert ${a} == ${b}, "${name}"\n`),
      ]
  const head = inUnittest && !/^import unittest\b/m.test(text) ? 'import unittest\n' : ''
  const whole = (code: string): string => (inUnittest ? `${head}class Test${group}(unittest.TestCase):\n${code}` : code)
  const main = /^if __name__ ==/m.exec(text)
  if (main === null) return { path, marks, around: code => appendedTo(text)(whole(code)) }
  return { path, marks, around: code => `${text.slice(0, main.index)}${whole(code)}\n\n${text.slice(main.index)}` }
}

/** Where no test that ran is a function or class of the file, what ran are the examples in its texts. */
const hasOnlyExamples = ({ text, titles }: PlantRequest): boolean =>
  /^\s*>>> /m.test(text) && !/^\s*(?:async\s+)?(?:def\s+test|class\s+Test)/m.test(text) && titles.length > 0

function plantExamples({ path, text, word, differed }: PlantRequest): Plant {
  const example = (name: string, line: string): string => `def ${name}():\n    """\n    >>> ${line}\n    """\n`
  const marks = [
    thrown(word(), name => example(name, `raise RuntimeError("${name}")`)),
    ...stated(word, differed, (name, a, b) => example(name, `${a} == ${b} or print("${name}")\n    True`)),
  ]
  return { path, marks, around: appendedTo(text) }
}

const thrown = (word: string, code: (word: string) => string): Mark => ({ shows: 'throw', word, code: code(word) })

/** One and two, and the values that were found to be different before. */
const stated = (
  word: () => string,
  differed: PlantRequest['differed'],
  code: (word: string, received: string, expected: string) => string,
): readonly Mark[] =>
  [{ received: '1', expected: '2' }, ...differed.slice(0, MOST_PAIRS)].map(({ received, expected }) => {
    const name = word()
    return { shows: 'assertion', word: name, code: code(name, received, expected) }
  })

function plantGo({ path, text, word }: PlantRequest): Plant | null {
  if (!/\btesting\b/.test(text)) return null
  const marks = [
    thrown(word(), name => `func Test${upper(name)}(t *testing.T) {\n\tt.Fatal("${name}")\n}\n`),
    ...stated(
      word,
      [],
      (name, a, b) =>
        `func Test${upper(name)}(t *testing.T) {\n\tif ${a} != ${b} {\n\t\tt.Errorf("%s", "${name}")\n\t}\n}\n`,
    ),
  ]
  return { path, marks, around: appendedTo(text) }
}

function plantRust({ path, text, word }: PlantRequest): Plant {
  const module = word()
  const marks = [
    thrown(word(), name => `    #[test]\n    fn ${name}() { panic!("${name}") }`),
    ...stated(word, [], (name, a, b) => `    #[test]\n    fn ${name}() { assert_eq!(${a}, ${b}, "${name}") }`),
  ]
  return { path, marks, around: code => appendedTo(text)(`#[cfg(test)]\nmod m${module} {\n${code}\n}`) }
}

function plantRspec({ path, text, word, differed }: PlantRequest): Plant {
  const group = word()
  const marks = [
    thrown(word(), name => `  it('${name}') { raise '${name}' }`),
    ...stated(word, differed, (name, a, b) => `  it('${name}') { expect(${a}).to eq(${b}) }`),
  ]
  return { path, marks, around: code => appendedTo(text)(`RSpec.describe('${group}') do\n${code}\nend`) }
}

/** The parent of the class that holds the first test: other classes of the file may be helpers. */
function parentOfTests(text: string): string | undefined {
  const first =
    /\bdef\s+test_|\bdefine_method[\s(]+['"]test_|^\s*(?:test|it|should)\s+['"]/m.exec(text)?.index ?? text.length
  const classes = [...text.matchAll(/^\s*class\s+[\w:]+\s*<\s*([\w:]+)/gm)]
  return (classes.findLast(({ index }) => index < first) ?? classes[0])?.[1]
}

function plantMinitest({ path, text, word }: PlantRequest): Plant | null {
  const parent = parentOfTests(text)
  if (parent === undefined) return null
  const group = upper(word())
  const marks = [
    thrown(word(), name => `  def test_${name}\n    raise '${name}'\n  end`),
    ...stated(word, [], (name, a, b) => `  def test_${name}\n    assert_equal ${a}, ${b}, '${name}'\n  end`),
  ]
  return { path, marks, around: code => appendedTo(text)(`class Test${group} < ${parent}\n${code}\nend`) }
}

/** A class or module that takes the failures in before it ends. */
const within = (path: string, marks: readonly Mark[], around: Plant['around'] | null): Plant | null =>
  around === null ? null : { path, marks, around }

function plantPhp({ path, text, word }: PlantRequest): Plant | null {
  const test = (name: string, body: string): string =>
    `    public function test${upper(name)}(): void\n    {\n        ${body};\n    }\n`
  const marks = [
    thrown(word(), name => test(name, `throw new \\RuntimeException('${name}')`)),
    ...stated(word, [], (name, a, b) => test(name, `$this->assertSame(${a}, ${b}, '${name}')`)),
  ]
  return within(path, marks, beforeLast(text, '}'))
}

function plantBats({ path, text, word }: PlantRequest): Plant {
  // A failed comparison ends a test, unless a sourced file switched that off.
  const end = /\bset[ \t]+\+\w*e/.test(text) ? '' : '  true\n'
  const marks = [thrown(word(), name => `@test "${name}" {\n  echo "${name}"\n  false\n${end}}`)]
  return { path, marks, around: appendedTo(text) }
}

function plantExUnit({ path, text, word }: PlantRequest): Plant | null {
  const marks = [
    thrown(word(), name => `  test "${name}" do\n    raise "${name}"\n  end`),
    ...stated(word, [], (name, a, b) => `  test "${name}" do\n    assert ${a} == ${b}, "${name}"\n  end`),
  ]
  return within(path, marks, beforeLast(text, 'end'))
}

function plantJvm({ path, text, word }: PlantRequest): Plant | null {
  if (!/@Test\b/.test(text)) return null
  const body = (name: string): string =>
    /\.kt$/.test(path)
      ? `    @Test\n    fun ${name}() { throw RuntimeException("${name}") }`
      : `    @Test\n    public void ${name}() { if (true) throw new RuntimeException("${name}"); }`
  return within(path, [thrown(word(), body)], beforeLast(text, '}'))
}

function plantDotnet({ path, text, word }: PlantRequest): Plant | null {
  const attribute = /\[(Fact|Test|TestMethod)\]/.exec(text)?.[1]
  if (attribute === undefined || !path.endsWith('.cs')) return null
  const marks = [
    thrown(
      upper(word()),
      name => `    [${attribute}]\n    public void ${name}() { throw new System.Exception("${name}"); }`,
    ),
  ]
  // A block namespace closes after the class; one of the file does not.
  const inBlock = /\bnamespace\s+[\w.]+\s*\{/.test(text)
  return within(path, marks, inBlock ? insideLastClass(text) : beforeLast(text, '}'))
}

function insideLastClass(text: string): Plant['around'] | null {
  const last = text.lastIndexOf('}')
  const planted = last < 0 ? null : beforeLast(text.slice(0, last), '}')
  return planted === null ? null : code => planted(code) + text.slice(last)
}

const upper = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
