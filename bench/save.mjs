// What keeping a loop costs an iteration, early, late and very late.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'

const root = resolve(import.meta.dirname, '..')
// Inside test/, so that the packages are found as they are from the source.
const out = mkdtempSync(join(root, 'test', '.bench-'))
try {
  await build({
    config: false,
    entry: { save: join(root, 'bench/save.ts') },
    outDir: out,
    platform: 'node',
    target: 'node20',
    dts: false,
    logLevel: 'silent',
  })
  const bundle = readdirSync(out).find(file => file.startsWith('save')) ?? ''
  await import(pathToFileURL(join(out, bundle)).href)
} finally {
  rmSync(out, { recursive: true, force: true })
}
