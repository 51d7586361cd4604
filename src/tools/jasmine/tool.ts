import { javaScriptTests } from '../canary/planters.ts'
import { configModule, dataFile, dotFile } from '../protection/file-names.ts'
import type { Tool } from '../tool.ts'
import { jasmine as jasmineOutput } from './read.ts'

export const jasmine: Tool = {
  name: 'jasmine',
  kind: 'test-runner',
  commands: {
    starts: 'jasmine',
    sign: /\bjasmine\b/,
    spoken: { test: 'jasmine' },
    settings: { files: String.raw`jasmine\.|\.jasmine` },
  },
  readers: [jasmineOutput],
  canary: { tests: javaScriptTests },
  protection: {
    files: { config: [dataFile('jasmine'), configModule('jasmine'), dotFile('jasmine')] },
    detection: { names: ['jasmine'], globals: ['jasmine'] },
    packages: ['jasmine.*'],
    libraries: ['jasmine(?:-core)?'],
  },
}
