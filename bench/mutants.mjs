// Mutants of the loop's pure core, and which of them its own tests do not notice. Names of files pick some of them:
//   npm run bench:mutants -- src/loop/policy.ts src/loop/stuck.ts
// Results are kept in a cache folder: a later run tries only mutants of lines that changed, or whose tests did.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'agent-loop-mutants')
const chosen = process.argv.slice(2)

const config = {
  mutate: chosen.length > 0 ? chosen : ['src/loop/**/*.ts', '!src/loop/**/*.test.ts'],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.config.mjs', related: false },
  // TypeScript 7 has no API for Stryker to read its configuration with.
  tsconfigFile: 'none.json',
  // Values of constants are built when the module loads; all tests would run for each of them.
  ignoreStatic: true,
  // Words for people: a test that repeats them proves nothing.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: 1,
  incremental: true,
  incrementalFile: join(cache, 'incremental.json'),
  // In the copy below.
  inPlace: true,
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}
const tests = { test: { include: ['src/loop/**/*.test.ts'], testTimeout: 20_000 } }

mkdirSync(cache, { recursive: true })
const copy = mkdtempSync(join(tmpdir(), 'agent-loop-mutants-'))
for (const name of ['src', 'test/rig', 'package.json', 'tsconfig.json'])
  cpSync(join(root, name), join(copy, name), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
writeFileSync(join(copy, 'vitest.config.mjs'), `export default ${JSON.stringify(tests)}\n`)
writeFileSync(join(copy, 'stryker.config.json'), JSON.stringify(config))
const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const { status } = spawnSync(process.execPath, [stryker, 'run'], {
  cwd: copy,
  env: { PROPERTY_SHARE: '0.1', ...process.env },
  stdio: 'inherit',
})
rmSync(copy, { recursive: true, force: true })
process.exitCode = status ?? 1
