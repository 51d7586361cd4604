import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SUPERVISOR_SCRIPT } from './supervisor.ts'

/** Supervises a shell line that counts its starts; returns the supervisor's exit code and that count. */
function supervised(line: string): readonly [number | null, number] {
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-supervisor-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const starts = join(folder, 'starts')
  const daemon = `echo x >> "${starts}"; n=$(grep -c x "${starts}"); ${line}`
  const { status } = spawnSync('/bin/sh', ['-c', SUPERVISOR_SCRIPT, '/bin/sh', '-c', daemon], { input: '' })
  return [status, readFileSync(starts, 'utf8').length / 2]
}

test('a daemon that exits on purpose is not restarted', () => {
  expect(supervised('exit 0')).toEqual([0, 1])
})

test('a daemon that is killed is restarted, however often', () => {
  expect(supervised('[ $n -lt 20 ] || exit 0; kill -9 $$')).toEqual([0, 20])
})

test('a daemon that cannot start is not tried forever', () => {
  expect(supervised('exit 4')).toEqual([1, 5])
})

test('a supervisor that is told of an exit on purpose starts nothing', () => {
  const { status, stdout } = spawnSync('/bin/sh', ['-c', SUPERVISOR_SCRIPT, '/bin/echo', 'started'], { input: 'bye\n' })
  expect([status, stdout.toString()]).toEqual([0, ''])
})
