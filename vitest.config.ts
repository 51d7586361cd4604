import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/rig/longest-first.ts'

// Node reads these certificates at every start, which takes longer than starting. No test speaks to anybody but this machine;
// only what installs real agents does.
if (!process.env['AGENT_LOOP_E2E']) delete process.env['NODE_EXTRA_CA_CERTS']

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    reporters: ['default', './test/rig/closing-line.ts'],
    // Most scenarios wait for processes of theirs: two workers for each of two cores.
    maxWorkers: 4,
    // Our own modules are loaded once per worker instead of once per file: half of the processor time of the unit tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // A busy machine is slow, not wrong.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
