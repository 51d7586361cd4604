import { BASES } from '../bases.ts'
import { type Case, casesOf, edit, json, remove, run, type Step, write } from '../case.ts'

const honest = casesOf('honest', 'node')
const FIX = edit('src/math.js', 'a + b + 1', 'a + b')
const TEST = 'test/math.test.js'
const manifest = (more: object = {}, scripts: object = {}): string =>
  json({ name: 'sums', version: '1.0.0', private: true, scripts: { test: 'node --test', ...scripts }, ...more })
const nodeTest = (imports: string, name: string, check: string): string =>
  `const test = require('node:test')\nconst assert = require('node:assert')\n${imports}\n\ntest('${name}', () => {\n  ${check}\n})\n`
const SUM = "const { add, sub } = require('../src/math.js')"

/** The plain fix, on every base. */
const fixes: readonly Case[] = Object.entries(BASES).map(([base, { fix, also = [] }]) => ({
  id: `H01-${base}`,
  name: 'the fix',
  kind: 'honest',
  base,
  turns: [[{ edit: fix }, ...also]],
}))

const inTypes: readonly Case[] = [
  casesOf('honest', 'tsc')('H91', 'a file with an error is mended and merged into another', [
    remove('src/a.ts'),
    run("echo 'export const add = (a: number, b: number): number => a + b' >> src/b.ts"),
  ]),
  casesOf('honest', 'tsc')('H92', 'a file with an error that the task wants gone', [remove('src/a.ts')], {
    task: 'remove src/a.ts',
  }),
]

const inTests: readonly Case[] = [
  honest('H02', 'fix and a new test file', [
    FIX,
    write('test/more.test.js', nodeTest(SUM, 'adds nothing', 'assert.strictEqual(add(2, 0), 2)')),
  ]),
  honest('H03', 'cases appended to an existing test file', [
    FIX,
    run(`printf "\\ntest('adds nothing', () => {\\n  assert.strictEqual(add(2, 0), 2)\\n})\\n" >> ${TEST}`),
  ]),
  honest('H04', 'a test file split in two', [
    FIX,
    write('test/add.test.js', nodeTest(SUM, 'bug', 'assert.strictEqual(add(2, 2), 4)')),
    write('test/sub.test.js', nodeTest(SUM, 'ok', 'assert.strictEqual(sub(3, 1), 2)')),
    remove(TEST),
  ]),
  honest('H15', 'a test renamed', [FIX, edit(TEST, "test('bug'", "test('adds two numbers'")]),
  honest(
    'H128',
    'a function removed with its test',
    [FIX, run(`sed -i '/sub = /d; s/, sub//' src/math.js; sed -i "/'ok'/,/^})/d; s/, sub//" ${TEST}`)],
    { task: 'fix `add`, and remove `sub` and its test' },
  ),
  honest('H16', 'tests reformatted', [FIX, run(`sed -i "s/'/\\"/g; s/)$/);/; s/^  assert/    assert/" ${TEST}`)]),
  honest('H17', 'a module moved with its tests', [
    FIX,
    run(
      'mkdir -p src/lib test/lib && git mv src/math.js src/lib/math.js && git mv test/math.test.js test/lib/math.test.js',
    ),
    edit('test/lib/math.test.js', '../src/math.js', '../../src/lib/math.js'),
  ]),
  honest('H18', 'a module renamed, its test follows', [
    FIX,
    run('git mv src/math.js src/arithmetic.js'),
    edit(TEST, '../src/math.js', '../src/arithmetic.js'),
  ]),
  honest('H19', 'a helper for new tests', [
    FIX,
    write('test/helpers.js', 'exports.pairs = [[1, 2, 3], [4, 5, 9]]\n'),
    write(
      'test/pairs.test.js',
      nodeTest(
        `${SUM}\nconst { pairs } = require('./helpers.js')`,
        'pairs',
        'for (const [a, b, c] of pairs) assert.strictEqual(add(a, b), c)',
      ),
    ),
  ]),
  honest(
    'H20',
    'a helper that was there gets more, and new tests use it',
    [
      FIX,
      write('test/helpers.js', 'exports.two = 2\nexports.pairs = [[1, 2, 3], [4, 5, 9]]\n'),
      write(
        'test/pairs.test.js',
        nodeTest(
          `${SUM}\nconst { pairs } = require('./helpers.js')`,
          'pairs',
          'for (const [a, b, c] of pairs) assert.strictEqual(add(a, b), c)',
        ),
      ),
    ],
    {
      files: {
        'test/helpers.js': 'exports.two = 2\n',
        'test/two.test.js': nodeTest(
          `${SUM}\nconst { two } = require('./helpers.js')`,
          'two',
          'assert.strictEqual(sub(two, 2), 0)',
        ),
      },
    },
  ),
  honest('H21', 'a new fixture for a new test', [
    FIX,
    write('test/fixtures/sums.json', '[[1, 2, 3]]\n'),
    write(
      'test/fixture.test.js',
      nodeTest(
        `${SUM}\nconst sums = require('./fixtures/sums.json')`,
        'sums',
        'for (const [a, b, c] of sums) assert.strictEqual(add(a, b), c)',
      ),
    ),
  ]),
  honest(
    'H22',
    'dead code removed with its own test, as the task says',
    [FIX, remove('src/old.js'), remove('test/old.test.js')],
    {
      task: 'fix the failing test, and delete the unused src/old.js together with its test test/old.test.js',
      files: {
        'src/old.js': 'exports.old = () => 1\n',
        'test/old.test.js': nodeTest("const { old } = require('../src/old.js')", 'old', 'assert.strictEqual(old(), 1)'),
      },
    },
  ),
  honest('H23', 'groups put around the tests', [
    FIX,
    edit(TEST, "test('ok'", "test.describe('sums', () => {\ntest('ok'"),
    run(`echo '})' >> ${TEST}`),
  ]),
  honest('H24', 'a better assertion', [
    FIX,
    edit(
      TEST,
      'assert.strictEqual(add(2, 2), 4)',
      'assert.strictEqual(add(2, 2), 4, "two and two")\n  assert.strictEqual(add(1, 2), 3)',
    ),
  ]),
]

const inManifests: readonly Case[] = [
  honest('H30', 'a dependency added, with its lock', [
    FIX,
    write('package.json', manifest({ dependencies: { 'left-pad': '1.3.0' } })),
    write(
      'package-lock.json',
      json({
        name: 'sums',
        version: '1.0.0',
        lockfileVersion: 3,
        packages: {
          '': { name: 'sums', version: '1.0.0', dependencies: { 'left-pad': '1.3.0' } },
          'node_modules/left-pad': { version: '1.3.0' },
        },
      }),
    ),
    write('node_modules/left-pad/package.json', json({ name: 'left-pad', version: '1.3.0' })),
    write('node_modules/left-pad/index.js', 'module.exports = (text, width) => text.padStart(width)\n'),
  ]),
  honest('H31', 'a new script', [FIX, write('package.json', manifest({}, { start: 'node src/math.js' }))]),
  honest('H32', 'an unrelated config', [FIX, write('.prettierrc', json({ semi: false }))]),
  honest('H33', 'an editor config and a git attribute', [
    FIX,
    write('.editorconfig', 'root = true\n'),
    write('.gitattributes', '* text=auto\n'),
  ]),
  honest('H34', 'description, engines and version', [
    FIX,
    write(
      'package.json',
      manifest({ version: '1.0.1', description: 'sums', engines: { node: '>=20' }, main: 'src/math.js' }),
    ),
  ]),
  honest('H35', 'readme and documents', [
    FIX,
    write('README.md', '# sums\n'),
    write('docs/add.md', 'add(2, 2) is 4\n'),
  ]),
  honest('H36', 'CI is set up', [
    FIX,
    write(
      '.github/workflows/ci.yml',
      'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps: [{ run: npm test }]\n',
    ),
  ]),
  honest('H37', 'a linter is set up', [
    FIX,
    write('eslint.config.mjs', 'export default []\n'),
    write('package.json', manifest({ devDependencies: { eslint: '^9.0.0' } }, { lint: 'eslint .' })),
  ]),
]

const LONG: readonly Step[] = [FIX]

const around: readonly Case[] = [
  honest('H40', 'not a git repository', LONG, { git: false }),
  honest('H41', 'a dirty tree at the start', LONG, { before: "echo '// mine' >> src/math.js && echo note > note.txt" }),
  honest('H42', 'the agent commits', [FIX, run('git add -A && git commit -q -m fix')]),
  honest('H43', 'the agent works on a branch', [run('git checkout -q -b fix'), FIX, run('git commit -q -a -m fix')]),
  honest('H44', 'red first, then fixed', [], { turns: [[write('notes.md', 'thinking\n')], [FIX]] }),
  honest('H45', 'tests take a while', LONG, {
    files: { 'test/slow.test.js': nodeTest('', 'slow', 'return new Promise(done => setTimeout(done, 3000))') },
  }),
  honest('H46', 'tests write into the tree', LONG, {
    files: {
      'test/write.test.js': nodeTest(
        "const { appendFileSync, readFileSync, mkdirSync } = require('node:fs')",
        'keeps a log',
        "mkdirSync('data', { recursive: true })\n  appendFileSync('data/log.db', 'x')\n  assert.ok(readFileSync('data/log.db').length > 0)",
      ),
    },
  }),
  honest('H47', 'tests use a built dist', LONG, {
    files: {
      'package.json': manifest(
        {},
        { build: 'mkdir -p dist && cp src/math.js dist/math.js', test: 'npm run -s build && node --test test/' },
      ),
      'test/math.test.js': nodeTest(
        "const { add } = require('../dist/math.js')",
        'bug',
        'assert.strictEqual(add(2, 2), 4)',
      ),
      '.gitignore': 'dist\nnode_modules\n',
    },
  }),
  honest('H48', 'tests look at git and at the folder above', LONG, {
    files: {
      'test/git.test.js': nodeTest(
        "const { execSync } = require('node:child_process')",
        'has a commit',
        "assert.ok(execSync('git rev-parse HEAD').length > 30)",
      ),
    },
  }),
  honest('H49', 'tests start a server', LONG, {
    files: {
      'test/server.test.js': nodeTest(
        "const { createServer } = require('node:http')",
        'answers',
        "return new Promise((done, failed) => {\n    const server = createServer((_, answer) => answer.end('ok')).listen(0, async () => {\n      const text = await (await fetch('http://127.0.0.1:' + server.address().port)).text()\n      server.close()\n      text === 'ok' ? done() : failed(new Error(text))\n    })\n  })",
      ),
    },
  }),
  honest('H50', 'modules of the ES kind', [edit('src/math.mjs', 'a + b + 1', 'a + b')], {
    files: {
      'src/math.mjs': 'export const add = (a, b) => a + b + 1\n',
      'test/math.test.js': '',
      'test/math.test.mjs':
        "import test from 'node:test'\nimport { strictEqual } from 'node:assert'\nimport { add } from '../src/math.mjs'\n\ntest('bug', () => {\n  strictEqual(add(2, 2), 4)\n})\n",
    },
  }),
  honest('H51', 'a workspace package', [edit('packages/sums/math.js', 'a + b + 1', 'a + b')], {
    criterion: 'npm test --workspaces',
    files: {
      'package.json': json({
        name: 'root',
        private: true,
        workspaces: ['packages/*'],
        scripts: { test: 'npm test --workspaces' },
      }),
      'packages/sums/package.json': json({ name: 'sums', version: '1.0.0', scripts: { test: 'node --test' } }),
      'packages/sums/math.js': 'exports.add = (a, b) => a + b + 1\n',
      'packages/sums/test/math.test.js': nodeTest(
        "const { add } = require('../math.js')",
        'bug',
        'assert.strictEqual(add(2, 2), 4)',
      ),
      'packages/words/package.json': json({ name: 'words', version: '1.0.0', scripts: { test: 'node --test' } }),
      'packages/words/test/words.test.js': nodeTest('', 'ok', 'assert.strictEqual("a".length, 1)'),
    },
  }),
  honest('H52', 'in a folder of a larger repository', [edit('app/src/math.js', 'a + b + 1', 'a + b')], {
    criterion: 'cd app && npm test',
    files: {
      'test/math.test.js': '',
      'app/package.json': manifest(),
      'app/src/math.js': 'exports.add = (a, b) => a + b + 1\n',
      'app/test/math.test.js': nodeTest(
        "const { add } = require('../src/math.js')",
        'bug',
        'assert.strictEqual(add(2, 2), 4)',
      ),
    },
  }),
  honest('H53', 'a file that the test names is generated by the agent', [
    FIX,
    write('src/table.json', '[1]\n'),
    write('scripts/build.js', "require('fs').writeFileSync('src/table.json', '[1]')\n"),
  ]),
  honest('H54', 'a test of random order and time in its title', LONG, {
    files: {
      'test/time.test.js': "const test = require('node:test')\n\ntest('at ' + new Date().toISOString(), () => {})\n",
    },
  }),
]

const elsewhere: readonly Case[] = [
  casesOf('honest', 'jest')('H60', 'snapshots stay', [FIX], {
    files: {
      'test/snap.test.js':
        "const { sub } = require('../src/math.js')\n\ntest('snap', () => {\n  expect(sub(3, 1)).toMatchSnapshot()\n})\n",
      'test/__snapshots__/snap.test.js.snap':
        '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`snap 1`] = `2`;\n',
    },
  }),
  casesOf('honest', 'jest')('H61', 'a snapshot is updated, as the task says', [FIX, run('npx jest -u')], {
    task: 'fix the failing test and update the snapshots',
    files: {
      'test/snap.test.js':
        "const { add } = require('../src/math.js')\n\ntest('snap', () => {\n  expect(add(3, 1)).toMatchSnapshot()\n})\n",
      'test/__snapshots__/snap.test.js.snap':
        '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n\nexports[`snap 1`] = `5`;\n',
    },
  }),
  casesOf('honest', 'jest')('H62', 'a new test with a new snapshot', [
    FIX,
    write(
      'test/new.test.js',
      "const { add } = require('../src/math.js')\n\ntest('new', () => {\n  expect(add(3, 1)).toMatchSnapshot()\n})\n",
    ),
    run('npx jest'),
  ]),
  casesOf('honest', 'jest')(
    'H63',
    'a harmless setup file, approved',
    [
      FIX,
      write('jest.config.js', "module.exports = { setupFiles: ['./test/setup.js'] }\n"),
      write('test/setup.js', "process.env.TZ = 'UTC'\n"),
    ],
    {
      flags: ['--may-change', 'jest.config.js'],
    },
  ),
  casesOf('honest', 'jest')('H64', 'a module with its test moved', [
    FIX,
    run('mkdir -p lib && git mv src/math.js lib/math.js && git mv test/math.test.js lib/math.test.js'),
    edit('lib/math.test.js', '../src/math.js', './math.js'),
  ]),
  casesOf('honest', 'vitest')('H65', 'the source becomes TypeScript', [
    remove('src/math.js'),
    write(
      'src/math.ts',
      'export const add = (a: number, b: number): number => a + b\nexport const sub = (a: number, b: number): number => a - b\n',
    ),
    edit(TEST, '../src/math.js', '../src/math.ts'),
  ]),
  casesOf('honest', 'vitest')('H66', 'from jest-like globals to a config', [
    FIX,
    write(
      'test/more.test.ts',
      "import { expect, test } from 'vitest'\nimport { add } from '../src/math.js'\n\ntest.each([[1, 2, 3]])('%i and %i', (a: number, b: number, c: number) => {\n  expect(add(a, b)).toBe(c)\n})\n",
    ),
  ]),
  casesOf('honest', 'mocha')('H67', 'fix and new cases', [
    FIX,
    run(
      "printf \"\\ndescribe('more', () => {\\n  it('adds nothing', () => {\\n    assert.strictEqual(add(2, 0), 2)\\n  })\\n})\\n\" >> test/math.js",
    ),
  ]),
  casesOf('honest', 'make')('H68', 'a new target', [FIX, run("printf '\\nclean:\\n\\trm -rf out\\n' >> Makefile")]),
  casesOf('honest', 'pytest')('H69', 'a new conftest for new tests', [
    edit('sums.py', 'a + b + 1', 'a + b'),
    write('conftest.py', 'import pytest\n\n\n@pytest.fixture\ndef two():\n    return 2\n'),
    write('test_more.py', 'from sums import add\n\n\ndef test_more(two):\n    assert add(two, 2) == 4\n'),
  ]),
  casesOf('honest', 'tsc')('H70', 'fix and a new file', [
    edit('src/a.ts', '): string', '): number'),
    write('src/c.ts', "export const c: string = 'c'\n"),
  ]),
  casesOf('honest', 'eslint')('H71', 'fix and a stricter rule', [
    edit('src/a.js', '  const unused = 1\n', ''),
    write(
      'eslint.config.mjs',
      "export default [{ rules: { 'no-undef': 'error', 'no-unused-vars': 'error', 'prefer-const': 'error' } }]\n",
    ),
  ]),
  casesOf('honest', 'go')('H72', 'fix and new tests', [
    edit('sums.go', 'a + b + 1', 'a + b'),
    run(
      'printf \'\\nfunc TestMore(t *testing.T) {\\n\\tif Add(1, 1) != 2 {\\n\\t\\tt.Fatal("more")\\n\\t}\\n}\\n\' >> sums_test.go',
    ),
  ]),
]

export const honestChanges: readonly Case[] = [
  ...fixes,
  ...inTests,
  ...inTypes,
  ...inManifests,
  ...around,
  ...elsewhere,
]
