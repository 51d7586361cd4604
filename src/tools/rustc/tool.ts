import type { Tool } from '../tool.ts'
import { rustc as rustcOutput } from './read.ts'

export const rustc: Tool = {
  name: 'rustc',
  kind: 'compiler',
  commands: { programs: 'rustc', proves: [[/^rustc(\s|$)/, 'build', 'types']] },
  readers: [rustcOutput],
  protection: {
    attributes: [
      {
        family: 'lint',
        languages: /^rust$/,
        pattern: /#(?<file>!?)\[\s*(?:cfg_attr\s*\([^\]]*?,\s*)?(?<soft>allow|expect)\s*\((?<rules>[^)\]]*)\)/g,
        scope: found => (found.groups?.['file'] === '!' ? 'file' : 'block'),
      },
      {
        family: 'types',
        languages: /^rust$/,
        pattern: /\b(?:todo|unimplemented|unreachable_unchecked)!?\s*[([{]/g,
        scope: () => 'line',
        rule: 'unfinished code',
        against: 'file',
        compiler: true,
      },
      {
        family: 'coverage',
        languages: /^rust$/,
        pattern:
          /#(?<file>!?)\[\s*(?:coverage\s*\(\s*off\s*\)|cfg_attr\s*\([^\]]*?coverage\s*\(\s*off\s*\)|no_coverage|cfg\s*\(\s*not\s*\(\s*tarpaulin(?:_include)?\s*\)|tarpaulin::skip)/g,
        scope: found => (found.groups?.['file'] === '!' ? 'file' : 'block'),
        rule: 'coverage',
      },
    ],
    commonInTests: /^(?:dead_code|unused\w*|clippy::(?:unwrap_used|expect_used|panic|float_cmp))$/,
  },
}
