import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { route } from '../../src/infer/route/route.ts'
import { utterances } from '../rig/utterances.ts'

const folder = resolve(import.meta.dirname, '../../bench/route')
const collected = readdirSync(folder).flatMap(name => utterances(resolve(folder, name)))

test('every collected utterance is understood as expected', () => {
  const wrong = collected.flatMap(({ say, context, expected }) => {
    const got: Readonly<Record<string, unknown>> = { ...route(say, { conversation: context }) }
    const keys = Object.keys(expected).filter(key => JSON.stringify(got[key]) !== JSON.stringify(expected[key]))
    return keys.map(key => `${say}\n  ${key}: ${JSON.stringify(got[key])} instead of ${JSON.stringify(expected[key])}`)
  })
  expect(wrong).toEqual([])
  expect(collected.length).toBeGreaterThan(3_000)
})
