import { expect, test } from 'vitest'
import { SETTING_NAMES, settingNamed } from '../../src/run/settings/settings.ts'
import { DEFAULT_LIMITS, DEFAULT_OPTIONS } from '../../src/run/settings/values.ts'
import { configSchema, configurationPage } from './configuration-page.ts'
import { expectCurrent } from './expect-current.ts'

test('docs/configuration.md is current', async () => {
  expectCurrent('docs/configuration.md', await configurationPage())
})

test('schemas/config.schema.json is current', () => {
  expectCurrent('schemas/config.schema.json', `${JSON.stringify(configSchema(), null, 2)}\n`)
})

test('every default is a value of its setting', () => {
  expect(DEFAULT_LIMITS).toEqual({
    iterations: 10,
    totalMs: 3_600_000,
    turnMs: 1_800_000,
    checkMs: 600_000,
    waitMs: 21_600_000,
    tokens: null,
    usd: null,
    usdPerDay: null,
  })
  expect(DEFAULT_OPTIONS).toMatchObject({ strategy: 'ralph', checkWhen: null, proof: 'standard', mayChange: [] })
})

test('no two settings share a flag or a field of the request', () => {
  const spelled = SETTING_NAMES.flatMap(name => {
    const { short, alias, option } = settingNamed(name)
    return [name, short, alias, option && `option ${option}`].filter(each => each !== undefined)
  })
  expect(spelled).toEqual([...new Set(spelled)])
})
