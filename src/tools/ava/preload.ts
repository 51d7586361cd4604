import { handOver } from '../preload/hand-over.ts'
import { before, type Loose, loose, textOf } from '../preload/loose.ts'
import { claimRun, isWanted, type RecordFile } from '../preload/record-file.ts'
import type { RunnerPreload } from '../preload/runner-preload.ts'

export const preload: RunnerPreload = {
  isOwn: ({ program }) => /[\\/](?:ava[\\/](?:entrypoints[\\/]cli\.mjs|cli\.js)|\.bin[\\/]ava)$/.test(program),
  watch,
}

function watch(): void {
  handOver({ module: String.raw`\/ava\/lib\/run-status\.js$`, name: 'RunStatus' }, status => {
    if (!isWanted()) return
    const records = claimRun('ava')
    const prototype = loose(status)['prototype']
    before(prototype, 'emitStateChange', (_, [event]) => note(records, loose(event)))
    // Asked for when the run is over.
    before(prototype, 'suggestExitCode', () => records.close())
  })
}

const states: Readonly<Record<string, string>> = { 'test-passed': 'passed', 'test-failed': 'failed' }

function note(records: RecordFile, event: Loose): void {
  const { type, testFile, title, skip, todo, knownFailing } = event
  const file = textOf(testFile)
  if (type === 'selected-test' && file !== null) records.file(file)
  const left = type !== 'selected-test' ? null : skip ? 'skipped' : todo ? 'todo' : null
  const ended = states[String(type)] ?? null
  const state = ended === 'passed' && knownFailing ? 'expected_failure' : (ended ?? left)
  if (state !== null) records.test({ file, title: [String(title)], state })
}
