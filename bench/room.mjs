// How long a clean room takes to open over a tree of 100,000 files, and what a run in it costs.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'

const out = mkdtempSync(join(tmpdir(), 'agent-loop-bench-'))
try {
  const entry = { room: resolve(import.meta.dirname, 'room.ts') }
  await build({ config: false, entry, outDir: out, platform: 'node', target: 'node20', dts: false, logLevel: 'silent' })
  await import(pathToFileURL(join(out, readdirSync(out).find(file => file.startsWith('room')) ?? '')).href)
} finally {
  rmSync(out, { recursive: true, force: true })
}
