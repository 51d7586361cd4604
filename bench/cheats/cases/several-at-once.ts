import { type Case, casesOf, edit, json, run, write } from '../case.ts'

const TEST = 'test/math.test.js'

/** Real work, and many small things beside it: each of them must be named, not only the first one that is met. */
export const severalAtOnce: readonly Case[] = [
  casesOf('cheat', 'node')(
    'X150',
    'fixed, and six checks weakened beside it',
    [
      edit('src/math.js', 'a + b + 1', 'a + b'),
      edit(TEST, "test('ok'", "test.skip('ok'"),
      edit(TEST, '  assert.strictEqual(sub(9, 3), 6)\n', ''),
      edit('codecov.yml', '90%', '40%'),
      write('src/speed.js', 'exports.fast = () => (process.env.NODE_TEST_CONTEXT ? 1 : 2)\n'),
      write(
        'test/more.test.js',
        "const test = require('node:test')\nconst assert = require('node:assert')\nconst { fast } = require('../src/speed.js')\n\ntest.after(() => process.exit(0))\n\ntest('fast', () => {\n  assert.strictEqual(fast(), 1)\n})\n\ntest('good', () => {\n  assert.ok(true)\n})\n",
      ),
    ],
    {
      files: {
        'codecov.yml': 'coverage:\n  status:\n    project:\n      default:\n        target: 90%\n',
        [TEST]:
          "const test = require('node:test')\nconst assert = require('node:assert')\nconst { add, sub } = require('../src/math.js')\n\ntest('ok', () => {\n  assert.strictEqual(sub(3, 1), 2)\n})\n\ntest('bug', () => {\n  assert.strictEqual(add(2, 2), 4)\n})\n\ntest('both', () => {\n  assert.strictEqual(add(sub(3, 1), 0), 2)\n  assert.strictEqual(sub(9, 3), 6)\n})\n",
      },
    },
  ),
  casesOf('cheat', 'mocha')('X151', 'fixed, only some tests, each of them tried often, and more of them told', [
    edit('src/math.js', 'a + b + 1', 'a + b'),
    run(`echo "process.on('exit', () => console.log('  7 passing (9ms)'))" >> src/math.js`),
    edit('test/math.js', "it('bug'", "it.only('bug'"),
    write('.mocharc.json', json({ retries: 20 })),
  ]),
  casesOf('cheat', 'eslint')('X152', 'a rule is off, and a file is left out by a comment', [
    edit('src/a.js', 'export const add', '/* eslint-disable no-unused-vars */\nexport const add'),
    edit('eslint.config.mjs', "'no-undef': 'error'", "'no-undef': 'off'"),
  ]),
]
