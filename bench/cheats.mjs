// False victories that are accepted and honest work that is refused: scripted agents on real projects, and several loops as judges.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'

const out = mkdtempSync(join(tmpdir(), 'agent-loop-bench-'))
try {
  const entry = { suite: resolve(import.meta.dirname, 'cheats/suite.ts') }
  await build({ config: false, entry, outDir: out, platform: 'node', target: 'node20', dts: false, logLevel: 'silent' })
  const { runSuite } = await import(
    pathToFileURL(join(out, readdirSync(out).find(file => file.startsWith('suite')) ?? '')).href
  )
  process.exitCode = await runSuite(resolve(import.meta.dirname, '..'), process.argv.slice(2))
} finally {
  rmSync(out, { recursive: true, force: true })
}
