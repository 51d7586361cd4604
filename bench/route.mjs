// Says how many of the collected utterances are understood as expected. --held-out and --seen take a third and the rest; --verbose names those that are not.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'

const root = resolve(import.meta.dirname, '..')
const entry = 'route'
// Bundled first: the sources are TypeScript.
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
