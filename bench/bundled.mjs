// Runs bench/<name>.ts: bundled first, for the sources are TypeScript, and inside test/, so that recordings are found from the bundle.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'

/** `others`: programs that the bench starts, beside its own bundle. */
export async function runBundled(name, others = {}) {
  const root = resolve(import.meta.dirname, '..')
  const out = mkdtempSync(join(root, 'test', '.bench-'))
  try {
    await build({
      config: false,
      entry: { [name]: join(root, `bench/${name}.ts`), ...absolute(others, root) },
      outDir: out,
      platform: 'node',
      target: 'node20',
      dts: false,
      logLevel: 'silent',
    })
    const bundle = readdirSync(out).find(file => file.startsWith(name)) ?? ''
    await import(pathToFileURL(join(out, bundle)).href)
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

const absolute = (entries, root) =>
  Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)]))
