import { call, countOf, loose, textOf, words } from '../preload/loose.ts'
import { claimRun, isWanted, type RecordFile } from '../preload/record-file.ts'
import type { RunnerPreload } from '../preload/runner-preload.ts'

export const preload: RunnerPreload = {
  modules: [
    [/[\\/]mocha[\\/]lib[\\/]cli[\\/]cli\.js$/, onCommand],
    [/[\\/]mocha[\\/]lib[\\/]stats-collector\.js$/, onCollector],
  ],
}

let claimed: RecordFile | null = null

/** The command line of mocha, before it has read any file of the project. */
function onCommand(): void {
  if (isWanted()) claimed = claimRun('mocha')
}

/** Mocha shows every runner, also one that gets its events from parallel workers, to the collector of its statistics. */
function onCollector(own: { exports: unknown }): void {
  const collect = own.exports
  if (typeof collect !== 'function') return
  own.exports = function (this: unknown, runner: unknown): unknown {
    try {
      watch(runner)
    } catch {
      // A report must not change a run.
    }
    return collect.call(this, runner)
  }
}

function watch(runner: unknown): void {
  const records = claimed ?? (isWanted() ? claimRun('mocha') : null)
  if (records === null) return
  claimed = null
  if (call(loose(runner)['suite'], 'hasOnly') === true) records.note({ only: true })
  const files = new Set<string>()
  const record = (test: unknown, state: string): void => {
    const file = fileOf(test)
    if (file !== null && !files.has(file)) {
      files.add(file)
      records.file(file)
    }
    const title = words(call(test, 'titlePath')).filter(part => part !== '')
    const [allowed, tried] = [countOf(call(test, 'retries')), countOf(call(test, 'currentRetry'))]
    if (allowed > 0) records.note({ retries: allowed })
    records.test({ file, title, state, retries: tried })
  }
  call(runner, 'on', 'pass', (test: unknown) => record(test, 'passed'))
  call(runner, 'on', 'pending', (test: unknown) => record(test, 'skipped'))
  call(runner, 'on', 'fail', (test: unknown) => record(test, 'failed'))
  call(runner, 'on', 'end', () => records.close())
}

function fileOf(test: unknown): string | null {
  const { file, parent } = loose(test)
  return textOf(file) ?? (parent ? fileOf(parent) : null)
}
