// Drives every real agent that can be installed, with a scripted model on loopback, and prints what it does and reports.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'
import { printTable } from './side-by-side.mjs'

const root = resolve(import.meta.dirname, '..')
// Inside test/rig, so that packages and the command line are found from there as they are from the source.
const out = mkdtempSync(join(root, 'test', '.bench-'))
try {
  const entry = { drive: join(root, 'bench/agents/drive.ts') }
  await build({ config: false, entry, outDir: out, platform: 'node', target: 'node20', dts: false, logLevel: 'silent' })
  const bundle = readdirSync(out).find(file => file.startsWith('drive')) ?? ''
  const { driveAll } = await import(pathToFileURL(join(out, bundle)).href)
  const { table, good } = await driveAll(process.argv.slice(2))
  printTable(table)
  process.exitCode = good ? 0 : 1
} finally {
  rmSync(out, { recursive: true, force: true })
}
