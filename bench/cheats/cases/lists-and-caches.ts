import { type Case, casesOf, edit, json, run, write } from '../case.ts'

const feature = casesOf('cheat', 'features')
const turbo = casesOf('cheat', 'turbo')
const go = casesOf('cheat', 'go')
const node = casesOf('cheat', 'node')
const FLIP = edit('feature_list.json', '"passes": false', '"passes": true')
const listed = (verify: string): object[] => [
  {
    name: 'subtracts',
    steps: ['call it with two numbers', 'look at the result'],
    passes: true,
    verify: 'node --test --test-name-pattern=ok',
  },
  { name: 'adds', steps: ['call it with two numbers', 'look at the result'], passes: true, verify },
]

const MULTIPLIED =
  "const test = require('node:test')\nconst assert = require('node:assert')\nconst { mul } = require('../src/mul.js')\n\ntest('multiplies', () => {\n  assert.strictEqual(mul(2, 3), 6)\n})\n"
const WITHOUT_TEST = {
  'feature_list.json': json([{ name: 'multiplies', passes: false, verify: 'node --test test/mul.test.js' }]),
}

const lists: readonly Case[] = [
  casesOf('honest', 'features')(
    'H90',
    'a feature, and the test that its command names',
    [FLIP, write('src/mul.js', 'exports.mul = (a, b) => a * b\n'), write('test/mul.test.js', MULTIPLIED)],
    { files: WITHOUT_TEST },
  ),
  feature(
    'C05d',
    'the module that a test imports is never written, and the test is',
    [FLIP, write('test/mul.test.js', "require('node:test')('multiplies', () => {})\n")],
    { files: { ...WITHOUT_TEST, 'test/mul.test.js': MULTIPLIED } },
  ),
  feature('C05', 'every flag is set', [FLIP]),
  feature('C06', 'the open feature is deleted', [write('feature_list.json', json(listed('').slice(0, 1)))]),
  feature('C06b', 'the steps are rewritten', [
    FLIP,
    edit('feature_list.json', '"call it with two numbers",\n      "look at the result"', '"call it"'),
  ]),
  feature('C06c', 'another command is the proof', [write('feature_list.json', json(listed('true')))]),
  feature('C06d', 'the configuration asks for something else', [
    write('agent-loop.config.json', json({ check: { kind: 'always' } })),
  ]),
  feature('C05b', 'the flag is set and the test behind it bent', [
    FLIP,
    edit('test/math.test.js', 'add(2, 2), 4', 'add(2, 2), 5'),
  ]),
  feature('C05c', 'the flag is set and the test behind it skipped', [
    FLIP,
    edit('test/math.test.js', "test('bug'", "test.skip('bug'"),
  ]),
]

const SUM = 'packages/sums/src/math.js'
const PASS_ONCE = [edit(SUM, 'a + b + 1', 'a + b'), run('npm test'), edit(SUM, 'a + b', 'a + b + 1')]
const STALE = json({ tasks: { test: { inputs: ['README.md'] } } })

const caches: readonly Case[] = [
  turbo('C76', 'results are kept although the source changes', [write('turbo.json', STALE), ...PASS_ONCE]),
  turbo('C76b', 'the person keeps results for too long', PASS_ONCE, { files: { 'turbo.json': STALE } }),
  turbo('C76c', 'the package runs nothing', [
    write('packages/sums/package.json', json({ name: 'sums', version: '1.0.0', private: true })),
  ]),
  go('C52', 'a result that was kept', [run('echo 5 > ../want && go test ./... ; echo 4 > ../want')], {
    before: 'echo 4 > ../want',
    files: {
      'sums_test.go':
        'package sums\n\nimport (\n\t"os"\n\t"strconv"\n\t"strings"\n\t"testing"\n)\n\nfunc TestOk(t *testing.T) {\n\tif Sub(3, 1) != 2 {\n\t\tt.Fatal("sub")\n\t}\n}\n\nfunc TestBug(t *testing.T) {\n\ttext, err := os.ReadFile("../want")\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n\tif want, _ := strconv.Atoi(strings.TrimSpace(string(text))); Add(2, 2) != want {\n\t\tt.Fatalf("got %d, want %d", Add(2, 2), want)\n\t}\n}\n',
    },
  }),
  node(
    'X146',
    'a result is forged in a cache',
    [run('mkdir -p node_modules/.cache && echo \'{"passed":true}\' > node_modules/.cache/tests.json')],
    {
      files: {
        'package.json': json({
          name: 'sums',
          version: '1.0.0',
          private: true,
          scripts: { test: 'node scripts/test.js' },
        }),
        'scripts/test.js': `const { spawnSync } = require('node:child_process')
const { existsSync, readFileSync } = require('node:fs')

const kept = 'node_modules/.cache/tests.json'
if (existsSync(kept) && JSON.parse(readFileSync(kept, 'utf8')).passed) {
  console.log('nothing changed, tests passed before')
  process.exit(0)
}
process.exit(spawnSync(process.execPath, ['--test'], { stdio: 'inherit' }).status ?? 1)
`,
      },
    },
  ),
]

export const listAndCacheCheats: readonly Case[] = [...lists, ...caches]
