import { expect, test } from 'vitest'
import { isAlive, isHidden, isSameBoot, isSameProcess, ownIdentity } from './process-table.ts'

const own = ownIdentity()
const [boot = ''] = own.boot.split('/')

test('a record that names no namespaces is compared by pid, start, and boot', () => {
  const older = { ...own, boot }
  expect([isAlive(older), isSameProcess(older, own), isHidden(older)]).toEqual([true, true, false])
  expect(isAlive({ ...older, started: 'then' })).toBe(false)
  expect([isSameBoot('a', 'b'), isSameBoot('a', 'a/1/2'), isSameBoot('a/1/2', 'a/3/2')]).toEqual([false, true, false])
})

test.skipIf(process.platform !== 'linux')('a process of another namespace is another process', () => {
  const elsewhere = { ...own, boot: `${boot}/1/1` }
  expect([isSameProcess(elsewhere, own), isHidden(elsewhere), isHidden(own)]).toEqual([false, true, false])
  expect(isAlive({ ...own, boot: 'another/1/1' })).toBe(false)
})
