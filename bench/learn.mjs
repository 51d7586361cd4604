// Reads every recorded output and says, per tool, how much of what it contains was found.
import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'

const root = resolve(import.meta.dirname, '..')
// Inside test/, so that the recordings are found beside the bundle as they are beside the source.
const out = mkdtempSync(join(root, 'test', '.bench-'))
try {
  await build({
    config: false,
    entry: { learn: join(root, 'bench/learn.ts') },
    outDir: out,
    platform: 'node',
    target: 'node20',
    dts: false,
    logLevel: 'silent',
  })
  const { readdirSync } = await import('node:fs')
  await import(pathToFileURL(join(out, readdirSync(out).find(file => /^learn\./.test(file)) ?? '')).href)
} finally {
  rmSync(out, { recursive: true, force: true })
}
