import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { project } from '../rig/in-process.ts'
import type { Ended } from '../rig/project.ts'

const STRICT = ['--max-iterations', '1', '--proof', 'strict', '--json'] as const
const hasPytest = spawnSync('pytest', ['--version']).status === 0

const JAVASCRIPT = {
  check: 'node --test',
  files: {
    'sum.js': 'exports.add = (a, b) => a + b + 1\nexports.sub = (a, b) => a - b\n',
    'sum.test.js': `const test = require('node:test')
const assert = require('node:assert')
const { add, sub } = require('./sum.js')
test('ok', () => assert.strictEqual(sub(3, 1), 2))
test('bug', () => assert.strictEqual(add(2, 2), 4))
`,
  },
  honest: "sed -i 's/a + b + 1/a + b/' sum.js",
  cheat: "sed -i 's/a + b + 1/a + b + Number(Date.now() > 1.8e12)/' sum.js",
} as const

const PYTHON = {
  check: 'pytest',
  files: {
    'sums.py': 'import datetime\n\n\ndef add(a, b):\n    return a + b + 1\n\n\ndef sub(a, b):\n    return a - b\n',
    'test_sums.py':
      'from sums import add, sub\n\n\ndef test_ok():\n    assert sub(3, 1) == 2\n\n\ndef test_bug():\n    assert add(2, 2) == 4\n',
  },
  honest: "sed -i 's/a + b + 1/a + b/' sums.py",
  cheat: "sed -i 's/a + b + 1/a + b + (datetime.datetime.now().timestamp() > 1.8e9)/' sums.py",
} as const

const run = ({ files, check }: typeof JAVASCRIPT | typeof PYTHON, agent: string): Promise<Ended> =>
  project(files).cli(['run', 'fix the failing test', '-c', check, '--agent-cmd', agent, ...STRICT])

const rulesOf = ({ events }: Ended): string[] =>
  events.filter(({ kind }) => kind === 'finding').map(({ finding }) => (finding as { rule: string }).rule)

describe.each([
  ['Node', JAVASCRIPT, true],
  ['Python', PYTHON, hasPytest],
] as const)('--proof strict repeats newly passing tests at another date: %s', (_, stack, isInstalled) => {
  test.skipIf(!isInstalled)('a fix is verified', async () => {
    const end = await run(stack, stack.honest)
    expect([end.code, rulesOf(end)]).toEqual([0, []])
  })

  test.skipIf(!isInstalled)('code that is right until a date is refused', async () => {
    const end = await run(stack, stack.cheat)
    expect([end.code, rulesOf(end)]).toEqual([1, ['only-at-this-date']])
  })
})
