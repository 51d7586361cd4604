// Every bench that needs minutes at most, one after the other, and a table of how each ended. With --long also those that take longer or
// fetch what they drive; with --corpus DIR inference too, with --projects DIR real projects. Names pick some of them: npm run bench -- hook loop
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { printTable } from './side-by-side.mjs'

const LONG = ['cheats', 'mutants', 'durability', 'plan', 'agents', 'inspector']
const { values, positionals } = parseArgs({
  options: { long: { type: 'boolean', default: false }, corpus: { type: 'string' }, projects: { type: 'string' } },
  allowPositionals: true,
})
const root = resolve(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))
const known = Object.keys(scripts).flatMap(name => /^bench:(.+)$/.exec(name)?.[1] ?? [])
const unknown = positionals.filter(name => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are: ${known.join(', ')}`)
  process.exit(2)
}
// What these read is not part of this repository.
const CORPORA = { infer: values.corpus, projects: values.projects }
// This one reads it if it is there.
const MORE = { plan: values.projects }
const due = name => (name in CORPORA ? CORPORA[name] !== undefined : values.long || !LONG.includes(name))
const chosen = positionals.length > 0 ? positionals : known.filter(due)

const rows = [['bench', 'seconds', 'ended']]
for (const name of chosen) {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}\n`)
  const began = performance.now()
  const folder = CORPORA[name] ?? MORE[name]
  const own = folder ? ['--', '--corpus', resolve(folder)] : []
  const { status } = spawnSync('npm', ['run', '-s', `bench:${name}`, ...own], { cwd: root, stdio: 'inherit' })
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  rows.push([name, seconds, status === 0 ? 'ok' : `NOT OK (${status ?? 'killed'})`])
}
console.log()
printTable(rows)
const left = known.filter(name => !chosen.includes(name))
if (left.length > 0) console.log(`Not run: ${left.join(', ')} (--long, --corpus DIR, --projects DIR, or by name)`)
process.exitCode = rows.slice(1).every(([, , ended]) => ended === 'ok') ? 0 : 1
