import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type CheckConfig, checkConfigSchema, createCheck, describeCheck, thisMachine } from '../../src/core.ts'
import { fixtureFiles, fixturesIn, isInstalled, play } from '../rig/check-fixtures.ts'

describe.each(fixtureFiles())('%s', file => {
  test.for(fixturesIn(file))('$name', async (fixture, context) => {
    const lacking = fixture.needs?.find(program => !isInstalled(program))
    context.skip(lacking !== undefined, `needs ${lacking}`)
    const env = { ...process.env, ...fixture.env }
    await play(fixture, () => createCheck(z.parse(checkConfigSchema, fixture.check), { ...thisMachine(), env }))
  })
})

const all = fixtureFiles().flatMap(fixturesIn)
const kinds: readonly CheckConfig['kind'][] = [
  'feature_list',
  'test_suite',
  'sql_query',
  'sql_result',
  'always',
  'command',
  'criterion',
  'all_of',
]

test.each(kinds)('%s is tried with a yes and with a reason', kind => {
  const expected = all.filter(({ check }) => check.kind === kind).map(fixture => fixture.expect)
  expect(expected).toContain(null)
  expect(expected.some(wanted => wanted !== null && 'contains' in wanted)).toBe(true)
})

test('a configuration is described as the check describes itself', () => {
  const asked = all.filter(({ expect: wanted }) => wanted === null || !('throws' in wanted))
  for (const { check } of asked) expect(describeCheck(check)).toBe(createCheck(check).description())
})
