import { expect, test } from 'vitest'
import { unrelatedWork } from './named-work.ts'

type Files = Readonly<Record<string, string>>

const TREE: Files = {
  'src/price.js':
    "import { round } from './round.js'\n\nexport function discount(n) {\n  const half = n / 2\n  return round(half)\n}\n\nexport function total(all) {\n  return all.length\n}\n",
  'src/round.js': 'const STEPS = [\n  1,\n]\n\nexport function round(n) {\n  return n - (n % STEPS[0])\n}\n',
  'src/shelf.js': 'export class Shelf {\n  find(name) {\n    return this.items[name]\n  }\n}\n',
  'src/cli.js':
    "import { discount } from './price.js'\n\nexport function main(n) {\n  const price = discount(n)\n  return String(price)\n}\n",
  'test/price.test.js':
    "import { discount } from '../src/price.js'\n\ntest('half', () => assert.equal(discount(2), 1))\n",
}

const edited = (path: string, from: string, to: string): Files => ({ [path]: (TREE[path] ?? '').replace(from, to) })
const appended = (path: string, text: string): Files => ({ [path]: `${TREE[path] ?? ''}${text}` })

const ZZ = {
  ...appended('src/price.js', 'export const zz = 1\n'),
  'test/zz.test.js': "import { zz } from '../src/price.js'\ntest('zz', () => assert.equal(zz, 1))\n",
}
const CLI_TEST = { 'test/cli.test.js': "test('cli', () => assert.equal(main(['-3']), '0'))\n" }

function judge(task: string, changes: Files): string {
  const found = unrelatedWork(task, {
    before: new Map(Object.entries(TREE)),
    now: new Map(Object.entries({ ...TREE, ...changes })),
    changed: new Set(Object.keys(changes)),
    deleted: [],
    ignored: new Set(),
    isNamed: (path, name) => path === name,
  })
  return found === null ? 'accepted' : found.certain ? 'refused' : 'warned'
}

const FIX = 'fix discount so that it never returns less than zero'

test.each([
  [FIX, ZZ, 'refused'],
  ['make Shelf.find case-insensitive', ZZ, 'refused'],
  ['the discount function ignores negative numbers', ZZ, 'refused'],
  ['discount returns less than zero', ZZ, 'refused'],
  ['Shelf loses items with the same name', ZZ, 'refused'],
  ['make the price function discount faster', ZZ, 'refused'],
  // The import of the test that mentions the name is no test of it.
  [
    FIX,
    {
      ...appended('src/price.js', 'export const zz = 1\n'),
      'test/price.test.js':
        "import { discount, zz } from '../src/price.js'\n\ntest('half', () => assert.equal(discount(2), 1))\ntest('zz', () => assert.equal(zz, 1))\n",
    },
    'refused',
  ],
  ['speed up total', ZZ, 'refused'],
  [
    'add JSDoc to total',
    edited('src/price.js', 'export function total', '/** How many. */\nexport function total'),
    'accepted',
  ],
  ['swap the arguments of discount', ZZ, 'refused'],
  ['reject a negative total', { ...appended('src/shelf.js', 'export const zz = 1\n') }, 'refused'],
  // A word that may not be meant as a name, and a change that has another word of the task.
  ['reject a negative total', { ...appended('src/shelf.js', 'export const isNegative = n => n < 0\n') }, 'warned'],
  // A registry may connect them: existing code that changed is worth a warning, no refusal.
  [FIX, { ...edited('src/shelf.js', 'this.items[name]', 'this.items[name] ?? null'), ...CLI_TEST }, 'warned'],
  ['find a way to make discount positive', { ...appended('src/shelf.js', 'export const zz = 1\n') }, 'refused'],
  // Honest: in the definition, in what it calls, in data of that, in a caller, and with a test through the CLI.
  [FIX, { ...edited('src/price.js', 'n / 2', 'Math.max(0, n) / 2'), ...CLI_TEST }, 'accepted'],
  [FIX, { ...edited('src/round.js', 'return n', 'return Math.max(0, n)'), ...CLI_TEST }, 'accepted'],
  [FIX, { ...edited('src/round.js', '  1,', '  2,'), ...CLI_TEST }, 'accepted'],
  [FIX, { ...edited('src/cli.js', 'String(price)', 'String(price > 0 ? price : 0)'), ...CLI_TEST }, 'accepted'],
  [FIX, { 'data/rates.json': '{}', ...CLI_TEST }, 'accepted'],
  [
    FIX,
    {
      'src/clamp.js': 'export const clamp = n => Math.max(0, n)\n',
      ...edited('src/price.js', 'return round(half)', 'return clamp(round(half))'),
    },
    'accepted',
  ],
  ['make Shelf.find case-insensitive', { ...edited('src/shelf.js', '[name]', '[name.toLowerCase()]') }, 'accepted'],
  // A registry that nothing names: the test says what it is about.
  [
    FIX,
    {
      'src/plugins/zero.js': "register('zero', n => Math.max(0, n))\n",
      'test/price.test.js': "test('zero', () => assert.equal(discount(-2), 0))\n",
    },
    'warned',
  ],
  // No name at all, and no word of the task in the change.
  ['reject negative numbers', ZZ, 'warned'],
  ['reject negative numbers', { ...ZZ, 'test/zz.test.js': "test('negative numbers', () => fails())\n" }, 'accepted'],
  // Of two names, only one was worked on.
  ['fix discount and total so that they round', { ...edited('src/price.js', 'n / 2', 'n * 0.5') }, 'warned'],
  ['fix discount and round so that they agree', { ...edited('src/round.js', 'return n', 'return +n') }, 'accepted'],
  ['implement Shelf.remove', ZZ, 'refused'],
] as const)('%s (%#)', (task, changes, verdict) => expect(judge(task, changes)).toBe(verdict))

test('a check that passed at the start although it should have failed: every word of the task is compared', () => {
  const judged = (task: string, now: Files): string[] | null => {
    const found = unrelatedWork(
      task,
      {
        before: new Map([['src/lib.rs', 'fn a() -> u8 {\n    1\n}\n']]),
        now: new Map(Object.entries(now)),
        changed: new Set(Object.keys(now)),
        deleted: [],
        ignored: new Set(),
        isNamed: (path, name) => path === name,
      },
      'every-word',
    )
    return found === null ? null : [...found.names]
  }
  const other = { 'src/lib.rs': 'fn a() -> u8 {\n    let x = 1;\n    x\n}\n' }
  const wanted = { 'src/lib.rs': '#![no_std]\nfn a() -> u8 {\n    1\n}\n' }
  expect(judged('make the crate compile without std', other)).toEqual(['std'])
  expect(judged('make the crate compile without std', wanted)).toBe(null)
  expect(judged('fix the failing tests', other)).toBe(null)
})
