import { expect, test } from 'vitest'
import { UsageError } from '../std/usage-error.ts'
import { noSlotError } from '../store/no-slot-error.ts'
import { errorReport } from './error-lines.ts'

const active = [
  { loop_id: 'ralph-fix-tests-a1b2c3d4', iteration: 5, task: 'fix TypeScript errors' },
  { loop_id: 'ralph-add-docs-b2c3d4e5', iteration: 3, task: 'add JSDoc comments\nand more' },
]

test('at capacity: the layout that people and programs know, exit 8', () => {
  const report = errorReport(noSlotError({ kind: 'full', max: 2, active }), false)
  expect(report.err.join('\n')).toBe(
    [
      'Error: Maximum concurrent loops (2) reached',
      'Active loops:',
      '1. ralph-fix-tests-a1b2c3d4 (iteration 5) - fix TypeScript errors',
      '2. ralph-add-docs-b2c3d4e5 (iteration 3) - add JSDoc comments',
      'Abort one with: agent-loop abort <id>',
    ].join('\n'),
  )
  expect([report.out, report.exitCode]).toEqual([[], 8])
})

test('at capacity, for programs', () => {
  const { out, err, exitCode } = errorReport(noSlotError({ kind: 'full', max: 2, active }), true)
  expect([err, exitCode]).toEqual([[], 8])
  expect(JSON.parse(out.join(''))).toMatchObject({
    error: { code: 'at-capacity', hint: expect.stringContaining('abort') },
  })
})

test('a name that another project has is refused', () => {
  expect(errorReport(noSlotError({ kind: 'taken', loop: 'ralph-a-00000000' }), false).exitCode).toBe(2)
})

test('without a hint nothing stands under the message', () => {
  expect(errorReport(new UsageError('unsupported', 'Use WSL.', ''), false).err).toEqual(['agent-loop: Use WSL.'])
})

test('our own failure keeps its stack and is exit 4', () => {
  const { err, exitCode } = errorReport(new Error('boom'), false)
  expect(err.join('\n')).toMatch(/boom[\s\S]*bug in agent-loop[\s\S]*at /)
  expect(exitCode).toBe(4)
})

test('what an error quotes cannot control the terminal', () => {
  const { err } = errorReport(new UsageError('storage', 'git failed: \u001b[2Jx', 'look at \u001b]0;y\u0007it'), false)
  expect(err).toEqual(['agent-loop: git failed: x', 'look at it'])
})
