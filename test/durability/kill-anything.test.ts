import { resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { fuzz } from '../../bench/durability/fuzz.ts'

// A short form of `npm run bench:durability`. SEED=… repeats the choices of a run that failed.
vi.setConfig({ testTimeout: 300_000 })

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

test(`30 rounds of kill -9 of daemon, watcher, agent or gate lose, double and invent nothing (seed ${seed})`, async () => {
  const { troubles, turns } = await fuzz({ cli: resolve(import.meta.dirname, '../../dist/cli.cjs'), rounds: 30, seed })
  expect(troubles).toEqual([])
  expect(turns).toBeGreaterThan(0)
})
