import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { isUsageError } from '../std/usage-error.ts'
import type { RunRequest } from './run-request.ts'
import { DEFAULT_OPTIONS } from './settings/values.ts'
import { specFor } from './spec.ts'

const request: RunRequest = {
  task: 'x',
  check: { kind: 'criterion', criterion: { kind: 'exit_code', command: 'true', expect: 0, said: 'true' } },
  agents: [{ kind: 'command', command: 'true' }],
}
const spec = (more: Partial<RunRequest> = {}) => specFor({ ...request, ...more }, tmpdir(), tmpdir())

test('a request without options is a loop with the defaults of the table', () => {
  const { strategy, proof, mayChange, waive, restore, sandbox, limits } = DEFAULT_OPTIONS
  expect(spec()).toMatchObject({ strategy, proof, mayChange, waive, restore, sandbox, limits, checkWhen: 'every-turn' })
})

test('options of the caller stand above the defaults', () => {
  expect(spec({ limits: { iterations: 3 }, mayChange: ['a'], checkWhen: 'on-claim' })).toMatchObject({
    limits: { ...DEFAULT_OPTIONS.limits, iterations: 3 },
    mayChange: ['a'],
    checkWhen: 'on-claim',
  })
})

test('a value that no loop can have is refused before anything starts', () => {
  const refused = (more: Partial<RunRequest>): boolean => {
    try {
      spec(more)
      return false
    } catch (error) {
      return isUsageError(error)
    }
  }
  expect(refused({ limits: { iterations: 0 } })).toBe(true)
  expect(refused({ limits: { totalMs: -1 } })).toBe(true)
  expect(refused({ proof: 'none' as 'fast' })).toBe(true)
  expect(refused({ id: '../etc' })).toBe(true)
})
