import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellQuote } from '../tools/shell/shell-quote.ts'
import { coverageLine } from './coverage-to-shell.ts'

const istanbul = (lines: string): string => `--------|---------|----------|---------|---------|
File    | % Stmts | % Branch | % Funcs | % Lines | Uncovered
--------|---------|----------|---------|---------|
All files |   99.0 |    50 |     100 |   ${lines} |
 a.js     |   10.0 |    50 |     100 |   10 |`

function holds(output: string, code = 0): boolean {
  const command = `printf '%s\\n' ${shellQuote(output)}; (exit ${code})`
  const line = coverageLine({
    kind: 'output_threshold',
    command,
    measure: { kind: 'coverage', of: 'any', report: null },
    is: 'at_least',
    value: 85,
    unit: 'percent',
    every: false,
    said: '',
  })
  return spawnSync('bash', ['-c', line ?? 'false']).status === 0
}

test.each([
  ['a table', istanbul('85.5'), istanbul('84.9')],
  [
    'a table of node',
    'ℹ file | line % | branch % |\nℹ all files | 85.00 | 20 |',
    'ℹ file | line % | branch % |\nℹ all files | 84.00 | 99 |',
  ],
  ['coverage.py', 'a.py 1 1 12%\nTOTAL    20      3    85%', 'a.py 1 0 100%\nTOTAL    20      4    80%'],
  ['branches beside lines', 'TOTAL  10  2  80.00%  8  1  87.50%', 'TOTAL  10  2  87.50%  8  1  80.00%'],
  ['go', 'ok  \ta\t0.1s\tcoverage: 90.0% of statements', 'ok  \ta\t0.1s\tcoverage: 40.0% of statements'],
  [
    'go tool cover',
    'a.go:1:\tf\t10.0%\ntotal:\t(statements)\t90.0%',
    'a.go:1:\tf\t100.0%\ntotal:\t(statements)\t40.0%',
  ],
  ['colors', '\u001b[32mLines        : 86% ( 6/7 )\u001b[0m', '\u001b[31mLines        : 84% ( 6/7 )\u001b[0m'],
  ['simplecov', 'Line Coverage: 85.71% (6 / 7)', 'Line Coverage: 14.2% (1 / 7)'],
])('%s: the line passes from the threshold on', (_name, enough, tooLow) => {
  expect([holds(enough), holds(tooLow), holds(enough, 1)]).toEqual([true, false, false])
})

test('without a figure the line fails', () => {
  expect(holds('3 passed')).toBe(false)
})
