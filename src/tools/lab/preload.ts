import { before, countOf, items, type Loose, loose, words } from '../preload/loose.ts'
import { claimRun, isWanted, type RecordFile } from '../preload/record-file.ts'
import type { RunnerPreload } from '../preload/runner-preload.ts'

export const preload: RunnerPreload = {
  modules: [[/[\\/]@hapi[\\/]lab[\\/]lib[\\/]runner\.js$/, onRunner]],
}

const PROGRAM = /[\\/](?:@hapi[\\/]lab[\\/]bin|\.bin)[\\/]lab$/

/** Other programs load the runner without being one, so only lab itself claims the run before it reads files of the project. */
function onRunner(runner: { exports: unknown }): void {
  const claimed = isWanted() && PROGRAM.test(process.argv[1] ?? '') ? claimRun('lab') : null
  before(runner.exports, 'execute', (_, [scripts, , reporter]) => {
    const records = claimed ?? (isWanted() ? claimRun('lab') : null)
    if (records !== null) watch(records, [scripts].flat(), reporter)
  })
}

function watch(records: RecordFile, scripts: readonly unknown[], reporter: unknown): void {
  const files = new Map<unknown, string | null>()
  for (const script of scripts) {
    const file = fileOf(script)
    if (file !== null) records.file(file)
    if (items(loose(script)['_onlyNodes']).length > 0) records.note({ only: true })
    for (const test of testsIn(loose(loose(script)['_root']))) files.set(test, file)
  }
  before(reporter, 'finalize', (_, [notebook]) => {
    for (const test of items(loose(notebook)['tests'])) record(records, test, files.get(test) ?? null)
    records.close()
  })
}

/** Scripts do not know their files, but a file exports its script. Modules of `import` cannot be looked up. */
const fileOf = (script: unknown): string | null =>
  Object.values(require.cache).find(module => loose(module?.exports)['lab'] === script)?.filename ?? null

const testsIn = (experiment: Loose): Loose[] => [
  ...items(experiment['tests']),
  ...items(experiment['experiments']).flatMap(testsIn),
]

function record(records: RecordFile, test: Loose, file: string | null): void {
  const { path, relativeTitle, err, skipped, todo, tries, options } = test
  const state = err ? 'failed' : skipped ? 'skipped' : todo ? 'todo' : 'passed'
  const { retry } = loose(options)
  // `retry: true` stands for five attempts.
  const attempts = retry === true ? 5 : countOf(retry)
  if (attempts > 1) records.note({ retries: attempts - 1 })
  records.test({
    file,
    title: [...words(path), String(relativeTitle)],
    state,
    retries: Math.max(0, countOf(tries) - 1),
  })
}
