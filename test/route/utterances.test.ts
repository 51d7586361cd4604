import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { route } from '../../src/infer/route/route.ts'
import { utterances } from '../rig/utterances.ts'

const folder = resolve(import.meta.dirname, '../../bench/route')
const read = readdirSync(folder)
  .flatMap(name => utterances(resolve(folder, name)))
  .map(({ say, context, expected }) => {
    const got: Readonly<Record<string, unknown>> = { ...route(say, { conversation: context }) }
    return { say, got, expected, isRight: Object.keys(expected).every(key => same(got[key], expected[key])) }
  })

function same(got: unknown, expected: unknown): boolean {
  return JSON.stringify(got) === JSON.stringify(expected)
}

test('nearly all of the collected sentences are understood', () => {
  const wrong = read.filter(({ isRight }) => !isRight).map(({ say }) => say)
  expect(read.length).toBeGreaterThan(1_000)
  expect(wrong.length / read.length, wrong.join('\n')).toBeLessThan(0.03)
})

test('no sentence starts a background loop unless it asks for one', () => {
  const started = read.filter(({ got, expected }) => got['route'] === 'external' && expected['route'] !== 'external')
  expect(started.filter(({ expected }) => expected['control'] == null).map(({ say }) => say)).toEqual([])
})
