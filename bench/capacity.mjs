// Many processes ask for a place at once, again and again: the allowed number must get one, each time.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'

const root = resolve(import.meta.dirname, '..')
const [ROUNDS, RACERS, MAX] = [Number(process.argv[2] ?? 200), 24, 4]
// Beside the rig, for it finds its worker from where it stands.
const out = mkdtempSync(join(root, 'test', '.bench-'))
try {
  const entry = { race: join(root, 'test/rig/places-race.ts') }
  await build({
    config: false,
    entry,
    outDir: out,
    platform: 'node',
    target: 'node20',
    dts: false,
    logLevel: 'silent',
    deps: { neverBundle: [/^tsdown$/] },
  })
  const bundle = readdirSync(out).find(file => file.startsWith('race')) ?? ''
  const { openRace, newHome } = await import(pathToFileURL(join(out, bundle)).href)
  const race = await openRace(RACERS, join(root, 'test/rig/places-worker.ts'))
  let wrong = 0
  const began = performance.now()
  for (let round = 0; round < ROUNDS; round++) {
    const home = newHome()
    const answers = await race.round(home, MAX)
    if (answers.filter(({ place }) => place).length !== MAX) wrong++
    rmSync(home, { recursive: true, force: true })
  }
  race.close()
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${ROUNDS} rounds of ${RACERS} processes for ${MAX} places: ${wrong} wrong, ${seconds} s`)
  process.exitCode = wrong === 0 ? 0 : 1
} finally {
  rmSync(out, { recursive: true, force: true })
}
