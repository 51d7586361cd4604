import { pythonTests } from '../canary/planters.ts'
import type { Tool } from '../tool.ts'
import { unittest as unittestOutput } from './read.ts'

export const unittest: Tool = {
  name: 'unittest',
  kind: 'test-runner',
  commands: {
    programs: 'unittest',
    spoken: {},
    starts: String.raw`unittest|\S*manage\.py test|python3? (\S*\/)?manage\.py test`,
    sign: /\b-m unittest\b| -m unittest\b|\bmanage\.py test\b/,
    settings: { files: String.raw`unittest\.cfg` },
  },
  readers: [unittestOutput],
  canary: { tests: pythonTests },
  protection: {
    files: {
      autoLoaded: [/^unittest\.cfg$/i],
      // A module of this name beside the tests is imported in place of the library.
      autoLoadedPaths: [/^(?:(?:src|tests?|lib)\/)?unittest(?:\.py|\/__init__\.py)$/],
    },
    detection: { names: ['unittest'], modules: ['unittest'] },
  },
}
