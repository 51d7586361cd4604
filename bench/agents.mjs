// Drives every real agent that can be installed, with a scripted model on loopback, and prints what it does and reports.
// With `--flood`: a gigabyte of each format through its adapter. With names: these agents alone.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'
import { printTable } from './side-by-side.mjs'

const root = resolve(import.meta.dirname, '..')
const [first, ...names] = process.argv.slice(2)
const name = first === '--flood' ? 'flood' : 'drive'
// Inside test/, so that packages and the command line are found from there as they are from the source.
const out = mkdtempSync(join(root, 'test', '.bench-'))
try {
  const entry = { [name]: join(root, `bench/agents/${name}.ts`) }
  await build({ config: false, entry, outDir: out, platform: 'node', target: 'node20', dts: false, logLevel: 'silent' })
  const bundle = readdirSync(out).find(file => file.startsWith(name)) ?? ''
  const { driveAll, floodAll } = await import(pathToFileURL(join(out, bundle)).href)
  const asked = [first, ...names].filter(Boolean)
  const { table, good } = await (name === 'flood' ? floodAll() : driveAll(asked))
  printTable(table)
  process.exitCode = good ? 0 : 1
} finally {
  rmSync(out, { recursive: true, force: true })
}
