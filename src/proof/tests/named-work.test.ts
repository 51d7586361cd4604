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
  // A word that may not be meant as a name.
  ['reject a negative total', { ...appended('src/shelf.js', 'export const zz = 1\n') }, 'warned'],
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
  ['reject negative prices', ZZ, 'accepted'],
] as const)('%s (%#)', (task, changes, verdict) => expect(judge(task, changes)).toBe(verdict))
