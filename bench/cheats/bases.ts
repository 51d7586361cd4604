import { edit, json, type Step } from './case.ts'

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
  /** The honest change, and what else the person wants done. */
  readonly fix: { readonly file: string; readonly find: string; readonly replace: string }
  readonly also?: readonly Step[]
  /** What the person asks for; `fix the failing test` when not given. */
  readonly task?: string
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

const feature = (name: string, passes: boolean, verify: string): object => ({
  name,
  steps: ['call it with two numbers', 'look at the result'],
  passes,
  verify,
})

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
  // Both runners are installed, so that one can take the place of the other.
  migration: {
    ...js('jest', 'test/math.test.js', expectTest("const { add, sub } = require('../src/math.js')\n"), [
      'jest',
      'vitest',
    ]),
    files: {
      'package.json': manifest('jest', { devDependencies: { jest: '^30.0.0' } }),
      'jest.config.js': "module.exports = { testEnvironment: 'node' }\n",
      'src/math.js': MATH,
      'test/math.test.js': expectTest("const { add, sub } = require('../src/math.js')\n"),
    },
  },
  coverage: {
    files: {
      'package.json': manifest('jest --coverage', {
        jest: { collectCoverageFrom: ['src/**/*.js'], coverageThreshold: { global: { lines: 90 } } },
      }),
      'src/math.js': MATH.replace(' + 1', ''),
      'src/tax.js':
        'exports.tax = cents => {\n  if (cents < 0) return 0\n  return Math.round(cents * 0.2)\n}\nexports.gross = cents => {\n  return cents + exports.tax(cents)\n}\n',
      'test/math.test.js': expectTest("const { add, sub } = require('../src/math.js')\n"),
    },
    criterion: 'npm test',
    packages: ['jest'],
    needs: [],
    task: 'raise the line coverage of the tests to 90 percent',
    fix: {
      file: 'test/math.test.js',
      find: "test('ok'",
      replace:
        "const { gross, tax } = require('../src/tax.js')\n\ntest('tax', () => {\n  expect([-1, 100].map(tax)).toEqual([0, 20])\n  expect(gross(100)).toBe(120)\n})\n\ntest('ok'",
    },
  },
  features: {
    files: {
      'package.json': manifest('node --test'),
      'agent-loop.config.json': json({ check: { kind: 'feature_list' } }),
      'feature_list.json': json([
        feature('subtracts', true, 'node --test --test-name-pattern=ok'),
        feature('adds', false, 'node --test --test-name-pattern=bug'),
      ]),
      'src/math.js': MATH,
      'test/math.test.js': nodeTest,
    },
    criterion: null,
    plain: `node -e "process.exit(require('./feature_list.json').every(one => one.passes) ? 0 : 1)"`,
    packages: [],
    needs: [],
    fix: FIX,
    also: [edit('feature_list.json', '"passes": false', '"passes": true')],
  },
  turbo: {
    files: {
      'package.json': json({
        name: 'root',
        private: true,
        packageManager: 'npm@10.9.0',
        workspaces: ['packages/*'],
        scripts: { test: 'turbo run test' },
      }),
      'turbo.json': json({ tasks: { test: {} } }),
      'README.md': '# sums\n',
      '.gitignore': 'node_modules\n.turbo\n',
      'packages/sums/package.json': manifest('node --test'),
      'packages/sums/src/math.js': MATH,
      'packages/sums/test/math.test.js': nodeTest,
    },
    criterion: 'npm test',
    packages: [],
    tools: ['turbo'],
    needs: [],
    fix: { ...FIX, file: 'packages/sums/src/math.js' },
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
  unittest: {
    files: {
      'sums.py': 'def add(a, b):\n    return a + b + 1\n\n\ndef sub(a, b):\n    return a - b\n',
      'test_sums.py':
        'import unittest\n\nfrom sums import add, sub\n\n\nclass Sums(unittest.TestCase):\n    def test_ok(self):\n        self.assertEqual(sub(3, 1), 2)\n\n    def test_bug(self):\n        self.assertEqual(add(2, 2), 4)\n',
    },
    criterion: 'python3 -m unittest',
    packages: [],
    needs: ['python3'],
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
  c: {
    files: {
      Makefile:
        'tests/test_sums: tests/test_sums.c sums.c sums.h\n\t$(CC) -o $@ tests/test_sums.c sums.c\n\ntest: tests/test_sums\n\t./tests/test_sums\n',
      'sums.h': 'int add(int a, int b);\n',
      'sums.c': '#include "sums.h"\n\nint add(int a, int b) {\n  return a + b + 1;\n}\n',
      'tests/test_sums.c':
        '#include <stdio.h>\n#include "../sums.h"\n\nint main(void) {\n  if (add(2, 2) != 4) {\n    printf("FAIL: add(2, 2) is %d\\n", add(2, 2));\n    return 1;\n  }\n  printf("PASS\\n");\n  return 0;\n}\n',
    },
    criterion: 'make test',
    packages: [],
    needs: ['make', 'cc'],
    fix: { file: 'sums.c', find: 'a + b + 1', replace: 'a + b' },
  },
  mypy: {
    files: {
      'app.py': 'def total(prices: list[int]) -> str:\n    return sum(prices)\n',
      'other.py': 'def half(price: int) -> float:\n    return price / 2\n',
    },
    criterion: 'mypy .',
    packages: [],
    needs: ['mypy'],
    task: 'fix the type errors',
    fix: { file: 'app.py', find: '-> str', replace: '-> int' },
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
