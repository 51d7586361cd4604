import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRecords } from './csv.ts'

test.each([
  ['', []],
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['a\n1', [['a'], ['1']]],
  ['a\n\n', [['a'], ['']]],
  [
    'a,\n,\n',
    [
      ['a', ''],
      ['', ''],
    ],
  ],
  ['"a,b","say ""hi""","two\nlines"\n', [['a,b', 'say "hi"', 'two\nlines']]],
])('%j', (text, records) => {
  expect(csvRecords(text)).toEqual(records)
})

test.each(['"a', 'a\n"b\nc', '"a"b\n'])('%j is cut or broken', text => {
  expect(csvRecords(text)).toBeNull()
})

test('what was written is what is read', () => {
  const written = (records: readonly (readonly string[])[]): string =>
    records.map(record => `${record.map(field => `"${field.replaceAll('"', '""')}"`).join(',')}\n`).join('')
  const records = fc.array(fc.array(fc.string(), { minLength: 1 }))
  fc.assert(fc.property(records, table => void expect(csvRecords(written(table))).toEqual(table)))
})
