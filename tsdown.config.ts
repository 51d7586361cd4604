import { defineConfig, type UserConfig } from 'tsdown'
import { bundledLicenses } from './scripts/bundled-licenses.ts'

const plugins = [bundledLicenses('dist/THIRD-PARTY-LICENSES.txt')]

/**
 * Opening a file costs more than the code in it, and a chunk for each set of commands that share a module makes hundreds of files. Each layer
 * here is one file. It holds the modules that match, and all that they import statically, except modules of the layers above it. So no layer
 * imports one below it. All other modules, and everything behind an `import()`, are split as usual.
 */
const layers = [
  { name: 'start', test: /src\/cli\/program\.ts$/ },
  { name: 'session', test: /src\/cli\/commands\/hook\.ts$/ },
  {
    name: 'state',
    test: /src\/(cli\/commands\/status|cli\/find-fleet|store\/registry\/overview|store\/journal\/read-state)\.ts$/,
  },
  { name: 'tools', test: /src\/tools\/(catalog|all)\.ts$/ },
  { name: 'turn', test: /src\/assistants\/hooks\/close-stop\.ts$/ },
].map((layer, index, all) => ({ ...layer, priority: all.length - index }))

export default defineConfig([
  {
    entry: { cli: 'src/cli/main.ts' },
    // CommonJS starts a third faster than modules do, and starting is most of what `status` does.
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    dts: false,
    // Functions and classes keep their names, because people read them in stack traces and errors.
    minify: { compress: true, mangle: { keepNames: { function: true, class: true } } },
    plugins,
    deps: { alwaysBundle: [/./], onlyBundle: false },
    // A package that offers both is taken as modules: its other form may load parts by names that no bundler sees.
    inputOptions: { resolve: { mainFields: ['module', 'main'] } },
    outputOptions: { codeSplitting: { groups: layers } },
  },
  {
    entry: { index: 'src/index.ts', core: 'src/core.ts' },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    dts: true,
    fixedExtension: false,
    clean: false,
    plugins,
  },
  // The page of `ui`, which a browser loads from our own server.
  {
    entry: { page: 'src/web/page/main.tsx' },
    outDir: 'dist/web',
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    tsconfig: 'src/web/page/tsconfig.json',
    dts: false,
    clean: false,
    minify: true,
    deps: { alwaysBundle: [/./], onlyBundle: false },
    copy: [
      { from: 'src/web/page/*.{html,css,svg}', to: 'dist/web' },
      { from: 'node_modules/uplot/dist/uPlot.min.css', to: 'dist/web' },
    ],
  },
  // Loaded into the programs of others: each is one small file, in the language of an old Node.
  ...Object.entries({
    evidence: 'src/tools/preload/evidence.ts',
    'go-test': 'src/tools/go/run-test-binary.ts',
    'shift-clock': 'src/tools/node/shift-clock.ts',
  }).map(
    ([name, file]): UserConfig => ({
      entry: { [name]: file },
      outDir: 'dist/preload',
      format: 'cjs',
      platform: 'node',
      target: 'node16',
      dts: false,
      clean: false,
      plugins,
      minify: { compress: true, mangle: false },
      // Once: builds run side by side.
      ...(name === 'evidence' && { copy: [{ from: 'src/tools/*/*.{php,py,rb}', to: 'dist/preload' }] }),
    }),
  ),
])
