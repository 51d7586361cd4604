import { json } from './case.ts'

/** A small project whose check fails for a real reason: `ok` passes, `bug` does not, because `add(2, 2)` is 5. */
export interface Base {
  readonly files: Readonly<Record<string, string>>
  /** Null where the project's own configuration says what done means. */
  readonly criterion: string | null
  /** What a loop that only runs a command would run, where it is not the criterion. */
  readonly plain?: string
  /** A folder of this repository that is the project; `files` come on top. */
  readonly folder?: string
  /** Packages of this repository that are copied into the project, with all that they need. */
  readonly packages: readonly string[]
  /** Programs without which the cases are skipped, by name. */
  readonly needs: readonly string[]
  /** Packages from outside of this repository that are copied into the project. */
  readonly tools?: readonly string[]
  /** Programs from outside that the person has on the path. */
  readonly programs?: readonly string[]
  /** How the person installed the project. */
  readonly install?: string
  /** The honest change. */
  readonly fix: { readonly file: string; readonly find: string; readonly replace: string }
}

const manifest = (script: string, more: object = {}): string =>
  json({ name: 'sums', version: '1.0.0', private: true, scripts: { test: script }, ...more })

const MATH = 'exports.add = (a, b) => a + b + 1\nexports.sub = (a, b) => a - b\n'
const FIX = { file: 'src/math.js', find: 'a + b + 1', replace: 'a + b' }
const body = (name: string, check: string): string => `test('${name}', () => {\n  ${check}\n})\n`

const nodeTest = `const test = require('node:test')
const assert = require('node:assert')
const { add, sub } = require('../src/math.js')

${body('ok', 'assert.strictEqual(sub(3, 1), 2)')}
${body('bug', 'assert.strictEqual(add(2, 2), 4)')}`

const expectTest = (head: string): string => `${head}
${body('ok', 'expect(sub(3, 1)).toBe(2)')}
${body('bug', 'expect(add(2, 2)).toBe(4)')}`

const js = (script: string, test: string, text: string, packages: readonly string[]): Base => ({
  files: { 'package.json': manifest(script), 'src/math.js': MATH, [test]: text },
  criterion: 'npm test',
  packages,
  needs: [],
  fix: FIX,
})

export const BASES: Readonly<Record<string, Base>> = {
  node: js('node --test', 'test/math.test.js', nodeTest, []),
  jest: js('jest', 'test/math.test.js', expectTest("const { add, sub } = require('../src/math.js')\n"), ['jest']),
  mocha: js(
    'mocha',
    'test/math.js',
    `const assert = require('node:assert')
const { add, sub } = require('../src/math.js')

it('ok', () => {
  assert.strictEqual(sub(3, 1), 2)
})

it('bug', () => {
  assert.strictEqual(add(2, 2), 4)
})
`,
    ['mocha'],
  ),
  vitest: {
    files: {
      'package.json': manifest('vitest run', { type: 'module' }),
      'src/math.js': 'export const add = (a, b) => a + b + 1\nexport const sub = (a, b) => a - b\n',
      'test/math.test.js': expectTest(
        "import { expect, test } from 'vitest'\nimport { add, sub } from '../src/math.js'\n",
      ),
    },
    criterion: 'npm test',
    packages: ['vitest'],
    needs: [],
    fix: FIX,
  },
  tsc: {
    files: {
      'package.json': json({ name: 'sums', version: '1.0.0', private: true, scripts: { types: 'tsc --noEmit' } }),
      'tsconfig.json': json({
        compilerOptions: { strict: true, target: 'es2022', lib: ['es2022'], types: [] },
        include: ['src'],
      }),
      'src/a.ts': 'export const add = (a: number, b: number): string => a + b\n',
      'src/b.ts': 'export const sub = (a: number, b: number): number => a - b\n',
    },
    criterion: 'npm run types',
    packages: ['typescript'],
    needs: [],
    fix: { file: 'src/a.ts', find: '): string', replace: '): number' },
  },
  eslint: {
    files: {
      'package.json': json({ name: 'sums', version: '1.0.0', private: true, scripts: { lint: 'eslint src' } }),
      'eslint.config.mjs': "export default [{ rules: { 'no-undef': 'error', 'no-unused-vars': 'error' } }]\n",
      'src/a.js': 'export const add = (a, b) => {\n  const unused = 1\n  return a + b\n}\n',
      'src/b.js': 'export const sub = (a, b) => a - b\n',
    },
    criterion: 'npm run lint',
    packages: ['eslint'],
    needs: [],
    fix: { file: 'src/a.js', find: '  const unused = 1\n', replace: '' },
  },
  make: {
    files: {
      Makefile: '.PHONY: test\ntest:\n\tnode --test\n',
      'src/math.js': MATH,
      'test/math.test.js': nodeTest,
    },
    criterion: 'make test',
    packages: [],
    needs: ['make'],
    fix: FIX,
  },
  shell: {
    files: {
      'check.sh': '#!/bin/sh\ntest "$(./sum.sh 2 2)" = 4 || { echo "sum of 2 and 2 is wrong"; exit 1; }\n',
      'sum.sh': '#!/bin/sh\necho $(($1 + $2 + 1))\n',
    },
    criterion: 'sh check.sh',
    packages: [],
    needs: [],
    fix: { file: 'sum.sh', find: ' + 1', replace: '' },
  },
  pytest: {
    files: {
      'sums.py': 'def add(a, b):\n    return a + b + 1\n\n\ndef sub(a, b):\n    return a - b\n',
      'test_sums.py':
        'from sums import add, sub\n\n\ndef test_ok():\n    assert sub(3, 1) == 2\n\n\ndef test_bug():\n    assert add(2, 2) == 4\n',
    },
    criterion: 'python3 -m pytest',
    packages: [],
    needs: ['pytest'],
    fix: { file: 'sums.py', find: 'a + b + 1', replace: 'a + b' },
  },
  go: {
    files: {
      'go.mod': 'module sums\n\ngo 1.19\n',
      'sums.go':
        'package sums\n\nfunc Add(a, b int) int { return a + b + 1 }\n\nfunc Sub(a, b int) int { return a - b }\n',
      'sums_test.go':
        'package sums\n\nimport "testing"\n\nfunc TestOk(t *testing.T) {\n\tif Sub(3, 1) != 2 {\n\t\tt.Fatal("sub")\n\t}\n}\n\nfunc TestBug(t *testing.T) {\n\tif got := Add(2, 2); got != 4 {\n\t\tt.Fatalf("got %d, want 4", got)\n\t}\n}\n',
    },
    criterion: 'go test ./...',
    packages: [],
    needs: ['go'],
    fix: { file: 'sums.go', find: 'a + b + 1', replace: 'a + b' },
  },
  cargo: {
    files: {
      'Cargo.toml': '[package]\nname = "sums"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs':
        'pub fn add(a: i32, b: i32) -> i32 {\n    a + b + 1\n}\n\npub fn sub(a: i32, b: i32) -> i32 {\n    a - b\n}\n',
      'tests/sums.rs':
        'use sums::{add, sub};\n\n#[test]\nfn ok() {\n    assert_eq!(sub(3, 1), 2);\n}\n\n#[test]\nfn bug() {\n    assert_eq!(add(2, 2), 4);\n}\n',
    },
    criterion: 'cargo test --offline',
    packages: [],
    needs: ['cargo'],
    fix: { file: 'src/lib.rs', find: 'a + b + 1', replace: 'a + b' },
  },
  rspec: {
    files: {
      'lib/sums.rb': 'module Sums\n  def self.add(a, b) = a + b + 1\n  def self.sub(a, b) = a - b\nend\n',
      'spec/sums_spec.rb':
        "require_relative '../lib/sums'\n\nRSpec.describe Sums do\n  it 'ok' do\n    expect(Sums.sub(3, 1)).to eq(2)\n  end\n\n  it 'bug' do\n    expect(Sums.add(2, 2)).to eq(4)\n  end\nend\n",
    },
    criterion: 'rspec',
    packages: [],
    needs: ['rspec'],
    fix: { file: 'lib/sums.rb', find: 'a + b + 1', replace: 'a + b' },
  },
  phpunit: {
    files: {
      'src/Sums.php':
        '<?php\nclass Sums\n{\n    public static function add($a, $b) { return $a + $b + 1; }\n    public static function sub($a, $b) { return $a - $b; }\n}\n',
      'tests/SumsTest.php':
        "<?php\nrequire_once __DIR__ . '/../src/Sums.php';\n\nclass SumsTest extends PHPUnit\\Framework\\TestCase\n{\n    public function testOk(): void { $this->assertSame(2, Sums::sub(3, 1)); }\n    public function testBug(): void { $this->assertSame(4, Sums::add(2, 2)); }\n}\n",
    },
    criterion: 'phpunit tests',
    packages: [],
    needs: ['phpunit'],
    fix: { file: 'src/Sums.php', find: '$a + $b + 1', replace: '$a + $b' },
  },
}

export function baseOf(name: string): Base {
  const base = BASES[name]
  if (!base) throw new Error(`there is no base ${name}`)
  return base
}
