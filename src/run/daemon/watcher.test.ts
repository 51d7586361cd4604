import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WATCH } from './watcher.ts'

/** Watches over a shell line that writes down each of its lives; resolves to how the watcher ended, and after how many. */
function watched(line: string): readonly [number | null, number] {
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-watcher-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const lives = join(folder, 'lives')
  const daemon = `echo x >> "${lives}"; n=$(grep -c x "${lives}"); ${line}`
  const { status } = spawnSync('/bin/sh', ['-c', WATCH, '/bin/sh', '-c', daemon], { input: '' })
  return [status, readFileSync(lives, 'utf8').length / 2]
}

test('one that leaves by its own will is the last', () => {
  expect(watched('exit 0')).toEqual([0, 1])
})

test('one that is killed is followed by the next, however often', () => {
  expect(watched('[ $n -lt 20 ] || exit 0; kill -9 $$')).toEqual([0, 20])
})

test('one that cannot be begun is not tried for ever', () => {
  expect(watched('exit 4')).toEqual([1, 5])
})

test('a watcher that is told of a good end begins nothing', () => {
  const { status, stdout } = spawnSync('/bin/sh', ['-c', WATCH, '/bin/echo', 'begun'], { input: 'bye\n' })
  expect([status, stdout.toString()]).toEqual([0, ''])
})
