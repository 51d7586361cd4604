import { dotFile } from '../protection/file-names.ts'
import type { Tool } from '../tool.ts'
import { labTests } from './plant.ts'
import { lab as labOutput } from './read.ts'

export const lab: Tool = {
  name: 'lab',
  kind: 'test-runner',
  commands: {
    starts: 'lab',
    proves: [
      [/^lab\b(?=.*\s(?:-L|--lint)\b)(?=.*\s(?:-Y|--types)\b)/, 'test', 'coverage', 'lint', 'types'],
      [/^lab\b.*\s(?:-L|--lint)\b/, 'test', 'coverage', 'lint'],
      [/^lab\b.*\s(?:-Y|--types)\b/, 'test', 'coverage', 'types'],
    ],
    measures: String.raw`(?:-c|-t|--coverage|--threshold)\b`,
    usual: 'npx lab',
    // Folders are called "lab", too: `cd lab && npm test`.
    sign: /(?:^|[&;|(]\s*|\.bin\/|\b(?:npx|bunx|exec|dlx|yarn|pnpm)\s+|\b\w+=\S*\s+)lab(?=\s|$)/,
    spoken: { test: 'hapi lab' },
    hazards: { 'cannot-fail': /(?:^|[\s/])lab\s(?:.*\s)?(?:-d|--dry)(?=\s|$)/ },
    settings: { files: String.raw`\.labrc` },
    package: '@hapi/lab',
  },
  readers: [labOutput],
  ids: { preload: true, tellsOnly: true },
  canary: { tests: labTests },
  protection: {
    files: { config: [dotFile('labrc')] },
    packages: ['@hapi/lab'],
    libraries: ['@hapi/(?:lab|code)'],
    flagFiles: /(?:^|\/)\.labrc\.\w+$/,
  },
}
