import { mkdirSync, readFileSync, statfsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/rig/longest-first.ts'

// Node reads these certificates at every start, which takes longer than starting. No test speaks to anybody but this machine;
// only what installs real agents does.
if (!process.env['AGENT_LOOP_E2E']) delete process.env['NODE_EXTRA_CA_CERTS']

// Scenarios write many small files. In memory they take a tenth less time.
if (process.env['TMPDIR'] === undefined) {
  const folder = folderInMemory()
  if (folder !== null) process.env['TMPDIR'] = folder
}

function folderInMemory(): string | null {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize < 4e9) return null
    const folder = `/dev/shm/agent-loop-tests-${userInfo().uid}`
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    return folder
  } catch {
    return null
  }
}

/** It imports JSON in a way that only bundlers understand, and names source files that it does not bring. */
const WORKFLOW_PARSER = '@actions/workflow-parser'
const withoutItsMaps = {
  name: 'without-maps',
  load: (id: string): string | null =>
    id.includes(WORKFLOW_PARSER) && id.endsWith('.js')
      ? readFileSync(id, 'utf8').replace(/\/\/# sourceMappingURL=.*/, '')
      : null,
}

export default defineConfig({
  plugins: [withoutItsMaps],
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    reporters: ['default', './test/rig/closing-line.ts'],
    // Most scenarios wait for processes of theirs: two workers for each of two cores.
    maxWorkers: 4,
    // Our own modules are loaded once per worker instead of once per file: half of the processor time of the unit tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    server: { deps: { inline: [WORKFLOW_PARSER] } },
    // A busy machine is slow, not wrong.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
