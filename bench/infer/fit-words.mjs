#!/usr/bin/env node
// node bench/infer/fit-words.mjs [--without N,N] [--out FILE] [--check]
// Fits src/infer/task/word-weights.ts from the labels of batch-*.json and from sentences.json. --check leaves out one batch after the other and prints
// how often the kind of its sentences is right. Deterministic: no random numbers, one fixed order.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'tsdown'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')
const { values } = parseArgs({
  options: { without: { type: 'string' }, out: { type: 'string' }, check: { type: 'boolean' } },
})

const KIND_OF = { typecheck: 'types', regression: 'gate' }
const PASSES = 20
const SHRINK = 0.02
const STEP = 0.3
const SEEN = 3
const SCALE = 10

const { featuresOf, KINDS } = await load('src/infer/task/likely-class.ts')
const labeled = readdirSync(here)
  .flatMap(name => /^batch-(\d+)\.json$/.exec(name) ?? [])
  .filter((_, at) => at % 2 === 1)
  .sort((a, b) => a - b)
  .flatMap(batch =>
    JSON.parse(readFileSync(join(here, `batch-${batch}.json`), 'utf8')).flatMap(({ tasks }) =>
      tasks.map(({ text, class: name, accept, reason }) => ({
        batch,
        kind: accept === 'refuse' && reason === 'vague' ? 'vague' : (KIND_OF[name] ?? name),
        features: featuresOf(text),
      })),
    ),
  )
/** Short orders, which the batches lack. */
const short = Object.entries(JSON.parse(readFileSync(join(here, 'sentences.json'), 'utf8'))).flatMap(([kind, texts]) =>
  texts.map(text => ({ batch: 'short', kind, features: featuresOf(text) })),
)
const sentences = [...labeled, ...short]

if (values.check) {
  let right = 0
  for (const batch of new Set(sentences.map(one => one.batch))) {
    const model = fit(sentences.filter(one => one.batch !== batch))
    const own = sentences.filter(one => one.batch === batch)
    const good = own.filter(one => KINDS[best(model, one.features)] === one.kind).length
    right += good
    console.log(`batch ${batch}: ${((100 * good) / own.length).toFixed(1)} % of ${own.length}`)
  }
  console.log(`all: ${((100 * right) / sentences.length).toFixed(1)} % of ${sentences.length}`)
} else {
  const out = (values.without ?? '').split(',')
  write(fit(sentences.filter(({ batch }) => !out.includes(batch))))
}

/** Multinomial logistic regression with steps that shrink for each weight. */
function fit(train) {
  const seen = new Map()
  for (const { features } of train) for (const one of features) seen.set(one, (seen.get(one) ?? 0) + 1)
  const known = [...seen].filter(([, count]) => count >= SEEN).map(([feature]) => feature)
  const model = new Map(known.map(feature => [feature, new Float64Array(KINDS.length)]))
  const moved = new Map(known.map(feature => [feature, new Float64Array(KINDS.length).fill(1e-8)]))
  const data = train.map(({ features, kind }) => [features.filter(one => model.has(one)), KINDS.indexOf(kind)])
  for (let pass = 0; pass < PASSES; pass++)
    for (let at = 0; at < data.length; at++) {
      const [features, wanted] = data[(at * 7919 + pass * 31) % data.length]
      const chances = chancesOf(model, features)
      for (const feature of features) {
        const [row, sum] = [model.get(feature), moved.get(feature)]
        for (let kind = 0; kind < KINDS.length; kind++) {
          const slope = chances[kind] - (kind === wanted ? 1 : 0) + (SHRINK * row[kind]) / Math.sqrt(features.length)
          sum[kind] += slope * slope
          row[kind] -= (STEP * slope) / Math.sqrt(sum[kind])
        }
      }
    }
  for (const row of model.values()) for (const kind of row.keys()) row[kind] = Math.round(row[kind] * SCALE) / SCALE
  return model
}

function chancesOf(model, features) {
  const sums = KINDS.map((_, kind) => features.reduce((sum, one) => sum + (model.get(one)?.[kind] ?? 0), 0))
  const most = Math.max(...sums)
  const powers = sums.map(sum => Math.exp(sum - most))
  const whole = powers.reduce((sum, power) => sum + power, 0)
  return powers.map(power => power / whole)
}

function best(model, features) {
  const chances = chancesOf(model, features)
  return chances.indexOf(Math.max(...chances))
}

function write(model) {
  const entries = [...model]
    .filter(([, row]) => row.some(weight => Math.abs(weight) >= 0.2))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([feature, row]) => `${feature}=${[...row].map(weight => Math.round(weight * SCALE) || '').join(',')}`)
  const lines = ['']
  for (const entry of entries)
    if (`${lines.at(-1)} ${entry}`.length > 240) lines.push(entry)
    else lines[lines.length - 1] = `${lines.at(-1)} ${entry}`.trim()
  writeFileSync(
    values.out ?? join(root, 'src/infer/task/word-weights.ts'),
    `/** Written by bench/infer/fit-words.mjs from the labeled sentences in bench/infer. A word, and how much it speaks for each kind. */\nexport const WORD_WEIGHTS = \`${lines.join('\n')}\`\n`,
  )
}

async function load(path) {
  const outDir = mkdtempSync(join(tmpdir(), 'agent-loop-fit-'))
  try {
    await build({
      config: false,
      entry: { loaded: join(root, path) },
      outDir,
      platform: 'node',
      target: 'node20',
      dts: false,
      logLevel: 'silent',
    })
    const bundle = readdirSync(outDir).find(name => name.startsWith('loaded')) ?? ''
    return await import(pathToFileURL(join(outDir, bundle)).href)
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
