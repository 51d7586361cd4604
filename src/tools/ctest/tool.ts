import { listedByShape } from '../ids/listed/by-shape.ts'
import type { Tool } from '../tool.ts'
import { ctest as ctestOutput } from './read.ts'

export const ctest: Tool = {
  name: 'ctest',
  kind: 'test-runner',
  commands: { programs: 'ctest', sign: /\bctest\b/ },
  readers: [ctestOutput],
  ids: {
    // Nothing is reported with it, but a failed test says why, and a planted failure is named.
    switches: ({ env }) => ({ CTEST_OUTPUT_ON_FAILURE: env['CTEST_OUTPUT_ON_FAILURE'] || '1' }),
    listed: listedByShape({
      has: ' Test ',
      test: /^\s*\d+\/\d+ Test\s+#\d+: (?<title>.+?) \.*\s*(?:\*\*\*)?(?<state>Passed|Failed|Skipped|Not Run \(Disabled\)|Not Run|Timeout|Exception)[: ].*sec\s*$/,
      states: { Passed: 'passed', Skipped: 'skipped', 'Not Run (Disabled)': 'skipped' },
    }),
  },
  protection: { files: { config: [/^CTestCustom\.\w+$|^CTestConfig\.cmake$/] } },
}
