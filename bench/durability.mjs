// What a crash costs, and what it must not: kill -9 of anything at random instants, a crash at every system call of a save, a holder
// that slept, and the memory of a daemon whose agents flood it.
//   npm run bench:durability            20 rounds; -- --long: 1,000 rounds and 10,000 saves; -- --seed N repeats the choices
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'

const root = resolve(import.meta.dirname, '..')
// Inside test/, so that the packages are found as they are from the source.
const out = mkdtempSync(join(root, 'test', '.bench-'))
try {
  await build({
    config: false,
    entry: { durability: join(root, 'bench/durability/all.ts'), saver: join(root, 'bench/durability/saver.ts') },
    outDir: out,
    platform: 'node',
    target: 'node20',
    dts: false,
    logLevel: 'silent',
  })
  const named = name => join(out, readdirSync(out).find(file => file.startsWith(`${name}.`)) ?? '')
  const { all } = await import(pathToFileURL(named('durability')).href)
  const given = process.argv.indexOf('--seed')
  const seed = given < 0 ? Date.now() % 1_000_000 : Number(process.argv[given + 1])
  const long = process.argv.includes('--long')
  // A copy: whoever builds meanwhile does not change what is measured.
  cpSync(join(root, 'dist'), join(out, 'dist'), { recursive: true })
  process.exitCode = await all({ cli: join(out, 'dist/cli.cjs'), saver: named('saver'), long, seed })
} finally {
  rmSync(out, { recursive: true, force: true })
}
