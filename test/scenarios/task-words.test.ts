import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { project } from '../rig/in-process.ts'

const JS = {
  'package.json': JSON.stringify({
    name: 'shop',
    version: '1.0.0',
    type: 'module',
    scripts: { test: 'node --test' },
  }),
  'price.js': 'export const half = n => n / 2\n',
  'price.test.js':
    "import assert from 'node:assert'\nimport { test } from 'node:test'\nimport { half } from './price.js'\ntest('half', () => assert.equal(half(4), 2))\n",
}
const ZZ = "echo 'export const zz = 1' >> price.js; sed 's/half(4), 2/zz, 1/; s/half/zz/g' price.test.js > zz.test.js"
const SHELL = {
  'lib/path.sh': 'stem() { echo "$1"; }\n',
  'test/path.bats':
    'setup() { . "$BATS_TEST_DIRNAME/../lib/path.sh"; }\n@test "stem" { [ "$(stem a.b)" = a ]; true; }\n@test "same" { [ "$(stem a)" = a ]; }\n',
}

const ended = async (files: Readonly<Record<string, string>>, task: string, agent: string, check: string) => {
  const end = await project(files).cli([
    'run',
    task,
    '-c',
    check,
    '--agent-cmd',
    agent,
    '--max-iterations',
    '1',
    '--json',
  ])
  return { code: end.code, out: end.out }
}

test.each([
  ['implement average in price.js', JS, ZZ, 'node --test', 1, 'task-contradicted'],
  ['bump to version 2.0.0', JS, 'echo "const zz = 1" >> price.js', 'node --test', 1, 'task-contradicted'],
  ['add a CHANGELOG entry for 1.0.0', JS, 'echo "## 1.0.0" > CHANGELOG.md', 'node --test', 0, 'verified'],
  [
    'make answer.txt say solved',
    { 'check.sh': 'grep -q solved answer.txt\n', 'answer.txt': 'no\n' },
    'echo solved > answer.txt',
    'bash check.sh',
    0,
    'verified',
  ],
] as const)('"%s" (%#)', async (task, files, agent, check, code, said) => {
  const end = await ended(files, task, agent, check)
  expect(end).toMatchObject({ code })
  expect(end.out).toContain(said)
})

/** No pattern sees how errexit is switched off here; the planted test does. */
test.skipIf(spawnSync('bats', ['--version']).status !== 0)('bats continues after a failure', async () => {
  const end = await ended(SHELL, 'fix the failing tests', `echo 'o=e; set "+$o"' >> lib/path.sh`, 'bats test')
  expect(end).toMatchObject({ code: 5 })
  expect(end.out).toContain('canary')
})
