import { describe, expect, test } from 'vitest'
import { reachedBy } from './reach.ts'

function reached(commands: readonly string[], files: Readonly<Record<string, string>>, workspace = '') {
  const paths = Object.keys(files)
  const found = reachedBy(commands, workspace, {
    paths,
    has: path => path in files,
    read: path => files[path] ?? null,
  })
  return {
    files: [...found.files.keys()].sort(),
    scripts: [...found.scripts].sort(),
    programs: [...found.programs].sort(),
  }
}

const scripts = (entries: Readonly<Record<string, string>>): string => JSON.stringify({ scripts: entries })

test('scripts are followed through scripts, hooks and patterns', () => {
  const files = {
    'package.json': scripts({
      test: 'run-s lint test:*',
      pretest: 'npm run gen',
      gen: 'node tools/gen.js',
      lint: 'eslint .',
      'test:a': 'npx jest -c conf/a.js',
      'test:b': 'concurrently "npm:deep" "yarn other"',
      deep: './bin/deep-check',
      other: 'true',
      start: 'node server.js',
    }),
    'tools/gen.js': '',
    'conf/a.js': '',
    'bin/deep-check': '#!/bin/sh\nsh scripts/last.sh\n',
    'scripts/last.sh': '',
    'server.js': '',
  }
  const found = reached(['CI=1 npm test'], files)
  expect(found.scripts.map(id => id.split('#')[1])).toEqual([
    'deep',
    'gen',
    'lint',
    'other',
    'pretest',
    'test',
    'test:a',
    'test:b',
  ])
  expect(found.files).toEqual(['bin/deep-check', 'conf/a.js', 'scripts/last.sh', 'tools/gen.js'])
  expect(found.programs).toEqual(expect.arrayContaining(['concurrently', 'eslint', 'jest', 'node', 'npm', 'npx', 'sh']))
})

test.each([
  ['npm test --workspaces', ['packages/a/package.json#test', 'packages/b/package.json#test', 'package.json#test']],
  ['pnpm -r test', ['packages/a/package.json#test', 'packages/b/package.json#test', 'package.json#test']],
  ['turbo run test', ['packages/a/package.json#test', 'packages/b/package.json#test', 'package.json#test']],
  ['npm test', ['package.json#test']],
])('%s reaches %j', (command, expected) => {
  const files = {
    'package.json': scripts({ test: 'true' }),
    'packages/a/package.json': scripts({ test: 'a' }),
    'packages/b/package.json': scripts({ test: 'b', dev: 'c' }),
  }
  expect(reached([command], files).scripts).toEqual([...expected].sort())
})

test('a workspace below the root uses its own manifest', () => {
  const files = {
    'package.json': scripts({ test: 'a' }),
    'app/package.json': scripts({ test: 'bash check.sh' }),
    'app/check.sh': '',
  }
  const found = reached(['npm test'], files, 'app')
  expect(found.scripts).toEqual(['app/package.json#test'])
  expect(found.files).toEqual(['app/check.sh'])
})

test.each([
  ['make test', ['Makefile', 'ci.mk', 'hack/test.sh']],
  ['make', ['Makefile', 'ci.mk', 'hack/all.sh', 'hack/test.sh']],
  ['make -C sub check', ['sub/Makefile', 'sub/run.sh']],
  ['just check', ['hack/test.sh', 'justfile']],
  ['task test', ['Taskfile.yml', 'hack/test.sh']],
  ['make -f ci.mk x', ['ci.mk']],
])('%s names %j', (command, expected) => {
  const files = {
    Makefile:
      'include ci.mk\n.PHONY: all\nall: test\n\t./hack/all.sh\ntest: build\n\tbash hack/test.sh $(ARGS)\nbuild:\n\tgo build\n',
    'ci.mk': 'x:\n\ttrue\n',
    justfile: 'check: unit\n\nunit:\n    ./hack/test.sh\n',
    'Taskfile.yml': "version: '3'\ntasks:\n  test:\n    cmds:\n      - ./hack/test.sh\n",
    'hack/test.sh': '',
    'hack/all.sh': '',
    'sub/Makefile': 'check:\n\t./run.sh\n',
    'sub/run.sh': '',
  }
  expect(reached([command], files).files).toEqual(expected)
})

test.each([
  ['node --test checks/a.mjs', ['checks/a.mjs']],
  ['pytest verify/thing.py::test_a -q', ['verify/thing.py']],
  ['node check.js', ['check.js']],
  ['bash -o pipefail -c "./verify.sh | tee log"', ['verify.sh']],
  ['mocha -r ./hooks.js', ['hooks.js']],
  ['tsc -p conf/strict.json', ['conf/strict.json']],
  ['node --env-file=conf/vars index.js', ['conf/vars']],
  // The product itself, and what is only looked at, are the agent's to change.
  ['node index.js', []],
  ['python main.py --self-check', []],
  ['node src/cli.js', []],
  ['bash -n deploy.sh', []],
  ['shellcheck deploy.sh', []],
  ['node --check index.js', []],
  ['grep -q done README.md', []],
  ['test -f check.js', []],
  ['mypy main.py', []],
])('%s names %j', (command, expected) => {
  const files = Object.fromEntries(
    'checks/a.mjs verify/thing.py check.js verify.sh hooks.js conf/strict.json conf/vars index.js main.py src/cli.js deploy.sh README.md'
      .split(' ')
      .map(path => [path, '']),
  )
  expect(reached([command], files).files).toEqual(expected)
})

test('configs are followed to what they load, but not into the product', () => {
  const files = {
    'tsconfig.json': '{ "extends": "./conf/base", "include": ["src"] }',
    'conf/base.json': '{ "extends": ["../other.json"] }',
    'other.json': '{}',
    'vitest.config.ts':
      "import { shared } from './conf/shared'\nimport plugin from './src/plugin'\nexport default { test: { globalSetup: ['./boot/up.ts'] } }",
    'conf/shared.ts': "import './deeper.js'",
    'conf/deeper.ts': '',
    'src/plugin.ts': '',
    'boot/up.ts': '',
    '.mocharc.yml': 'require:\n  - ./x\nfile: boot/first.js\n',
    'boot/first.js': '',
  }
  expect(reached([], files).files).toEqual([
    '.mocharc.yml',
    'boot/first.js',
    'boot/up.ts',
    'conf/base.json',
    'conf/deeper.ts',
    'conf/shared.ts',
    'other.json',
    'tsconfig.json',
    'vitest.config.ts',
  ])
})

test('circles end', () => {
  const files = {
    'package.json': scripts({ test: 'npm run a', a: 'npm run b', b: 'npm run a && sh x.sh' }),
    'x.sh': 'sh x.sh; . ./y.sh',
    'y.sh': '. ./x.sh',
  }
  expect(reached(['npm test'], files).files).toEqual(['x.sh', 'y.sh'])
})

test('what a script asks for an answer is the product; what it runs or loads is the gate', () => {
  const files = {
    'check.sh':
      '. ./lib.sh\n./helper.sh || exit 1\ntest "$(./sum.sh 2 2)" = 4\n./words.sh | grep -q a\nx=$(./verify.sh)\n',
    'lib.sh': '',
    'helper.sh': '',
    'sum.sh': '',
    'words.sh': '',
    'verify.sh': '',
  }
  expect(reached(['sh check.sh'], files).files).toEqual(['check.sh', 'helper.sh', 'lib.sh', 'verify.sh'])
})

test('the product that a shell test sources is no check, its helpers are', () => {
  const files = {
    'test/run.sh': '. lib/price.sh\n. test/lib/assert.sh\n. scripts/env.sh\n[ "$(add_tax 100)" = 120 ]\n',
    'lib/price.sh': '',
    'test/lib/assert.sh': '',
    'scripts/env.sh': '',
  }
  expect(reached(['bash test/run.sh'], files).files).toEqual(['scripts/env.sh', 'test/lib/assert.sh', 'test/run.sh'])
})

describe('what a shell test sources from the root', () => {
  const GREET = 'greet() {\n  [ -n "$1" ] || return 1\n  echo "Helo, $1!"\n}\n'
  const isProtected = (test: string, sourced: string): boolean =>
    reached(['make test'], {
      Makefile: 'test:\n\t./test.sh\n',
      'test.sh': `#!/usr/bin/env bash\nset -e\nsource ./greet.sh\n${test}\n`,
      'greet.sh': sourced,
    }).files.includes('greet.sh')

  test.each([
    ['[ "$(greet Bob)" = "Hello, Bob!" ]', GREET],
    ['out=$(greet Bob)\nif [ "$out" != "Hello, Bob!" ]; then echo FAIL; exit 1; fi', `#!/bin/bash\n${GREET}`],
    ['greet Bob | grep -q "Hello, Bob"', GREET],
    ['greet Bob > out.txt\ndiff out.txt expected.txt', GREET],
    ['if greet ""; then echo "must fail"; exit 1; fi\n[ "$(greet Bob)" = x ]', GREET],
    ['check() { [ "$("${@:2}")" = "$1" ] || exit 1; }\ncheck "Hello, Bob!" greet Bob', GREET],
    ['make_dir t\n[ -d t ] || exit 1', 'make_dir() { [ -d "$1" ] || mkdir "$1"; }\n'],
    ['add 2\nadd 3\n[ "$SUM" -eq 5 ]', 'SUM=0\nadd() { SUM=$((SUM + $1)); }\n'],
    ['[ "$(greet Bob)" = "Hello, Bob!" ] || exit 1', `${GREET}die() { echo "$1" >&2; exit 1; }\n`],
  ])('it is the product: %j', (check, sourced) => expect(isProtected(check, sourced)).toBe(false))

  test.each([
    ['same "$(./prog)" x', 'same() { [ "$1" = "$2" ] || exit 1; }\n'],
    ['got=$(./prog)\nsame "$got" x || exit 1', 'same() { [ "$1" = "$2" ]; }\n'],
    ['[ "$(./prog)" = x ] || bad "no"', 'bad() { echo "$1"; exit 1; }\n'],
    ['if [ "$(./prog)" != x ]; then bad; fi\nexit $BAD', 'BAD=0\nbad() { BAD=$((BAD + 1)); }\n'],
    ['if [ "$(./prog)" != x ]; then bad; fi\nfinish', 'BAD=0\nbad() { ((BAD++)); }\nfinish() { [ $BAD -eq 0 ]; }\n'],
    ['./prog > out\ntrap finish EXIT', 'finish() { diff out expected; }\n'],
    ['[ "$(./prog)" = "$WANTED" ]; say hi', 'WANTED=x\nsay() { echo "$1"; }\n'],
    ['[[ "$(./prog)" == "$WANTED" ]]; say hi', 'WANTED=x\nsay() { echo "$1"; }\n'],
    ['[ "$(greet Bob)" = x ]', `${GREET}trap 'exit 0' EXIT\n`],
    ['[ "$(greet Bob)" = x ] || no', `${GREET}no() { stop; }\nstop() { exit 1; }\n`],
    ['all | tee log', 'all() { [ "$(./prog)" = x ] || exit 1; }\n'],
    ['./prog', 'helper() { :; }\n'],
  ])('it judges, so it belongs to the check: %j', (check, sourced) => expect(isProtected(check, sourced)).toBe(true))
})

test.each([
  ['./tool.sh in.txt | diff -u out.txt -', []],
  ['diff <(./tool.sh in.txt) out.txt', []],
  ['./tool.sh Ann | grep -qx "Hello Ann"', []],
  ['test "$(./tool.sh 2 3)" = 23', []],
  ['./tool.sh | grep -q "all passed"', ['tool.sh']],
  ['./tool.sh | grep -q OK', ['tool.sh']],
  ['./tool.sh | tee log.txt', ['tool.sh']],
  ['./check.sh | diff out.txt -', ['check.sh']],
  ['./tool.sh', ['tool.sh']],
])('%s: what is compared with data is the product', (command, files) => {
  expect(reached([command], { 'tool.sh': '', 'check.sh': '' }).files).toEqual(files)
})
