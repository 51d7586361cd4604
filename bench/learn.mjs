// Reads every recorded output and says, per tool, how much of what it contains was found; with --speed, how fast.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'

const root = resolve(import.meta.dirname, '..')
const entry = process.argv.includes('--speed') ? 'read-speed' : 'learn'
// Inside test/, so that the recordings are found beside the bundle as they are beside the source.
const out = mkdtempSync(join(root, 'test', '.bench-'))
try {
  await build({
    config: false,
    entry: { [entry]: join(root, `bench/${entry}.ts`) },
    outDir: out,
    platform: 'node',
    target: 'node20',
    dts: false,
    logLevel: 'silent',
  })
  const bundle = readdirSync(out).find(file => file.startsWith(entry)) ?? ''
  await import(pathToFileURL(join(out, bundle)).href)
} finally {
  rmSync(out, { recursive: true, force: true })
}
