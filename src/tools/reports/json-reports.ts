import { type FailureDraft, FailureGatherer } from '../reading/gather.ts'
import { isOwnFrame, placeIn } from '../reading/paths.ts'
import type { ReadContext } from '../reading/reader.ts'
import type { ToolReading } from '../reading/reading.ts'
import { list, number, object, type ReportJson, text } from './json.ts'

/** `jest --json`, `vitest --reporter=json`. */
export function readJestJson(report: ReportJson, context: ReadContext): ToolReading | null {
  const files = list(object(report)['testResults'])
  if (number(object(report)['numTotalTests']) === null) return null
  const run = new FailureGatherer(context)
  for (const file of files.map(object)) {
    const path = text(file['name']) ?? ''
    const tests = list(file['assertionResults']).map(object)
    for (const test of tests.filter(({ status }) => status === 'failed')) {
      const draft = run.add({
        title: [...list(test['ancestorTitles']).map(part => text(part) ?? ''), text(test['title']) ?? ''],
        file: path,
      })
      describe(
        run,
        draft,
        list(test['failureMessages'])
          .map(part => text(part) ?? '')
          .join('\n'),
      )
    }
    const broken = text(file['status']) === 'failed' && !tests.some(({ status }) => status === 'failed')
    if (broken) describe(run, run.add({ title: ['Test suite failed to run'], file: path }), text(file['message']) ?? '')
  }
  const of = (key: string): number => number(object(report)[key]) ?? 0
  const counts = {
    passed: of('numPassedTests'),
    failed: of('numFailedTests'),
    skipped: of('numPendingTests') + of('numTodoTests'),
    total: of('numTotalTests'),
  }
  const vitest =
    object(report)['numTotalTestSuites'] !== undefined &&
    files.some(file => object(file)['endTime'] !== undefined) &&
    object(report)['openHandles'] === undefined
  return run.tests(vitest ? 'vitest' : 'jest', {
    counts,
    complete: true,
    ran: counts.passed + counts.failed > 0,
    weight: 'footer',
  }).reading
}

/** Mocha's json reporter. */
export function readMochaJson(report: ReportJson, context: ReadContext): ToolReading | null {
  const stats = object(object(report)['stats'])
  if (number(stats['passes']) === null || !Array.isArray(object(report)['failures'])) return null
  const run = new FailureGatherer(context)
  for (const test of list(object(report)['failures']).map(object)) {
    const [title, full] = [text(test['title']) ?? '', text(test['fullTitle']) ?? '']
    const outer = full.endsWith(title) ? full.slice(0, full.length - title.length).trim() : ''
    const draft = run.add({ title: outer === '' ? [title] : [outer, title], file: text(test['file']) })
    describe(run, draft, text(object(test['err'])['stack']) ?? text(object(test['err'])['message']) ?? '')
  }
  const of = (key: string): number => number(stats[key]) ?? 0
  const counts = {
    passed: of('passes'),
    failed: of('failures'),
    skipped: of('pending'),
    total: of('passes') + of('failures') + of('pending'),
  }
  return run.tests('mocha', { counts, complete: true, ran: counts.passed + counts.failed > 0, weight: 'footer' })
    .reading
}

/** RSpec's json formatter. */
export function readRspecJson(report: ReportJson, context: ReadContext): ToolReading | null {
  const summary = object(object(report)['summary'])
  const of = (key: string): number => number(summary[key]) ?? 0
  if (number(summary['example_count']) === null) return null
  const run = new FailureGatherer(context)
  for (const example of list(object(report)['examples'])
    .map(object)
    .filter(({ status }) => status === 'failed')) {
    const draft = run.add({
      title: [text(example['full_description']) ?? ''],
      file: text(example['file_path']),
      line: number(example['line_number']),
    })
    const exception = object(example['exception'])
    const trace = list(exception['backtrace']).map(line => `# ${text(line) ?? ''}`)
    describe(run, draft, [text(exception['message']) ?? '', ...trace].join('\n'))
  }
  const failed = of('failure_count') + of('errors_outside_of_examples_count')
  const [total, skipped] = [of('example_count'), of('pending_count')]
  const counts = { passed: total - of('failure_count') - skipped, failed, skipped, total }
  return run.tests('rspec', { counts, complete: true, ran: total > skipped, weight: 'footer' }).reading
}

/** Playwright's json reporter. */
export function readPlaywrightJson(report: ReportJson, context: ReadContext): ToolReading | null {
  const stats = object(object(report)['stats'])
  if (number(stats['expected']) === null || number(stats['unexpected']) === null) return null
  const run = new FailureGatherer(context)
  const visit = (suite: ReportJson, path: readonly string[]): void => {
    for (const spec of list(object(suite)['specs'])
      .map(object)
      .filter(({ ok }) => ok === false)) {
      const errors = list(spec['tests'])
        .flatMap(test => list(object(test)['results']))
        .flatMap(result => list(object(result)['errors']))
      const draft = run.add({
        title: [...path, text(spec['title']) ?? ''],
        file: text(spec['file']),
        line: number(spec['line']),
      })
      describe(run, draft, errors.map(error => text(object(error)['message']) ?? '').join('\n'))
    }
    for (const inner of list(object(suite)['suites'])) visit(inner, [...path, text(object(inner)['title']) ?? ''])
  }
  for (const suite of list(object(report)['suites'])) visit(suite, [])
  const of = (key: string): number => number(stats[key]) ?? 0
  const counts = {
    passed: of('expected') + of('flaky'),
    failed: of('unexpected'),
    skipped: of('skipped'),
    total: of('expected') + of('flaky') + of('unexpected') + of('skipped'),
  }
  return run.tests('playwright', { counts, complete: true, ran: counts.passed + counts.failed > 0, weight: 'footer' })
    .reading
}

function describe(run: FailureGatherer, draft: FailureDraft, said: string): void {
  for (const line of said.split('\n')) run.detail(draft, line)
  if (draft.line !== null) return
  const inFile = said
    .split('\n')
    .filter(line => /^\s*(?:at|❯) /.test(line))
    .map(placeIn)
    .find(
      place =>
        place !== null &&
        isOwnFrame(place.file) &&
        draft.file !== null &&
        (place.file.endsWith(draft.file) || draft.file.endsWith(place.file)),
    )
  if (inFile) draft.line = inFile.line
}
