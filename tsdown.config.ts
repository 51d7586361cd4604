import { defineConfig, type UserConfig } from 'tsdown'

export default defineConfig([
  {
    entry: { cli: 'src/cli/main.ts' },
    // CommonJS starts a third faster than modules do, and starting is most of what `status` does.
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    dts: false,
    // Chunks are read from disk on every start; one file per lazily imported command keeps that to two.
    // Functions and classes keep their names, because people read them in stack traces and errors.
    minify: { compress: true, mangle: { keepNames: { function: true, class: true } } },
    deps: { alwaysBundle: [/./], onlyBundle: false },
    // A package that offers both is taken as modules: its other form may load parts by names that no bundler sees.
    inputOptions: { resolve: { mainFields: ['module', 'main'] } },
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
  // Loaded into the programs of others: each is one small file, in the language of an old Node.
  ...Object.entries({
    evidence: 'src/tools/preload/evidence.ts',
    'go-test': 'src/tools/go/run-test-binary.ts',
  }).map(
    ([name, file]): UserConfig => ({
      entry: { [name]: file },
      outDir: 'dist/preload',
      format: 'cjs',
      platform: 'node',
      target: 'node16',
      dts: false,
      clean: false,
      minify: { compress: true, mangle: false },
      copy: [{ from: 'src/tools/*/*.{py,rb}', to: 'dist/preload' }],
    }),
  ),
])
