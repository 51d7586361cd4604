// Writes docs/tools.md from the table of tools.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'

const root = resolve(import.meta.dirname, '..')
const out = mkdtempSync(join(root, 'node_modules', '.tools-doc-'))
try {
  await build({
    config: false,
    entry: { document: join(root, 'scripts/tools-document.ts') },
    outDir: out,
    platform: 'node',
    target: 'node20',
    dts: false,
    logLevel: 'silent',
  })
  const bundle = readdirSync(out).find(file => file.startsWith('document')) ?? ''
  const { toolsDocument } = await import(pathToFileURL(join(out, bundle)).href)
  writeFileSync(join(root, 'docs/tools.md'), toolsDocument())
} finally {
  rmSync(out, { recursive: true, force: true })
}
