import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkConfigSchema } from './config.ts'
import { createCheck } from './create.ts'

const published = join(import.meta.dirname, '../../../schemas/check-config.schema.json')

test('the published JSON Schema is the one in the code (UPDATE=1 rewrites it)', () => {
  const schema = JSON.stringify(z.toJSONSchema(checkConfigSchema, { io: 'input' }), null, 2)
  if (process.env['UPDATE']) writeFileSync(published, `${schema}\n`)
  expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(JSON.parse(schema))
})

test.each([
  { kind: 'feature_list', path: 'docs/list.json' },
  { kind: 'test_suite', command: 'npm test', working_directory: 'a', timeout_ms: 5, sandbox: 'none', writable: ['/x'] },
  { kind: 'sql_query', database: 'a.db', query: 'select 1', expected_columns: ['a'], min_rows: 2, timeout_ms: 5 },
  { kind: 'sql_result', tool: 'query' },
  { kind: 'always' },
  { kind: 'command', command: './check', description: 'it is good' },
  { kind: 'all_of', checks: [{ kind: 'all_of', checks: [{ kind: 'always' }] }] },
])('%j is a check', value => {
  expect(createCheck(z.parse(checkConfigSchema, value)).description()).not.toBe('')
})

test.each([
  {},
  { kind: 'done' },
  { kind: 'feature_list', path: '' },
  { kind: 'feature_list', passes: true },
  { kind: 'test_suite' },
  { kind: 'test_suite', command: '' },
  { kind: 'test_suite', command: ' \n' },
  { kind: 'test_suite', command: 'npm test', timeout_ms: 0 },
  { kind: 'test_suite', command: 'npm test', sandbox: 'docker' },
  { kind: 'sql_query', database: 'a.db', query: 'select 1', min_rows: 0 },
  { kind: 'sql_query', database: 'a.db', query: 'select 1', expected_columns: [] },
  { kind: 'sql_result', min_rows: '1' },
  { kind: 'command', command: 'x', expect: null },
  { kind: 'criterion', criterion: 'tests pass' },
  { kind: 'all_of', checks: [] },
  { kind: 'all_of', checks: [{ kind: 'done' }] },
])('%j is none', value => {
  expect(z.safeParse(checkConfigSchema, value).success).toBe(false)
})

test.each(['# npm test', '\n', 'true', 'npm test || true', 'npm test &', 'exit 0'])(
  '%j cannot fail and is no suite',
  command => {
    expect(() => createCheck({ kind: 'test_suite', command })).toThrow('cannot fail')
  },
)
