import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { groupFor, groupOf, inScope, removeGroup, startedIn } from './control-group.ts'
import { carries } from './process-table.ts'

const NONCE = `nonce${process.pid}`
const group = groupFor(NONCE)

const isUsable = startedIn(group, isInGroup => isInGroup)

describe.skipIf(!isUsable)('a control group', () => {
  test('holds what is started in it, and not the process that starts it', () => {
    const own = groupOf('self')
    const started = startedIn(group, () => spawnSync('cat', ['/proc/self/cgroup'], { encoding: 'utf8', env: {} }))
    expect(started.stdout).toContain(NONCE)
    expect(groupOf('self')).toBe(own)
    expect(carries(process.pid, NONCE)).toBe(false)
  })

  test('is entered again after another process removed it', () => {
    removeGroup(NONCE)
    expect(startedIn(group, () => groupOf('self'))).toContain(NONCE)
    removeGroup(NONCE)
  })
})

test('a nonce that is no plain word has no group', () => {
  expect(groupFor('../x')).toBe(null)
})

test('without a user session, a command is started as it is', () => {
  expect(inScope(['true'], {}, NONCE)).toEqual(['true'])
})
