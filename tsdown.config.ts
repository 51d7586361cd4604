import { defineConfig } from 'tsdown'

export default defineConfig([
  {
    entry: { cli: 'src/surfaces/cli/main.ts' },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    dts: false,
    fixedExtension: false,
    // Chunks are read from disk on every start; one file per lazily imported command keeps that to two.
    minify: { compress: true, mangle: false },
    noExternal: [/./],
  },
  {
    entry: { index: 'src/index.ts' },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    dts: true,
    fixedExtension: false,
    clean: false,
  },
])
