// Fits the weights of `src/infer/certainty/weights.ts` and prints them.
// node bench/fit-confidence.mjs --corpus DIR [--corpus DIR …] [--rows FILE]
// Every repository belongs to one of two halves by a hash of its name. The weights are fitted on one half; the other one says what
// "high" promises. Beside the labeled tasks, each class of checks that a repository has labels for is asked for once in plain words.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Criterion } from '../src/criteria/criterion.ts'
import type { EvidenceFeature } from '../src/infer/certainty/features.ts'
import { decide, inferCompletion } from '../src/infer/infer.ts'
import { readProject } from '../src/infer/read-project.ts'

interface Row {
  readonly repo: string
  readonly features: readonly EvidenceFeature[]
  readonly right: boolean
  readonly text: string
  readonly answer: string
  /** A labeled task; false for a plain request of ours. */
  readonly real: boolean
}

interface LabeledTask {
  readonly text: string
  readonly class: string
  readonly accept: readonly string[] | 'refuse'
  readonly acceptRe?: readonly string[]
  readonly broad?: readonly string[]
}

interface Case {
  readonly repo: string
  readonly expect: Readonly<Record<string, readonly string[] | readonly (readonly string[])[]>>
  readonly expectRe?: Readonly<Record<string, readonly string[]>>
  readonly broad?: Readonly<Record<string, readonly string[]>>
  readonly tasks: readonly LabeledTask[]
}

type Judge = (answer: string, task: LabeledTask, kase: Case, options: object) => { okLenient: boolean }

const PLAIN_REQUESTS: Readonly<Record<string, string>> = {
  tests: 'fix the failing tests',
  lint: 'fix the lint errors',
  typecheck: 'fix the type errors',
  build: 'fix the broken build',
  regression: 'refactor the internals without changing behavior',
}

const { values } = parseArgs({ options: { corpus: { type: 'string', multiple: true }, rows: { type: 'string' } } })
const corpora = values.corpus ?? []
if (corpora.length === 0) throw new Error('usage: node bench/fit-confidence.mjs --corpus DIR [--corpus DIR …]')

async function rowsOf(corpus: string): Promise<Row[]> {
  const { judge } = (await import(pathToFileURL(join(corpus, 'match.mjs')).href)) as { judge: Judge }
  const cases = JSON.parse(readFileSync(join(corpus, 'cases.json'), 'utf8')) as Case[]
  const found: Row[] = []
  for (const kase of cases) {
    const root = join(corpus, 'repos', kase.repo.replace('/', '__'))
    for (const [task, real] of [...kase.tasks.map(one => [one, true] as const), ...plainTasks(kase)]) {
      const project = await readProject(root, task.text)
      const decision = decide(task.text, project)
      const inference = inferCompletion(task.text, project)
      if (decision.kind === 'refused' || inference.kind === 'refused' || decision.features === undefined) continue
      if (decision.class === 'structural') continue
      const answer = commandsIn(inference.done).join(' && ')
      const right = judge(answer, task, kase, { anyRunner: true }).okLenient
      found.push({ repo: kase.repo, features: decision.features, right, text: task.text, answer, real })
    }
  }
  return found
}

function plainTasks(kase: Case): (readonly [LabeledTask, boolean])[] {
  return Object.entries(PLAIN_REQUESTS).flatMap(([name, text]) => {
    const accept = (kase.expect[name] ?? []).map(one => (typeof one === 'string' ? one : one.join(' && ')))
    if (accept.length === 0) return []
    const more = { acceptRe: kase.expectRe?.[name] ?? [], broad: kase.broad?.[name] ?? [] }
    return [[{ text, class: name, accept, ...more }, false] as const]
  })
}

function commandsIn(criterion: Criterion): string[] {
  if ('command' in criterion) return [criterion.command]
  return 'parts' in criterion ? [...new Set(criterion.parts.flatMap(commandsIn))] : []
}

interface Model {
  readonly intercept: number
  readonly weights: ReadonlyMap<EvidenceFeature, number>
}

function fit(data: readonly Row[]): Model {
  const names = [...new Set(data.flatMap(({ features }) => features))].sort()
  const weights = new Map(names.map(name => [name, 0]))
  let intercept = 0
  const PENALTY = 0.0005
  for (let step = 0; step < 4000; step++) {
    const rate = 3 / (1 + step / 400)
    const gradient = new Map(names.map(name => [name, 0]))
    let shift = 0
    for (const row of data) {
      const error = ((row.right ? 1 : 0) - chance({ intercept, weights }, row)) / data.length
      shift += error
      for (const name of row.features) gradient.set(name, (gradient.get(name) ?? 0) + error)
    }
    intercept += rate * shift
    for (const name of names) {
      const weight = weights.get(name) ?? 0
      weights.set(name, weight + rate * ((gradient.get(name) ?? 0) - PENALTY * weight))
    }
  }
  return { intercept, weights }
}

function chance({ intercept, weights }: Model, { features }: Row): number {
  const sum = features.reduce((total, name) => total + (weights.get(name) ?? 0), intercept)
  return 1 / (1 + Math.exp(-sum))
}

const inSecondHalf = ({ repo }: Row): boolean => (createHash('sha256').update(repo).digest()[0] ?? 0) % 2 === 1

function report(data: readonly Row[]): void {
  const halves = [data.filter(row => !inSecondHalf(row)), data.filter(inSecondHalf)] as const
  const held = halves.flatMap((half, at) => {
    const model = fit(halves[1 - at] ?? [])
    return half.map(row => ({ row, chance: chance(model, row) }))
  })
  console.log(`${data.length} proposals, ${data.filter(({ right }) => right).length} right`)
  console.log('on the half that was not used for fitting, each half once:')
  const right = held.filter(({ row }) => row.right).length
  for (const least of [0.7, 0.75, 0.8, 0.85, 0.88, 0.9, 0.91, 0.92, 0.93, 0.94, 0.95, 0.96, 0.97, 0.98]) {
    const said = held.filter(one => one.chance >= least)
    const real = said.filter(({ row }) => row.real)
    const good = said.filter(({ row }) => row.right).length
    console.log(
      `  chance >= ${least}: ${share(good, said.length)} of ${said.length} right (real tasks ${share(real.filter(({ row }) => row.right).length, real.length)} of ${real.length}), ${share(good, right)} of the right ones`,
    )
  }
  const model = fit(data)
  console.log(`INTERCEPT ${model.intercept.toFixed(2)}`)
  for (const [name, weight] of model.weights) {
    const having = data.filter(({ features }) => features.includes(name))
    console.log(
      `  ${name}: ${weight.toFixed(2)},`.padEnd(34) +
        `// ${having.length}, ${share(having.filter(({ right: ok }) => ok).length, having.length)} right`,
    )
  }
}

const share = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`)

const rows: Row[] = []
for (const corpus of corpora) rows.push(...(await rowsOf(resolve(corpus))))
if (values.rows) writeFileSync(values.rows, JSON.stringify(rows))
report(rows)
