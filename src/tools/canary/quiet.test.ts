import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { plantingFor } from './plans.ts'
import { textOf } from './plant.ts'
import { quiet } from './quiet.ts'

function planted(path: string, text: string, runners: readonly string[] = []): string {
  let words = 0
  const plant = plantingFor(path, runners)?.plant({
    path,
    text,
    titles: [],
    word: () => `w${++words}`,
    differed: [],
  })
  return plant ? textOf(quiet(plant, text)) : ''
}

test('puts comments for formatters and type checkers above each planted test, and one for linters above all', () => {
  const text = "import { expect, it } from 'vitest';\n\nit('adds', () => {\n  expect(1).toBe(1);\n});\n"
  const whole = planted('a.test.ts', text)
  expect(whole.startsWith(`${text}\n/* eslint-disable */\n`)).toBe(true)
  expect(whole.match(/\/\/ prettier-ignore\nit\('w/g)).toHaveLength(2)
  expect(whole.match(/\/\/ @ts-ignore\n/g)).toHaveLength(2)
})

test.each([
  ['test_a.py', 'def test_a():\n    assert f() == 1\n', /\n\n\n# fmt: off\n[\s\S]*\ndef test_w/],
  ['tests/a.rs', '#[test]\nfn a() {}\n', /\n\n#\[rustfmt::skip\]\n#\[allow\(clippy::all\)\]\n#\[cfg\(test\)\]\nmod /],
  ['a_spec.rb', "RSpec.describe('a') do\nend\n", /\n\n# rubocop:disable all\nRSpec\.describe\('w/],
  ['a_test.go', 'package a\n\nimport "testing"\n', /\n\n\/\/nolint:all\nfunc TestW/],
])('%s: puts the comments above the planted tests, and none above the tests of the file', (path, text, pattern) => {
  const whole = planted(path, text)
  expect(whole.startsWith(text)).toBe(true)
  expect(whole).toMatch(pattern)
})

test('a planted test stays above the call that runs the suite', () => {
  const text = "import { test } from 'uvu'\nimport * as assert from 'uvu/assert'\ntest('a', () => {})\ntest.run()\n"
  const whole = planted('a.js', text, ['uvu'])
  expect(whole.indexOf('eslint-disable')).toBeLessThan(whole.indexOf("test('w"))
  expect(whole.endsWith('test.run()\n')).toBe(true)
})

test('planted Go and PHP tests are formatted, because their formatters have no ignore comments', () => {
  const go = planted('a_test.go', 'package a\n\nimport "testing"\n\nfunc TestA(t *testing.T) {}\n')
  expect(go).toContain('\t\tt.Errorf(')
  expect(go).toMatch(/[^\n]\n$/)
  if (hasGofmt()) expect(execFileSync('gofmt', { input: go, encoding: 'utf8' })).toBe(go)
  const php = planted(
    'ATest.php',
    '<?php\n\nclass ATest extends TestCase\n{\n    public function testA(): void\n    {\n    }\n}\n',
  )
  expect(php).toMatch(/\(\): void\n {4}\{\n {8}throw .*;\n {4}\}\n\n {4}public/)
  expect(php).toMatch(/ {4}\}\n\}\n$/)
})

function hasGofmt(): boolean {
  try {
    execFileSync('gofmt', { input: 'package a\n', stdio: ['pipe', 'ignore', 'ignore'] })
    return true
  } catch {
    return false
  }
}
