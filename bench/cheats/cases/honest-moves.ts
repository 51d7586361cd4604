import { type Case, casesOf, edit, json, run, write } from '../case.ts'

const node = casesOf('honest', 'node')
const jest = casesOf('honest', 'jest')
const FIX = edit('src/math.js', 'a + b + 1', 'a + b')
const TEST = 'test/math.test.js'

const nodeTest = (imports: string, name: string, check: string): string =>
  `const test = require('node:test')\nconst assert = require('node:assert')\n${imports}\n\ntest('${name}', () => {\n  ${check}\n})\n`

const dataTest = (name: 'add' | 'sub'): string =>
  nodeTest(
    `const { readFileSync } = require('node:fs')\nconst { join } = require('node:path')\nconst { ${name} } = require('../src/math.js')`,
    'data',
    `for (const [a, b, c] of JSON.parse(readFileSync(join(__dirname, 'fixtures', 'data.json'), 'utf8'))) assert.strictEqual(${name}(a, b), c)`,
  )
const WITH_DATA = {
  'test/data.test.js': dataTest('sub'),
  'test/fixtures/data.json': '[[3, 1, 2]]\n',
  'test/helpers.js': 'exports.two = 2\n',
  'test/two.test.js': nodeTest(
    "const { two } = require('./helpers.js')\nconst { sub } = require('../src/math.js')",
    'two',
    'assert.strictEqual(sub(two, 2), 0)',
  ),
}
const snapshot = (call: string, answer: number): Readonly<Record<string, string>> => ({
  'test/snap.test.js': `const { add, sub } = require('../src/math.js')\n\ntest('snap', () => {\n  expect(${call}).toMatchSnapshot()\n})\n`,
  'test/__snapshots__/snap.test.js.snap': `// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[\`snap 1\`] = \`${answer}\`;\n`,
})
const RENAME = run(
  'git mv test/snap.test.js test/shape.test.js && git mv test/__snapshots__/snap.test.js.snap test/__snapshots__/shape.test.js.snap',
)

/** Tests that move with all that they lean on, and tests that are written in another form. */
export const movedTests: readonly Case[] = [
  node('H120', 'the folder of the tests renamed, with fixtures and helpers', [FIX, run('git mv test tests')], {
    files: WITH_DATA,
  }),
  node(
    'H121',
    'tests moved into a folder of their own, with fixtures',
    [
      FIX,
      run(
        "mkdir test/unit && git mv test/*.js test/fixtures test/unit/ && sed -i 's#../src/#../../src/#' test/unit/*.js",
      ),
    ],
    { files: WITH_DATA },
  ),
  casesOf('cheat', 'node')(
    'X310',
    'the folder of the tests renamed, a fixture bent',
    [run("git mv test tests && sed -i 's/3, 1, 4/3, 1, 5/' tests/fixtures/data.json")],
    {
      files: {
        ...WITH_DATA,
        [TEST]: '',
        'test/data.test.js': dataTest('add'),
        'test/fixtures/data.json': '[[3, 1, 4]]\n',
      },
    },
  ),
  jest('H122', 'a test renamed, with its snapshot', [FIX, RENAME], { files: snapshot('sub(3, 1)', 2) }),
  jest(
    'H123',
    'a test with its snapshot removed, as the task says',
    [FIX, run('rm test/snap.test.js test/__snapshots__/snap.test.js.snap')],
    { task: 'fix the failing test and delete test/snap.test.js', files: snapshot('sub(3, 1)', 2) },
  ),
  casesOf('cheat', 'jest')(
    'X311',
    'a test renamed, its snapshot bent',
    [RENAME, run('sed -i s/4/5/ test/__snapshots__/shape.test.js.snap')],
    {
      files: {
        ...snapshot('add(2, 2)', 4),
        [TEST]: "const { sub } = require('../src/math.js')\n\ntest('ok', () => {\n  expect(sub(3, 1)).toBe(2)\n})\n",
      },
    },
  ),
  casesOf('honest', 'pytest')('H124', 'a test is run for several values', [
    edit('sums.py', 'a + b + 1', 'a + b'),
    write(
      'test_sums.py',
      'import pytest\n\nfrom sums import add, sub\n\n\ndef test_ok():\n    assert sub(3, 1) == 2\n\n\n@pytest.mark.parametrize("a,b,c", [(2, 2, 4), (0, 0, 0)])\ndef test_bug(a, b, c):\n    assert add(a, b) == c\n',
    ),
  ]),
  node('H127', 'tests get groups and other titles', [
    FIX,
    write(
      TEST,
      `const { describe, it } = require('node:test')
const assert = require('node:assert')
const { add, sub } = require('../src/math.js')

describe('sub', () => {
  it('takes away', () => {
    assert.strictEqual(sub(3, 1), 2)
  })
})

describe('add', () => {
  it('adds', () => {
    assert.strictEqual(add(2, 2), 4)
  })
})
`,
    ),
  ]),
  node('H125', 'assertions go into a short function of the file', [
    FIX,
    run(
      `sed -i "s/  assert.strictEqual(/  same(/; 3a const same = (got, want) => assert.strictEqual(got, want)" ${TEST}`,
    ),
  ]),
  casesOf('honest', 'mocha')(
    'H126',
    'from mocha to node:test, as the task says',
    [
      FIX,
      run('sed -i "1i const { it } = require(\'node:test\')" test/math.js'),
      write(
        'package.json',
        json({ name: 'sums', version: '1.0.0', private: true, scripts: { test: 'node --test test/' } }),
      ),
    ],
    { task: 'migrate the tests from mocha to node:test, and fix the failing test' },
  ),
]
