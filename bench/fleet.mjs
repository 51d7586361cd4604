// A fleet on this machine: `npm run bench:fleet` prints a table; `-- --short` is a form of a few minutes.
//   --loops N      loops of the mixed run with kills, stops, cut connections, and restarts of PostgreSQL (200; 10 in the short form)
//   --workers N    its workers (8; 3)
//   --finished N   finished loops in the database when `status` is timed (100000; 5000)
//   --only PART    loopsPerMinute, takeover, sizes, statusTime, verdicts, or trouble
import { parseArgs } from 'node:util'
import { makeRig } from './fleet/rig.mjs'
import { loopsPerMinute, sizes, statusTime, takeover } from './fleet/speed.mjs'
import { trouble } from './fleet/trouble.mjs'
import { verdicts } from './fleet/verdicts.mjs'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    loops: { type: 'string' },
    workers: { type: 'string' },
    finished: { type: 'string' },
    only: { type: 'string' },
  },
})
const { short } = values
const number = (name, long, little) => Number(values[name] ?? (short ? little : long))
const options = {
  short,
  loops: number('loops', 200, 10),
  workers: number('workers', 8, 3),
  finished: number('finished', 100_000, 5_000),
}
const rows = []
const report = (what, value) => {
  rows.push([what, value])
  console.log(`${what.padEnd(62)} ${value}`)
}
const rig = await makeRig(short ? 3_000 : 15_000)
const PARTS = { loopsPerMinute, takeover, sizes, statusTime, verdicts, trouble }
try {
  for (const [name, part] of Object.entries(PARTS))
    if (values.only === undefined || values.only === name) await part(rig, report, options)
} finally {
  await rig.close()
}
console.log(
  `\n| what | value |\n| --- | --- |\n${rows.map(([what, value]) => `| ${what.trim()} | ${value} |`).join('\n')}`,
)
process.exit(0)
