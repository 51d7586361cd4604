import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { verificationReportSchema } from './report-schema.ts'

// One of each shape that other programs have relied on from the beginning.
const shapes = {
  'a failed test': {
    verified: false,
    command: 'npm test',
    exitCode: 1,
    output: '1 failing',
    duration_ms: 5230,
    learnings: 'a test fails',
  },
  'all is well': {
    verified: true,
    command: 'npm test',
    exitCode: 0,
    output: '42 passing',
    duration_ms: 8450,
    learnings: null,
  },
  'a type error': {
    verified: false,
    command: 'npx tsc --noEmit',
    exitCode: 2,
    output: 'a.ts(1,1): error TS1005',
    duration_ms: 3200,
    learnings: 'fix a.ts',
  },
  'several parts': {
    verified: false,
    checks: [
      { criteria: 'tests pass', command: 'npm test', verified: true, exitCode: 0 },
      { criteria: 'lint clean', command: 'npm run lint', verified: false, exitCode: 1, output: '3 problems' },
    ],
    overallVerified: false,
    learnings: 'lint has 3 problems',
  },
  'a missing command': {
    verified: false,
    error: 'command_not_found',
    command: 'npx tsc',
    message: 'tsc not found',
    learnings: 'install it',
  },
  'a timeout': {
    verified: false,
    error: 'timeout',
    command: 'npm test',
    message: 'no end within 60s',
    learnings: 'it may hang',
  },
  'a matter of opinion': {
    verified: false,
    error: 'parse_error',
    criteria: 'coverage is good',
    message: 'cannot be measured',
    learnings: 'give a number',
  },
}

test.each(Object.entries(shapes))('%s', (_, shape) => {
  expect(verificationReportSchema.safeParse(shape).success).toBe(true)
})

test.each([
  ['no answer', { command: 'npm test', exitCode: 0 }],
  ['learnings that are no text', { ...shapes['a failed test'], learnings: ['a'] }],
  ['an answer that is no boolean', { ...shapes['all is well'], verified: 'yes' }],
])('%s is refused', (_, shape) => {
  expect(verificationReportSchema.safeParse(shape).success).toBe(false)
})

test('the published schema is the one we use', () => {
  const path = 'schemas/verification.schema.json'
  const text = `${JSON.stringify(z.toJSONSchema(verificationReportSchema), null, 2)}\n`
  if (process.env['UPDATE']) writeFileSync(path, text)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(text))
})
