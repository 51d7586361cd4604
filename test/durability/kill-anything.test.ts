import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'tsdown'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fuzz } from '../../bench/durability/fuzz.ts'
import { sleeperIsRefused } from '../../bench/durability/sleeper.ts'

// A short form of `npm run bench:durability`. SEED=… repeats the choices of a run that failed.
vi.setConfig({ testTimeout: 300_000 })

const rounds = 6
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

test(`${rounds} rounds of kill -9 of daemon, watcher, agent or gate lose, double and invent nothing (seed ${seed})`, async () => {
  const { troubles, turns } = await fuzz({ cli: resolve(import.meta.dirname, '../../dist/cli.cjs'), rounds, seed })
  expect(troubles).toEqual([])
  expect(turns).toBeGreaterThan(0)
})

test('a holder that slept while another took its loop over writes nothing that counts', async () => {
  // Inside test/, so that the packages are found as they are from the source.
  const outDir = mkdtempSync(join(import.meta.dirname, '../.saver-'))
  onTestFinished(() => rmSync(outDir, { recursive: true, force: true }))
  const saver = resolve(import.meta.dirname, '../../bench/durability/saver.ts')
  await build({ config: false, entry: { saver }, outDir, platform: 'node', dts: false, logLevel: 'silent' })
  expect(
    await sleeperIsRefused(join(outDir, readdirSync(outDir).find(name => name.startsWith('saver')) ?? '')),
  ).toEqual([])
})
