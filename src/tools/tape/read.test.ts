import { expect, test } from 'vitest'
import { recordings } from '../../../test/rig/recordings.ts'
import { readOutput } from '../../check/output/read-output.ts'

const own = recordings().filter(({ tool }) => tool === 'tape')

test.each(own.map(one => [one.case, one] as const))('%s: each failure has its place and its message', (_, one) => {
  const { text, label, root } = one
  const { tools } = readOutput(text, label.exit_code, { command: label.command, root })
  expect(tools.map(({ tool, complete }) => [tool, complete])).toEqual([['tape', label.complete]])
  const told = tools.flatMap(({ failures }) => failures).map(({ file, line, message }) => ({ file, line, message }))
  expect(told).toEqual(
    label.failures.map(({ file, line, message }) => ({ file, line, message: expect.stringContaining(message ?? '') })),
  )
})

test('TAP of another program is not read as that of tape, also where the command names tape', () => {
  const text = 'TAP version 13\nok 1 - adds\nnot ok 2 - subtracts\n1..2\n'
  for (const command of ['npm test', 'npx tape a.js && ./other'])
    expect(readOutput(text, 1, { command }).tools.map(({ tool, tests }) => [tool, tests?.failed])).toEqual([['tap', 1]])
})

test('a line that a test printed in front of a point does not change the totals', () => {
  const text = 'TAP version 13\n# a\nok 1 one\n.ok 2 two\nok 3 three\n\n1..3\n# tests 3\n# pass  3\n\n# ok\n'
  expect(readOutput(text, 0).tools[0]?.tests).toEqual({ passed: 3, failed: 0, skipped: 0, total: 3 })
})
