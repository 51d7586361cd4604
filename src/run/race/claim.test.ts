import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nodeDisk } from '../../system/disk.ts'
import { mayAct } from './claim.ts'

test('one result of a race may act, whoever asks and how often', async () => {
  const project = mkdtempSync(join(tmpdir(), 'agent-loop-test-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  const warnings: string[] = []
  const parts = { disk: nodeDisk(), layout: { project }, warn: (line: string) => warnings.push(line) }
  const ask = (id: string, race: string | null, hasWon?: () => boolean) =>
    mayAct({ mayAct: hasWon }, { id, race }, parts)
  // A loop that lost in its own process does not claim the race.
  expect(await ask('a', 'r1', () => false)).toBe(false)
  const asked = await Promise.all(['b', 'c', 'd'].map(id => ask(id, 'r1')))
  expect(asked.filter(Boolean)).toHaveLength(1)
  const again = await Promise.all(['b', 'c', 'd'].map(id => ask(id, 'r1', () => true)))
  expect(again).toEqual(asked)
  expect(warnings).toHaveLength(4)
  expect(await Promise.all([ask('e', 'r2'), ask('f', null), ask('g', null)])).toEqual([true, true, true])
  expect(readdirSync(join(project, 'races')).sort()).toEqual(['r1', 'r2'])
  const full = { ...parts, disk: { ...parts.disk, write: () => Promise.reject(new Error('no space')) } }
  expect(await mayAct({}, { id: 'h', race: 'r3' }, full)).toBe(false)
  expect(warnings.at(-1)).toContain('no space')
})
