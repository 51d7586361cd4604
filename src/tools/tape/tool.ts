import type { Tool } from '../tool.ts'
import { tapeTests } from './plant.ts'
import { tape as tapeOutput } from './read.ts'

export const tape: Tool = {
  name: 'tape',
  kind: 'test-runner',
  commands: {
    // A word of its own, too, so it is no entry of `programs`.
    starts: 'tape',
    usual: "npx tape 'test/**/*.js'",
    sign: /(?:^|[&;|(]\s*|\.bin\/|\/bin\/|\b(?:npx|bunx|exec|dlx|yarn|pnpm|nyc|c8)\s+(?:-\S+\s+)*|\b\w+=\S*\s+)tape(?=\s|$)/,
    settings: { files: String.raw`\.taperc` },
  },
  readers: [tapeOutput],
  ids: { preload: true, tellsOnly: true },
  canary: { tests: tapeTests },
  protection: {
    detection: { variables: ['NODE_TAPE_\\w+'] },
    packages: ['tape'],
    libraries: ['tape'],
    scripts: ['tape'],
  },
}
