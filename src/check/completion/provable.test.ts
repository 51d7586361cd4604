import { expect, test } from 'vitest'
import type { CheckConfig } from './config.ts'
import { provableParts } from './provable.ts'

const list =
  (...features: readonly object[]) =>
  async (path: string) =>
    path === 'feature_list.json' ? JSON.stringify(features) : null
const FEATURES: CheckConfig = { kind: 'feature_list' }

test('what stands behind the flags of a list is proven, and flags with nothing behind them are named', async () => {
  const read = list({ name: 'adds', passes: false, verify: 'npm test' }, { name: 'is pretty', passes: false })
  expect(await provableParts(FEATURES, read)).toEqual({
    criterion: { kind: 'exit_code', command: 'npm test', expect: 0, said: 'adds' },
    believed: ['these features have no "verify" command, so their flags are trusted: is pretty'],
  })
})

test.each([
  ['there is no command', FEATURES, list({ name: 'is pretty', passes: false })],
  ['there is no list yet', FEATURES, async () => null],
  ['the commands run in a sandbox', { ...FEATURES, sandbox: 'bubblewrap' }, list({ name: 'a', verify: 'true' })],
] as const)('nothing is provable, and that is said, where %s', async (_, check, read) => {
  const { criterion, believed } = await provableParts(check, read)
  expect(criterion).toBeNull()
  expect(believed).toHaveLength(1)
})

test('of several checks those are proven that can be', async () => {
  const check: CheckConfig = {
    kind: 'all_of',
    checks: [FEATURES, { kind: 'test_suite', command: 'npm run lint' }, { kind: 'command', command: 'ask' }],
  }
  const { criterion } = await provableParts(check, list({ name: 'adds', passes: true, verify: 'npm test' }))
  expect(criterion).toMatchObject({ kind: 'all_of', parts: [{ command: 'npm test' }, { command: 'npm run lint' }] })
})
