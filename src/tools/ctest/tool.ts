import { listedByShape } from '../ids/listed/by-shape.ts'
import type { Tool } from '../tool.ts'
import { ctest as ctestOutput } from './read.ts'

export const ctest: Tool = {
  name: 'ctest',
  kind: 'test-runner',
  commands: { programs: 'ctest', sign: /\bctest\b/ },
  readers: [ctestOutput],
  ids: {
    listed: listedByShape({
      has: ' Test ',
      test: /^\s*\d+\/\d+ Test\s+#\d+: (?<title>.+?) \.*\s*(?:\*\*\*)?(?<state>Passed|Failed|Skipped|Not Run \(Disabled\)|Not Run|Timeout|Exception)[: ].*sec\s*$/,
      states: { Passed: 'passed', Skipped: 'skipped', 'Not Run (Disabled)': 'skipped' },
    }),
  },
  protection: { files: { config: [/^CTestCustom\.\w+$|^CTestConfig\.cmake$/] } },
}
