import { handOver } from '../preload/hand-over.ts'
import { before, countOf, items, type Loose, loose, textOf } from '../preload/loose.ts'
import { claimRun, isWanted, type RecordFile } from '../preload/record-file.ts'
import type { RunnerPreload } from '../preload/runner-preload.ts'

export const preload: RunnerPreload = {
  isOwn: ({ program }) => /[\\/](?:vitest\.mjs|\.bin[\\/]vitest)$/.test(program),
  watch: () =>
    handOver({ module: String.raw`\/vitest\/dist\/.*\.js$`, name: 'Vitest' }, runner => {
      if (isWanted()) listen(loose(runner)['prototype'], claimRun('vitest'))
    }),
}

function listen(prototype: unknown, records: RecordFile): void {
  const seen = new Set<unknown>()
  const recordFile = (file: Loose): void => {
    const path = textOf(file['filepath'])
    if (path === null || seen.has(file)) return
    seen.add(file)
    records.file(path)
    const failed = loose(file['result'])['state'] === 'fail'
    if (failed && items(file['tasks']).length === 0) records.note({ says: `could not be run: ${path}` })
    walk(file, [], (test, title) => recordTest(records, test, { file: path, title }))
  }
  before(prototype, 'report', (_, [name, first]) => {
    if (name === 'onTestModuleEnd') recordFile(loose(loose(first)['task']))
    if (name === 'onFinished') for (const file of items(first)) recordFile(file)
    if (name === 'onFinished' || name === 'onTestRunEnd') records.close()
  })
}

function walk(suite: Loose, path: readonly string[], visit: (test: Loose, title: readonly string[]) => void): void {
  for (const task of items(suite['tasks'])) {
    const title = [...path, String(task['name'])]
    if (task['type'] === 'suite') walk(task, title, visit)
    else visit(task, title)
  }
}

function recordTest(
  records: RecordFile,
  test: Loose,
  place: { readonly file: string; readonly title: readonly string[] },
): void {
  const { state, retryCount, repeatCount } = loose(test['result'])
  const configured = test['retry']
  const allowed = countOf(typeof configured === 'object' ? loose(configured)['count'] : configured)
  if (allowed > 0) records.note({ retries: allowed })
  const passed = test['fails'] === true ? 'expected_failure' : 'passed'
  const ended = state === 'pass' ? passed : state === 'fail' ? 'failed' : 'skipped'
  records.test({
    ...place,
    state: test['mode'] === 'todo' ? 'todo' : ended,
    retries: Math.max(countOf(retryCount) - countOf(repeatCount), 0),
  })
}
