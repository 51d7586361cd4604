import { expect, test } from 'vitest'
import { readOutput } from '../../check/output/read-output.ts'

const printed = (version: string, totals: string): unknown =>
  readOutput(`PHPUnit ${version} by Sebastian Bergmann and contributors.\n\nOK, but there were issues!\n${totals}\n`, 0)
    .tools[0]?.tests

test('since version 10, a test that is risky or has a warning is counted as passed', () => {
  const totals = 'Tests: 5, Assertions: 4, Warnings: 1, Risky: 1.'
  expect(printed('9.6.7', totals)).toEqual({ passed: 3, failed: 0, skipped: 0, total: 5 })
  expect(printed('10.5.63', totals)).toEqual({ passed: 5, failed: 0, skipped: 0, total: 5 })
})

test('a class without tests beside the tests of others', () => {
  const text = 'There was 1 warning:\n\n1) Warning\nNo tests found in class "NoneTest".\n\nWARNINGS!\n'
  const { tools } = readOutput(
    `PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\n${text}Tests: 3, Assertions: 2, Warnings: 1.\n`,
    0,
  )
  expect(tools[0]).toMatchObject({ ran: true, tests: { passed: 2, failed: 0, skipped: 0, total: 3 } })
})
