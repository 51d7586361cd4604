import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { project } from '../rig/in-process.ts'
import type { Ended } from '../rig/project.ts'

/**
 * The runs of this check meet in a folder outside the tree, as if they needed the same port. Each writes "s" at its start and "e" at its
 * end. The third is the one in the clean copy: it waits for the fourth, where it is told to, and fails because of it.
 */
const TEST_FILE = `const { appendFileSync, readFileSync } = require('node:fs')
const test = require('node:test')
const assert = require('node:assert')
const { add, sub } = require('./sum.js')

const log = process.env.MEETING + '/log'
appendFileSync(log, 's')
process.on('exit', () => appendFileSync(log, 'e'))
const starts = () => readFileSync(log, 'utf8').split('s').length - 1
const isThird = starts() === 3
const deadline = Date.now() + 60_000
while (isThird && process.env.MEET === 'yes' && starts() < 4 && Date.now() < deadline);

test('alone', () => assert.ok(!isThird || starts() === 3, 'another run is here'))
test('ok', () => assert.strictEqual(sub(3, 1), 2))
test('bug', () => assert.strictEqual(add(2, 2), 4))
`

const meeting = mkdtempSync(join(tmpdir(), 'meeting-'))
afterEach(() => rmSync(join(meeting, 'log'), { force: true }))

const run = (jobs: string, meet: string): Promise<Ended> =>
  project({
    'sum.js': 'exports.add = (a, b) => a + b + 1\nexports.sub = (a, b) => a - b\n',
    'sum.test.js': TEST_FILE,
  }).cli(
    [
      ...['run', 'fix the failing test', '-c', 'node sum.test.js', '--max-iterations', '1', '--json'],
      ...['--agent-cmd', "sed -i 's/a + b + 1/a + b/' sum.js", '--proof-jobs', jobs],
    ],
    { env: { MEETING: meeting, MEET: meet } },
  )

const runs = (): string => readFileSync(join(meeting, 'log'), 'utf8')

describe('--proof-jobs', () => {
  test('a clean copy that fails beside another run runs again alone, and its result counts', async () => {
    expect((await run('2', 'yes')).code).toBe(0)
    expect(runs()).toContain('ss')
  })

  test('with 1, no run is beside another', async () => {
    expect((await run('1', 'no')).code).toBe(0)
    expect(runs()).toMatch(/^(?:se){4,}$/)
  })
})
