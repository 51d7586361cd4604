import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Criterion, criterionSchema } from './criterion.ts'

const published = join(import.meta.dirname, '../../schemas/criterion.schema.json')

test('the published JSON Schema is the one in the code (UPDATE=1 rewrites it)', () => {
  const schema = JSON.stringify(z.toJSONSchema(criterionSchema, { io: 'input' }), null, 2)
  if (process.env['UPDATE']) writeFileSync(published, `${schema}\n`)
  expect(JSON.parse(readFileSync(published, 'utf8'))).toEqual(JSON.parse(schema))
})

test('a tree within a tree is a criterion', () => {
  const leaf = { kind: 'exit_code', command: 'npm test', expect: 0, said: 'tests pass' } as const
  const tree: Criterion = {
    kind: 'all_of',
    parts: [leaf, { kind: 'not', part: { kind: 'any_of', parts: [leaf, leaf] } }],
  }
  expect(z.parse(criterionSchema, tree)).toEqual(tree)
})

test.each([
  { kind: 'exit_code', command: 'npm test', expect: 0 },
  { kind: 'exit_code', command: 'npm test', expect: 256, said: '' },
  { kind: 'all_of', parts: [] },
  { kind: 'files', glob: 'x', each: { kind: 'smells' }, at_least: 1, said: '' },
  { kind: 'exit_code', command: 'npm test', expect: 0, said: '', extra: true },
])('%j is none', value => {
  expect(z.safeParse(criterionSchema, value).success).toBe(false)
})
