// Honest and dishonest changes of real open-source projects, judged by the built program. bench/projects/README.md says how to set up the checkouts.
//   npm run bench:projects -- --corpus FOLDER              every case
//   npm run bench:projects -- --corpus FOLDER heck bytes.js/fix   ids that begin so
//   npm run bench:projects -- --corpus FOLDER --labels     only compares the labels with the oracles
//   npm run bench:projects -- --corpus FOLDER --measures   times, `gate doctor`, and `prove`
//   npm run bench:projects -- --corpus FOLDER --costs      only the times
//   --rounds N: how often each project is measured (3); --json FILE: the results as JSON; --cli FILE: another build
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'tsdown'

const { values: flags, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: 'string' },
    labels: { type: 'boolean', default: false },
    measures: { type: 'boolean', default: false },
    costs: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
    cli: { type: 'string' },
  },
})
if (flags.corpus === undefined) {
  console.error('Which checkouts? Give --corpus FOLDER. bench/projects/README.md says what is in it.')
  process.exit(2)
}
const out = mkdtempSync(join(import.meta.dirname, '../test/.bench-'))
try {
  const entry = { suite: resolve(import.meta.dirname, 'projects/suite.ts') }
  await build({ config: false, entry, outDir: out, platform: 'node', target: 'node20', dts: false, logLevel: 'silent' })
  const file = readdirSync(out).find(name => name.startsWith('suite')) ?? ''
  const { runProjects } = await import(pathToFileURL(join(out, file)).href)
  process.exitCode = await runProjects({
    corpus: resolve(flags.corpus),
    words,
    labels: flags.labels,
    measures: flags.measures,
    costs: flags.costs,
    rounds: Number(flags.rounds),
    json: flags.json ?? null,
    cli: flags.cli ? resolve(flags.cli) : null,
  })
} finally {
  rmSync(out, { recursive: true, force: true })
}
