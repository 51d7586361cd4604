import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ReportKind, readReport } from './read-report.ts'

const folder = resolve(import.meta.dirname, '../../../test/recordings')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

test.each([
  ['junit', 'pytest/fail-junit', 'xml'],
  ['junit', 'node-test/fail-junit', 'xml'],
  ['junit', 'phpunit/fail-junit', 'xml'],
  ['junit', 'bats/fail-junit', 'xml'],
  ['junit', 'vitest/fail-junit', 'xml'],
  ['junit', 'ctest/fail', 'xml'],
  ['junit', 'maven/fail', 'xml'],
  ['junit', 'deno/fail-junit', 'xml'],
  ['junit', 'bun/fail-junit', 'xml'],
  ['junit', 'playwright/fail-junit', 'xml'],
  ['json', 'jest/fail-json', 'json'],
  ['json', 'vitest/fail-json', 'json'],
  ['json', 'mocha/fail-json', 'json'],
  ['json', 'rspec/fail-json', 'json'],
  ['json', 'playwright/fail-json', 'json'],
] as const)('%s: %s has failures with names and messages, and closes', (kind, name, extension) => {
  const reading = readReport(kind, read(`${name}.report.${extension}`), { root: '/home/dev' })
  expect(reading).toMatchObject({ kind: 'tests', complete: true, ran: true })
  expect(reading?.failures.length).toBe(reading?.tests?.failed)
  expect(reading?.failures.every(failure => failure.name !== '')).toBe(true)
  expect(reading?.failures.length).toBeGreaterThan(0)
})

test.each([
  ['json', 'nyc/pass.report.json', { lines: 72.72, covered: 8, total: 11 }],
  ['lcov', 'nyc/pass.report.lcov', { covered: 8, total: 11 }],
  ['cobertura', 'pytest/coverage.report.xml', { lines: 50 }],
  ['json', 'pytest/coverage.report.json', { lines: 50, covered: 4, total: 8 }],
  ['go-cover', 'go/coverage.report.out', { statements: 25 }],
] as const)('coverage: %s %s', (kind, name, expected) => {
  expect(readReport(kind, read(name))?.coverage).toMatchObject(expected)
})

test('a report that breaks off is not complete', () => {
  const whole = read('pytest/fail-junit.report.xml')
  expect(readReport('junit', whole.slice(0, whole.length / 2))?.complete).toBe(false)
  expect(readReport('json', read('jest/fail-json.report.json').slice(0, 500))).toBeNull()
})

test('cargo llvm-cov', () => {
  const report = {
    type: 'llvm.coverage.json.export',
    data: [
      {
        totals: {
          lines: { count: 4, covered: 3, percent: 75 },
          functions: { count: 2, covered: 1, percent: 50 },
          regions: { percent: 60 },
          branches: { count: 0 },
        },
      },
    ],
  }
  expect(readReport('json', JSON.stringify(report))?.coverage).toEqual({
    lines: 75,
    statements: 60,
    branches: null,
    functions: 50,
    covered: 3,
    total: 4,
  })
})

test('no bytes make it throw', () => {
  const kinds: ReportKind[] = ['junit', 'json', 'go-json', 'tap', 'lcov', 'cobertura', 'go-cover']
  const scrap = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constant('<testsuite name="a"><testcase name="b"><failure>'),
    fc.constant('mode: set\na:1.1,2.2 1 1'),
  )
  fc.assert(
    fc.property(fc.constantFrom(...kinds), scrap, fc.uint8Array(), (kind, text, bytes) => {
      readReport(kind, text)
      readReport(kind, bytes)
    }),
  )
})
