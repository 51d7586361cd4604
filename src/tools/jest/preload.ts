import { before, countOf, items, type Loose, loose, textOf, words } from '../preload/loose.ts'
import { claimRun, isWanted, type RecordFile } from '../preload/record-file.ts'
import type { RunnerPreload } from '../preload/runner-preload.ts'

export const preload: RunnerPreload = {
  modules: [
    [/[\\/]jest-config[\\/]build[\\/]index\.js$/, (loaded, own) => onConfig(loaded.exports, own())],
    [/[\\/]@jest[\\/]reporters[\\/]build[\\/]index\.js$/, loaded => onReporters(loaded.exports)],
  ],
}

let records: RecordFile | null = null

const states: Readonly<Record<string, string>> = { passed: 'passed', failed: 'failed', todo: 'todo' }

function recordFile(result: Loose): void {
  const path = textOf(result['testFilePath'])
  const tests = items(result['testResults'])
  if (path !== null) records?.file(path)
  if (result['testExecError'] && path !== null) records?.note({ says: `could not be run: ${path}` })
  for (const test of tests) {
    const state = states[String(test['status'])] ?? 'skipped'
    records?.test({
      file: path,
      title: [...words(test['ancestorTitles']), String(test['title'])],
      state: state === 'passed' && test['failing'] === true ? 'expected_failure' : state,
      retries: Math.max(0, countOf(test['invocations']) - 1),
    })
  }
}

/** What jest takes for a reporter of the project's own. */
class Reporter {
  onTestResult(_test: unknown, result: unknown): void {
    recordFile(loose(result))
  }

  onRunComplete(): void {
    records?.close()
  }
}

/**
 * Jest has two sets of reporters: what the project configures, to which one more is added; or its own choice, which depends on
 * the environment and always has the summary in it, so that one is listened to.
 */
function onConfig(exports: unknown, own: NodeJS.Module): void {
  const config = exports as Record<string, unknown>
  const readConfigs = config['readConfigs']
  if (typeof readConfigs !== 'function') return
  config['readConfigs'] = async function (this: unknown, ...args: unknown[]): Promise<unknown> {
    if (isWanted()) records = claimRun('jest')
    const read = await readConfigs.apply(this, args)
    const { globalConfig } = loose(read)
    const { reporters } = loose(globalConfig)
    if (records === null || !Array.isArray(reporters)) return read
    own.exports = Reporter
    const more = Object.freeze({ ...loose(globalConfig), reporters: [...reporters, [own.filename, {}]] })
    return { ...loose(read), globalConfig: more }
  }
}

function onReporters(exports: unknown): void {
  const summary = loose(loose(exports)['SummaryReporter'])['prototype']
  const chosenByJest = (self: unknown): boolean => !Array.isArray(loose(loose(self)['_globalConfig'])['reporters'])
  before(summary, 'onTestResult', (self, args) => {
    if (chosenByJest(self)) recordFile(loose(args[1]))
  })
  before(summary, 'onRunComplete', self => {
    if (chosenByJest(self)) records?.close()
  })
}
