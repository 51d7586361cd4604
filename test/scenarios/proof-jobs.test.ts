import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { project } from '../rig/in-process.ts'

const FIX = 'sed -i s/-/+/ sum.js && echo done'
const WRONG = 'export const sum = (a, b) => a - b\n'

const files = (more: string) => ({
  'package.json': '{"name":"sums","private":true,"type":"module","scripts":{"test":"node --test"}}\n',
  'sum.js': WRONG,
  'sum.test.js': `import assert from 'node:assert/strict'
import { mkdirSync, rmdirSync } from 'node:fs'
import { test } from 'node:test'
import { sum } from './sum.js'
test('nothing', () => assert.equal(sum(2, 0), 2))
test('three', () => assert.equal(sum(1, 2), 3))
${more}`,
})

const proofSteps = (events: readonly Record<string, unknown>[]) => {
  const end = events.filter(({ kind }) => kind === 'check-end').at(-1) as { proof?: { steps: { step: string }[] } }
  return end?.proof?.steps.map(({ step }) => step) ?? []
}

describe('runs of a proof at the same time', () => {
  test('--proof-jobs 2 and 1 come to the same result', async () => {
    const steps: string[][] = []
    for (const jobs of ['2', '1']) {
      const here = project(files(''), { git: true })
      const end = await here.cli([
        ...['run', 'fix the failing test', '-c', 'npm test', '--agent-cmd', FIX],
        ...['--proof-jobs', jobs, '--max-iterations', '1', '--json'],
      ])
      expect(end.events.at(-1)).toMatchObject({ status: 'verified' })
      steps.push(proofSteps(end.events).sort())
    }
    expect(steps[0]).toContain('canary')
    expect(steps[0]).toContain('elsewhere')
    expect(steps[0]).toEqual(steps[1])
  })

  test('tests that cannot run twice at the same time are no objection: the runs are repeated one by one', async () => {
    const lock = `test('alone', async () => {
  mkdirSync(process.env.ONE_AT_A_TIME)
  await new Promise(done => setTimeout(done, 1500))
  rmdirSync(process.env.ONE_AT_A_TIME)
})
`
    const here = project(files(lock), { git: true })
    const shared = join(here.home, 'shared')
    mkdirSync(shared)
    const end = await here.cli(
      [
        ...['run', 'fix the failing test', '-c', 'npm test', '--agent-cmd', FIX],
        ...['--proof-jobs', '2', '--max-iterations', '1', '--json'],
      ],
      { env: { ONE_AT_A_TIME: join(shared, 'lock') } },
    )
    expect(end.events.at(-1)).toMatchObject({ status: 'verified' })
  })
})
