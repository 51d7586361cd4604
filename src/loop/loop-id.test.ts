import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLoopId, loopIdFor } from './loop-id.ts'

test.each([
  ['fix the failing tests', 'ralph-fix-the-failing-tests-a1b2c3d4'],
  ['Überprüfe die Türme!', 'ralph-uberprufe-die-turme-a1b2c3d4'],
  ['修复测试', 'ralph-task-a1b2c3d4'],
  ['', 'ralph-task-a1b2c3d4'],
])('%s → %s', (task, id) => {
  expect(loopIdFor(task, 'a1b2c3d4')).toBe(id)
})

test('whatever the task, the id is valid', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), task => isLoopId(loopIdFor(task, 'a1b2c3d4'))))
})

test.each([
  '../../etc',
  'ralph-a-b',
  'ralph--a1b2c3d4',
  'ralph-x-A1B2C3D4',
  'ralph-x-a1b2c3d4\n',
  'x-a1b2c3d4',
  `ralph-${'a'.repeat(200)}-a1b2c3d4`,
])('%j is no id', text => {
  expect(isLoopId(text)).toBe(false)
})
