import { expect, test } from 'vitest'
import { failingOutputs, withFailures } from '../../../bench/failing-output.ts'
import { MAX_FAILURES } from '../../tools/reading/gather.ts'
import type { OutputReading } from '../../tools/reading/reading.ts'
import { OutputReader, readOutput } from './read-output.ts'

const repeated = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join('')

const COUNT = MAX_FAILURES + 1500

const bullet = (at: number): string =>
  `  ● orders › total ${at}\n\n    expect(received).toBe(expected)\n\n      at a.test.js:${at + 1}:3\n\n`
const jestEnd = (count: number): string =>
  `Test Suites: 1 failed, 1 total\nTests:       ${count} failed, ${count} total\nSnapshots:   0 total\nTime:        2 s\n`

const said: Readonly<Record<string, (count: number) => unknown>> = {
  jest: count => ({ tests: { failed: count }, notes: [`${count - MAX_FAILURES} more failures are not listed`] }),
  vitest: count => ({ tests: { failed: count }, notes: [`${count - MAX_FAILURES} more failures are not listed`] }),
  pytest: count => ({ tests: { failed: count } }),
  'go test': count => ({ notes: expect.arrayContaining([`${count - MAX_FAILURES} more failures are not listed`]) }),
  'cargo test': count => ({
    tests: { failed: count },
    notes: [`${count - MAX_FAILURES} more failures are not listed`],
  }),
  tsc: count => ({ problems: { errors: count, warnings: 0 } }),
  eslint: count => ({ problems: { errors: count, warnings: 0 } }),
  gcc: count => ({ problems: { errors: count, warnings: 0 } }),
  flake8: count => ({ problems: { errors: count, warnings: 0 } }),
}

const inPieces = (text: string, size: number): OutputReading => {
  const reader = new OutputReader({})
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size))
  return reader.end(1)
}

test.each(failingOutputs)('$tool: the first are kept in their order and all are counted', output => {
  const { tool } = output
  const text = withFailures(output, COUNT)
  const whole = readOutput(text, 1)
  expect(whole.tools).toMatchObject([{ tool, complete: true, ...(said[tool]?.(COUNT) as object) }])
  const failures = whole.tools[0]?.failures ?? []
  expect(failures).toHaveLength(MAX_FAILURES)
  const numbers = failures.map(({ id, line, message }) =>
    Number(/(?:total[_ ]?|Total)(\d+)/.exec(`${id} ${message}`)?.[1] ?? line),
  )
  expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
  for (const size of [997, 65_536]) expect(inPieces(text, size)).toEqual(whole)
})

test('what follows in a file of its own is read after more failures than are kept', () => {
  const text = `FAIL a.test.js\n${repeated(COUNT, bullet)}FAIL b.test.js\n${repeated(3, bullet)}\n${jestEnd(COUNT + 3)}`
  expect(readOutput(text, 1).tools).toMatchObject([
    {
      tool: 'jest',
      complete: true,
      tests: { failed: COUNT + 3 },
      notes: [`${COUNT + 3 - MAX_FAILURES} more failures are not listed`],
    },
  ])
})

test('a second run of the same tool is not taken for a part of the first', () => {
  const one = `FAIL a.test.js\n${repeated(COUNT, bullet)}${jestEnd(COUNT)}`
  const two = `FAIL b.test.js\n${repeated(2, bullet)}${jestEnd(2)}`
  expect(readOutput(`${one}${two}`, 1).tools).toMatchObject([
    { tests: { failed: COUNT } },
    { tests: { failed: 2 }, failures: [{}, {}] },
  ])
})

test('another tool that speaks when a run was cut off among its failures is heard', () => {
  const mocha =
    '\n\n  orders\n    1) adds the tax\n\n\n  2 passing (8ms)\n  1 failing\n\n  1) orders\n       adds the tax:\n     Error: boom\n      at Context.<anonymous> (test/a.js:3:9)\n\n'
  const complaint = (at: number): string =>
    `src/a.ts(${at + 1},3): error TS2322: Type 'a' is not assignable to type 'b'.\n`
  const rows = '\n/home/dev/shop/src/a.js\n  1:7  error  boom  no-undef\n\n✖ 1 problem (1 error, 0 warnings)\n'
  for (const cut of [`FAIL a.test.js\n${repeated(COUNT, bullet)}`, repeated(COUNT, complaint)]) {
    const tools = readOutput(`${cut}${mocha}${rows}`, 1).tools.map(({ tool, failures }) => [tool, failures.length])
    expect(tools).toContainEqual(['mocha', 1])
    expect(tools).toContainEqual(['eslint', 1])
  }
})

test('what programs print between the failures is no failure', () => {
  const noisy = (at: number): string =>
    `${bullet(at)}  console.log\n    ● not a failure ${at}\n\nsrc/a.js:3:1: a place\n`
  const text = `FAIL a.test.js\n${repeated(COUNT, noisy)}${jestEnd(COUNT)}`
  expect(readOutput(text, 1).tools).toMatchObject([
    {
      tool: 'jest',
      failures: { length: MAX_FAILURES },
      notes: [`${COUNT - MAX_FAILURES} more failures are not listed`],
    },
  ])
})

test('warnings past those that are kept are no errors', () => {
  const line = (at: number): string =>
    `src/a.c:${at + 1}:1: ${at % 2 === 0 ? 'warning' : 'error'}: number ${at}\n   ${at} |  x\n      |  ^\n`
  expect(readOutput(repeated(9000, line), 1).tools).toMatchObject([{ problems: { errors: 4500, warnings: 4500 } }])
})

test('what is held does not grow with the failures that are only counted', () => {
  const held = (count: number): number =>
    JSON.stringify(readOutput(`FAIL a.test.js\n${repeated(count, bullet)}`, 1)).length
  const few = held(COUNT)
  expect(Math.abs(held(COUNT * 6) - few)).toBeLessThan(100)
})
