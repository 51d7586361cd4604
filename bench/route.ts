import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { route } from '../src/infer/route/route.ts'
import { utterances } from '../test/rig/utterances.ts'

const folder = resolve(process.cwd(), 'bench/route')
const named = process.argv.slice(2).filter(word => !word.startsWith('--'))
const files = named.length > 0 ? named : readdirSync(folder).map(name => resolve(folder, name))
const verbose = process.argv.includes('--verbose')

const cases = files.flatMap(utterances)

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const tally = new Map<string, { right: number; all: number }>()
let falseExternal = 0
for (const { group, say, context, expected } of cases) {
  const got = { ...route(say, { conversation: context }) } as Readonly<Record<string, unknown>>
  const wrong = Object.keys(expected).filter(key => !same(got[key], expected[key]))
  if (got['route'] === 'external' && expected['route'] !== 'external' && group !== 'control') falseExternal += 1
  const row = tally.get(group) ?? { right: 0, all: 0 }
  tally.set(group, { right: row.right + (wrong.length === 0 ? 1 : 0), all: row.all + 1 })
  if (wrong.length > 0 && verbose)
    console.log(
      `${group}  ${JSON.stringify(say)}\n${wrong.map(key => `    ${key}: ${JSON.stringify(got[key])} instead of ${JSON.stringify(expected[key])}`).join('\n')}`,
    )
}

for (const [group, { right, all }] of tally)
  console.log(`${group.padEnd(12)}${String(right).padStart(4)} of ${String(all).padStart(4)}`)
const right = [...tally.values()].reduce((sum, row) => sum + row.right, 0)
console.log(
  `\n${((100 * right) / cases.length).toFixed(2)} % of ${cases.length} utterances as expected, ${falseExternal} false external starts`,
)
process.exitCode = right / cases.length >= 0.9 && falseExternal === 0 ? 0 : 1
