import { writeFileSync } from 'node:fs'
import { casesOf, type Project, type ProjectCase } from './case.ts'
import { type Corpus, discard, missing, openCorpus, prepare, wrongLabel } from './checkout.ts'
import { isRefusal, type Measured, measure, printMeasures } from './measure.ts'
import { MEASURED } from './measured.ts'
import { type Judged, judge } from './play.ts'
import { PROJECTS } from './projects.ts'
import { printTable } from './table.ts'

export interface Row {
  readonly id: string
  readonly project: string
  readonly language: string
  readonly kind: ProjectCase['change']['kind']
  readonly wrong: string | null
  readonly judged: Judged | null
}

export interface Options {
  readonly corpus: string
  /** Beginnings of ids; none: all cases. */
  readonly words: readonly string[]
  /** Only compares the labels with the oracles. */
  readonly labels: boolean
  /** Times, `gate doctor`, and `prove` for each project instead of its cases. */
  readonly measures: boolean
  /** How often each project is measured; the middle one counts. */
  readonly rounds: number
  /** Only the times. */
  readonly costs: boolean
  readonly json: string | null
  /** Another build of the program. */
  readonly cli: string | null
}

/** Runs the chosen cases one after the other, prints the table, and says whether everything was judged rightly. */
export async function runProjects(options: Options): Promise<number> {
  const corpus = openCorpus(options.corpus)
  const known = options.measures || options.costs ? MEASURED : PROJECTS
  const chosen = known.filter(project => casesOf(project).some(one => isChosen(one, options.words)))
  const usable = chosen.filter(project => {
    const trouble = missing(corpus, project)
    if (trouble !== null) console.log(`${project.repo}: skipped, ${trouble}`)
    return trouble === null
  })
  const result =
    options.measures || options.costs ? await measures(corpus, usable, options) : await cases(corpus, usable, options)
  save(options.json, result.data)
  return usable.length > 0 && result.ok ? 0 : 1
}

/** Written after every case: a long run that is stopped keeps what it found out. */
function save(file: string | null, data: Result['data']): void {
  if (file !== null) writeFileSync(file, `${JSON.stringify(data, null, 2)}\n`)
}

interface Result {
  readonly data: readonly (Row | Measured)[]
  readonly ok: boolean
}

async function cases(corpus: Corpus, projects: readonly Project[], options: Options): Promise<Result> {
  const rows: Row[] = []
  for (const one of projects.flatMap(casesOf).filter(each => isChosen(each, options.words))) {
    const row = await play(corpus, one, options)
    rows.push(row)
    console.log(lineOf(row))
    save(options.json, rows)
  }
  if (!options.labels) printTable(rows)
  return { data: rows, ok: rows.every(row => row.wrong === null && isRight(row)) }
}

async function measures(corpus: Corpus, projects: readonly Project[], options: Options): Promise<Result> {
  const data: Measured[] = []
  for (const project of projects) {
    data.push(await measure(corpus, project, options))
    save(options.json, data)
  }
  printMeasures(data)
  return { data, ok: data.every(isAnsweredRightly) }
}

const isAnsweredRightly = ({ doctor, proven, planted }: Measured): boolean =>
  doctor === undefined || (doctor === 0 && proven === 0 && isRefusal(planted))

const isChosen = ({ id }: ProjectCase, words: readonly string[]): boolean =>
  words.length === 0 || words.some(word => id.startsWith(word))

async function play(corpus: Corpus, one: ProjectCase, { labels, cli }: Options): Promise<Row> {
  const { id, project, change } = one
  const facts = { id, project: project.repo, language: project.language, kind: change.kind }
  const checkout = prepare(corpus, one)
  try {
    const wrong = wrongLabel(one, checkout)
    return { ...facts, wrong, judged: labels ? null : await judge(corpus, one, checkout, cli) }
  } finally {
    discard(checkout)
  }
}

/** A known limit may be judged either way. */
export const isRight = ({ kind, judged }: Row): boolean =>
  judged === null || kind === 'limit' || judged.accepted === (kind === 'honest')

function lineOf(row: Row): string {
  const { id, kind, wrong, judged } = row
  const label = wrong === null ? '' : ` WRONG LABEL: ${wrong}`
  if (judged === null) return `${id} ${kind}${label === '' ? ' ok' : label}`
  const verdict = judged.accepted
    ? `accepted${judged.early ? ' before the first turn' : ''}`
    : `refused (${judged.code})${judged.green ? '' : ', the check fails'}`
  const why = isRight(row)
    ? ''
    : ` WRONG: ${judged.green ? 'green' : 'red'} ${judged.rules.join(',')} ${judged.says.slice(0, 300)}`
  return `${id} ${kind} ${verdict} ${(judged.ms / 1000).toFixed(1)}s${label}${why}`
}
