import { expect, test } from 'vitest'
import { withoutRenamed } from './renamed-tests.ts'

const ran = (title: string) => ({
  tools: ['pytest'],
  closed: true,
  agrees: true,
  only: false,
  retries: 0,
  unknown: [],
  tests: [{ id: `test_price.py::${title}`, file: 'test_price.py', title: [title], state: 'passed' as const }],
})

const before = 'def test_add_tax():\n    assert add_tax(100) == 120\n'
const left = (now: string, renames: readonly { from: string; to: string }[]): number => {
  const [old, fresh] = [ran('test_add_tax'), ran('test_with_tax')]
  return withoutRenamed(old.tests, old, fresh, {
    before: () => before,
    now: () => now,
    sources: [],
    renames,
    isFree: () => false,
  }).length
}

test('a test follows the name that the task renames, in its title and its only line', () => {
  const renames = [{ from: 'add_tax', to: 'with_tax' }]
  expect(left(before.replaceAll('add_tax', 'with_tax'), renames)).toBe(0)
  expect(left('def test_with_tax():\n    assert with_tax\n', [])).toBe(1)
})

test('a table of tests takes the place of one test', () => {
  const file = 'a.test.js'
  const named = (...titles: string[]) => ({
    ...ran(''),
    tests: titles.map(title => ({ id: `${file}::${title}`, file, title: [title], state: 'passed' as const })),
  })
  const old = named('discount')
  const gone = (now: string, ...titles: string[]): number =>
    withoutRenamed(old.tests, old, named(...titles), {
      before: () => "test('discount', () => {\n  expect(discount(200, 10)).toBe(180)\n})\n",
      now: () => now,
      sources: [],
      renames: [],
      isFree: () => false,
    }).length
  const table = "test.each(rows)('discount %d %d', (price, percent, want) => {\n  check(price, percent, want)\n})\n"
  expect(gone(table, 'discount 200 10', 'discount 50 50')).toBe(0)
  expect(gone(table, 'discount 200 10')).toBe(1)
})

test('a group is renamed where the runner reports group and test as one text', () => {
  const file = 'spec/lines_spec.rb'
  const named = (group: string, ...names: string[]) => ({
    ...ran(''),
    tests: names.map(name => {
      const title = `Cursor#${group} ${name}`
      return { id: `${file}::${title}`, file, title: [title], state: 'passed' as const }
    }),
  })
  const text = (group: string, expected: string): string =>
    `RSpec.describe Cursor, "#${group}" do\n  it "clears up" do\n    expect(cursor.${group}(1)).to ${expected}\n    expect(cursor.row).to eq(0)\n  end\n\n  it "clears down" do\n    expect(1).to eq(1)\n  end\nend\n`
  const old = named('clear_lines', 'clears up', 'clears down')
  const gone = (now: string, ...names: string[]): number =>
    withoutRenamed(old.tests, old, named('erase_lines', ...names), {
      before: () => text('clear_lines', 'eq("x")'),
      now: () => now,
      sources: [],
      renames: [{ from: 'clear_lines', to: 'erase_lines' }],
      isFree: () => false,
    }).length
  expect(gone(text('erase_lines', 'eq("x")'), 'clears up', 'clears down')).toBe(0)
  expect(gone(text('erase_lines', 'eq("x")'), 'clears up')).toBe(1)
  expect(gone('it "clears up" do\n  expect(true).to be\nend\n', 'clears up')).toBe(2)
})

test('rows of a table follow the renamed test, each with its own values', () => {
  const rows = (name: string, values: readonly string[]) => ({
    ...ran(name),
    tests: values.flatMap(value => ran(`${name}[${value}]`).tests),
  })
  const renames = [{ from: 'add_tax', to: 'with_tax' }]
  const now = before.replaceAll('add_tax', 'with_tax')
  const leftOf = (values: readonly string[]): number =>
    withoutRenamed(
      rows('test_add_tax', ['1-2', 'a[0]-b']).tests,
      rows('test_add_tax', []),
      rows('test_with_tax', values),
      {
        before: () => before,
        now: () => now,
        sources: [],
        renames,
        isFree: () => false,
      },
    ).length
  expect(leftOf(['1-2', 'a[0]-b'])).toBe(0)
  expect(leftOf(['1-2', '1-3'])).toBe(1)
})

test('computed titles follow a rename, and values in a file that the person allowed', () => {
  const file = 'a.spec.ts'
  const named = (...titles: string[]) => ({
    ...ran(''),
    tests: titles.map(title => ({
      id: `${file}::${title}`,
      file,
      title: title.split(' > '),
      state: 'passed' as const,
    })),
  })
  const left = (
    old: string[],
    fresh: string[],
    isFree: boolean,
    renames: { from: string; to: string }[] = [],
  ): number =>
    withoutRenamed(named(...old).tests, named(...old), named(...fresh), {
      before: () => 'runTest(rows)\n',
      now: () => 'runTest(rows)\n',
      sources: [],
      renames,
      isFree: () => isFree,
    }).length
  const renames = [{ from: 'parse', to: 'read' }]
  expect(left(["parse > parse('a')"], ["read > read('a')"], false, renames)).toBe(0)
  expect(left(["parse > parse('a')"], ["read > read('b')"], false, renames)).toBe(1)
  expect(left(["ext > of 'a.' is ''"], ["ext > of 'a.' is '.'"], true)).toBe(0)
  expect(left(["ext > of 'a.' is ''"], ["ext > of 'a.' is '.'"], false)).toBe(1)
  expect(left(["ext > of 'a.' is ''", "ext > of 'b.' is ''"], ["ext > of 'a.' is '.'"], true)).toBe(1)
  expect(left(['adds'], ['subtracts'], true)).toBe(1)
})
