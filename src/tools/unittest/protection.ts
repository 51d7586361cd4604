import type { Protection } from '../protection.ts'

export const unittestProtection: Protection = {
  files: {
    autoLoaded: [/^unittest\.cfg$/i],
    // A module of this name beside the tests is imported in place of the library.
    autoLoadedPaths: [/^(?:(?:src|tests?|lib)\/)?unittest(?:\.py|\/__init__\.py)$/],
  },
  detection: { names: ['unittest'], modules: ['unittest'] },
}
