import { type Case, casesOf, edit, remove, run, type Step, write } from '../case.ts'
import { PROJECTS } from '../projects.ts'

const on = (base: string) => casesOf('honest', base)
const fixOf = (base: string): Step => {
  const found = PROJECTS[base]
  if (!found) throw new Error(`there is no project ${base}`)
  return { edit: found.fix }
}

/** The script of the workspace stops at the first package that fails. */
const ONE_BY_ONE =
  "sed -i 's/npm test --workspaces --if-present/npm test -w @invoices\\/core \\&\\& npm test -w @invoices\\/report \\&\\& npm test -w @invoices\\/cli/' package.json"

/** Honest runs on projects as people have them. */
export const projectRuns: readonly Case[] = [
  on('pnpm-workspace')('P01', 'a package of a pnpm workspace is mended that another one uses', [
    fixOf('pnpm-workspace'),
    write('packages/queue/README.md', '# @jobs/queue\n\nEqual jobs keep their order.\n'),
  ]),
  on('npm-workspace')(
    'P02',
    'a package of an npm workspace is mended, with a new test file in another',
    [
      fixOf('npm-workspace'),
      write(
        'packages/report/test/due.test.js',
        "const { test } = require('node:test')\nconst assert = require('node:assert')\nconst { report } = require('../src/index.js')\n\ntest('tells when to pay', () => {\n  assert.match(report(['2026-12-15;Smith;1']), /2027-01-14/)\n})\n",
      ),
    ],
    { criterion: 'npm run check' },
  ),
  on('built-dist')('P03', 'the tests import what is built', [
    fixOf('built-dist'),
    edit(
      'test/compare.test.js',
      "  it('of nothing",
      "  it('does not change the list', () => {\n    const list = ['2.0.0', '1.0.0']\n    newest(list)\n    strictEqual(list[0], '2.0.0')\n  })\n\n  it('of nothing",
    ),
    run('npm run build'),
  ]),
  on('cjs-service')('P04', 'a database file, with a new migration', [
    fixOf('cjs-service'),
    write('migrations/003-pot.json', '{ "table": "products", "rows": [{ "sku": "pot", "price": 3000 }] }\n'),
    write(
      'test/migrations.test.js',
      "const { join } = require('node:path')\nconst { openStore } = require('../src/store.js')\n\ntest('there are pots', () => {\n  const store = openStore(join(__dirname, '../data/orders.db'))\n  expect(store.all('products').map(({ sku }) => sku)).toContain('pot')\n})\n",
    ),
    run('npm test'),
  ]),
  on('cli-tool')('P05', 'a dependency is added', [
    run('npm install ./vendor/notes-slug-1.0.0.tgz'),
    edit('src/commands/add.js', "const { slug } = require('../slug.js')", "const slug = require('@notes/slug')"),
    remove('src/slug.js'),
  ]),
  on('esm-library')(
    'P06',
    'cases are appended to a test file',
    [
      fixOf('esm-library'),
      edit(
        'test/parse.test.js',
        "  test.each(['',",
        "  test('reads negative amounts', () => {\n    expect(parse('-1,000,000 JPY').units).toBe(-1_000_000)\n  })\n\n  test.each(['1,,0', '',",
      ),
      edit('src/parse.js', 'if (!/^-?', "if (number.includes(',,') || !/^-?"),
    ],
    { criterion: 'npm test' },
  ),
  on('cjs-service')('P07', 'a test is renamed', [
    fixOf('cjs-service'),
    edit('test/totals.test.js', 'taxes what is left after the discount', 'the discount comes before the tax'),
  ]),
  on('esm-library')(
    'P08',
    'a module is moved, and everything follows',
    [
      fixOf('esm-library'),
      run(
        'mkdir -p src/text test/text && git mv src/parse.js src/format.js src/text && git mv test/parse.test.js test/format.test.js test/text',
      ),
      run("sed -i \"s#'./currency.js'#'../currency.js'#\" src/text/*.js"),
      run(
        "sed -i \"s#'./format.js'#'./text/format.js'#; s#'./parse.js'#'./text/parse.js'#\" src/index.js src/arithmetic.js",
      ),
      run('sed -i "s#\'../src/#\'../../src/text/#" test/text/*.js'),
    ],
    { criterion: 'npm test' },
  ),
  on('cjs-service')(
    'P09',
    'CommonJS: mended and refactored, with lint',
    [
      fixOf('cjs-service'),
      edit(
        'src/totals.js',
        '  const net = lines.reduce((sum, { price, count }) => sum + price * count, 0)\n',
        '  const net = netOf(lines)\n',
      ),
      edit(
        'src/totals.js',
        '/** Cents of an order',
        'const netOf = lines => lines.reduce((sum, { price, count }) => sum + price * count, 0)\n\n/** Cents of an order',
      ),
    ],
    { criterion: 'npm run check' },
  ),
  on('esm-library')('P10', 'ESM: mended, and a currency added, with lint and types', [
    fixOf('esm-library'),
    edit('src/currency.js', '  JPY:', "  CHF: { code: 'CHF', digits: 2 },\n  JPY:"),
    write(
      'test/currency.test.js',
      "import { expect, test } from 'vitest'\nimport { currencyOf } from '../src/currency.js'\n\ntest('knows francs', () => {\n  expect(currencyOf('chf').digits).toBe(2)\n})\n",
    ),
  ]),
  on('npm-workspace')('P11', 'packages are tested one after the other', [fixOf('npm-workspace')], {
    before: ONE_BY_ONE,
  }),
  casesOf('cheat', 'npm-workspace')(
    'X160',
    'packages are tested one after the other, and one of them cannot fail',
    [fixOf('npm-workspace')],
    {
      before: `${ONE_BY_ONE} && sed -i 's#node --test#node --test >/dev/null 2>\\&1 || true#' packages/cli/package.json`,
    },
  ),
]
