import { expect, test } from 'vitest'
import type { NamedObject } from './named-object.ts'
import { filledFiles, namedObjects } from './named-objects.ts'

const SIGNS = { present: '+', absent: '-', changed: '~', made: '*', added: '%', moved: '>', deprecated: '!' } as const

const short = ({ kind, name, expect: state, near, doubtful, isWord }: NamedObject): string =>
  `${doubtful ? '?' : isWord ? '=' : ''}${SIGNS[state]}${kind} ${name}${near === undefined ? '' : ` @${near}`}`

test.each([
  ['rename lib/request.js to lib/req.js', '-file lib/request.js', '+file lib/req.js'],
  ['rename lib/request.js to req.js', '-file lib/request.js', '+file lib/req.js'],
  ['rename the option fooBar to barFoo in the source and the tests', '-symbol fooBar', '+symbol barFoo'],
  ['please rename the file `src/old.py` into `src/new.py`.', '-file src/old.py', '+file src/new.py'],
  [
    'remove req.acceptsCharsets and delete test/req.acceptsCharsets.js',
    '-symbol req.acceptsCharsets',
    '-file test/req.acceptsCharsets.js',
  ],
  [
    'Please rename parseDate() to parseDay() throughout the library (a.c and a.h)',
    '-symbol parseDate',
    '+symbol parseDay',
  ],
  ['rename the Help property minWidth to leastWidth, everywhere', '-symbol minWidth', '+symbol leastWidth'],
  ['It would be handy to have a hideHelp method on Argument', '+symbol hideHelp'],
  ["I'd like a hideHelp() method on Argument", '+symbol hideHelp'],
  ['It would be nice if the list was sorted'],
  ['remove CORSMethodMiddleware and its tests', '-symbol CORSMethodMiddleware'],
  ['add a VarOr function that returns a default', '+symbol VarOr'],
  [
    'add a function called slugify to src/text.ts',
    '+symbol slugify @src/text.ts',
    '%symbol slugify @src/text.ts',
    '+file src/text.ts',
  ],
  ['add parse_date() in lib/dates.py', '+symbol parse_date @lib/dates.py', '+file lib/dates.py'],
  ['create src/auth/token.ts with a TokenStore class', '+file src/auth/token.ts'],
  ['move src/a.ts and src/b.ts into lib/', '-file src/a.ts', '-file src/b.ts', '+file lib/a.ts', '+file lib/b.ts'],
  [
    'move parseDate from src/a.ts to src/date.ts',
    '+file src/date.ts',
    '+symbol parseDate @src/date.ts',
    '~symbol parseDate',
  ],
  ['move the unit tests of src/snake.rs to tests/snake.rs', '+file tests/snake.rs'],
  ['extract `parseDate` into src/date.ts', '+file src/date.ts', '+symbol parseDate @src/date.ts', '~symbol parseDate'],
  ['move the Cart class to src/basket.js', '+file src/basket.js', '+symbol Cart @src/basket.js', '~symbol Cart'],
  ['move Cart to shop/basket.py', '+file shop/basket.py', '+symbol Cart @shop/basket.py', '~symbol Cart'],
  [
    'extract the total function into src/total.js',
    '+file src/total.js',
    '+symbol total @src/total.js',
    '~symbol total',
  ],
  ['extract the tax calculation into src/tax.js', '+file src/tax.js'],
  ['move the date helpers to src/date.js', '+file src/date.js'],
  ['move the auth module to src/auth.js', '+file src/auth.js'],
  ['move Installation to docs/setup.md', '+file docs/setup.md'],
  ['rename the function squeeze in m.py to join_up', '-symbol squeeze @m.py', '+symbol join_up @m.py'],
  ['rename UserService to AccountService', '-symbol UserService', '+symbol AccountService'],
  ['rename foo_bar to baz everywhere', '-symbol foo_bar', '+symbol baz'],
  [
    'rename all usages of getUser to fetchUser in src/api.ts',
    '-symbol getUser @src/api.ts',
    '+symbol fetchUser @src/api.ts',
  ],
  ['rename `foo` to `bar` and `a_b` to `c_d`', '-symbol foo', '+symbol bar', '-symbol a_b', '+symbol c_d'],
  ['the function getUser should be renamed to fetchUser', '-symbol getUser', '+symbol fetchUser'],
  ['src/legacy.js must be deleted', '-file src/legacy.js'],
  ['remove the deprecated parseDate helper from src/util.ts', '-symbol parseDate @src/util.ts'],
  [
    'remove the function mul_two from lib.c and lib.h, and its test from tests.c',
    '-symbol mul_two @lib.c',
    '-symbol mul_two @lib.h',
  ],
  [
    'remove parseDate from a.ts, src/b.ts, and c.ts',
    '-symbol parseDate @a.ts',
    '-symbol parseDate @src/b.ts',
    '-symbol parseDate @c.ts',
  ],
  ['remove the unused imports from a.ts and b.ts'],
  ['remove 3.10 from the classifiers, tox.ini and the workflow'],
  ['remove parseDate from a.ts and the file old.ts', '-symbol parseDate @a.ts', '-file old.ts'],
  ['remove parseDate from a.ts and delete b.ts', '-symbol parseDate @a.ts', '-file b.ts'],
  ['remove a.ts and b.ts', '-file a.ts', '-file b.ts'],
  ['get rid of src/legacy.js', '-file src/legacy.js'],
  ['delete foo.txt, bar.txt and baz.txt', '-file foo.txt', '-file bar.txt', '-file baz.txt'],
  ['add a FAQ section to the README', '+heading FAQ @README', '+file README', '~file README'],
  ['add a CHANGELOG entry for 1.4.0', '?+file CHANGELOG', '?~file CHANGELOG'],
  [
    'add a section "Known issues" to docs/guide.md',
    '+heading Known issues @docs/guide.md',
    '+file docs/guide.md',
    '~file docs/guide.md',
  ],
  ['remove the Roadmap heading from README.md', '-heading Roadmap @README.md'],
  ['write a README', '+file README'],
  ['write docs/api.md', '+file docs/api.md'],
  ['add docs in docs/api.md', '+file docs/api.md', '~file docs/api.md'],
  ['replace `oldClient` with `newClient`', '-symbol oldClient', '+symbol newClient'],
  ['split src/big.ts into src/a.ts', '+file src/a.ts', '~file src/big.ts'],
  [
    'split src/price.js into src/tax.js and src/format.js',
    '+file src/tax.js',
    '+file src/format.js',
    '~file src/price.js',
  ],
  [
    'split price.go into tax.go, legacy.go, and cart.go',
    '+file tax.go',
    '+file legacy.go',
    '+file cart.go',
    '~file price.go',
  ],
  ['split src/a.ts into two files: src/b.ts and src/c.ts', '+file src/b.ts', '+file src/c.ts', '~file src/a.ts'],
  ['split src/a.ts into two modules (src/b.ts and src/c.ts)', '+file src/b.ts', '+file src/c.ts', '~file src/a.ts'],
  ['split src/a.ts into src/b.ts and update src/c.ts', '+file src/b.ts', '~file src/a.ts', '~file src/c.ts'],
  [
    'extract parseDate into src/date.ts and update the imports',
    '+file src/date.ts',
    '+symbol parseDate @src/date.ts',
    '~symbol parseDate',
  ],
  ['delete the function legacy_total together with its tests', '-symbol legacy_total'],
  ['delete the dead function legacyTotal along with its tests', '-symbol legacyTotal'],
  ['remove legacyTotal, including its tests', '-symbol legacyTotal'],
  ['change the name of add_tax to with_tax', '-symbol add_tax', '+symbol with_tax'],
  ["change add_tax's name to with_tax", '-symbol add_tax', '+symbol with_tax'],
  ['rename: add_tax => with_tax', '-symbol add_tax', '+symbol with_tax'],
  ['add_tax -> with_tax everywhere', '-symbol add_tax', '+symbol with_tax'],
  ['addTax should be called withTax', '-symbol addTax', '+symbol withTax'],
  ['move src/a.ts along with src/b.ts to lib/', '-file src/a.ts', '-file src/b.ts', '+file lib/a.ts', '+file lib/b.ts'],
  ['convert lib/a.js to lib/a.ts', '-file lib/a.js', '+file lib/a.ts'],
  ['delete src/a.js. Update src/b.js', '-file src/a.js', '~file src/b.js'],
  ['rename the module snake to snake_case', '-symbol snake', '+symbol snake_case'],
  ['rename transform to convert', '-symbol transform', '+symbol convert'],
  ['rename the function transform to convert', '-symbol transform', '+symbol convert'],
  ['convert src/a.js to TypeScript', '-file src/a.js'],
  ['add a stripColor export to index.js', '+symbol stripColor @index.js', '+file index.js'],
  ['delete the function slug', '-symbol slug'],
  ['drop the method Pop from Stack', '-symbol Pop'],
  ['remove the function empty', '-symbol empty'],
  ['remove slug and its test', '-symbol slug'],
  ['remove slug and commit', '-symbol slug', '?-symbol commit'],
  ['the trim function should go', '-symbol trim'],
  ['kill the function shift', '-symbol shift'],
  ['take out the --verbose option', '-option --verbose'],
  ['remove the command sync', '-option sync'],
  ['drop support for old_kelvin', '-symbol old_kelvin'],
  ['old_kelvin is obsolete; delete it along with its test', '-symbol old_kelvin'],
  ['Nobody uses slug any more. Remove it.', '-symbol slug'],
  ['We decided against slug. Please take it out again together with its tests.', '-symbol slug'],
  ['Nobody calls slug any more. Please delete that function and its tests.', '-symbol slug'],
  ['fooBar is deprecated since 2.0; time to remove it', '-symbol fooBar'],
  ['1) `empty?` goes away: remove it from Stack. 2) push must return the stack.', '-symbol empty?'],
  [
    'move the date helpers (parseDate and formatDate) out of src/a.js into src/dates.js',
    '+file src/dates.js',
    '+symbol parseDate @src/dates.js',
    '+symbol formatDate @src/dates.js',
    '~symbol parseDate',
    '~symbol formatDate',
  ],
  [
    'Move the helpers (parseDateFromString, formatDateToLocale and addDays, see below) to lib/date.js',
    '+file lib/date.js',
  ],
  ['rename fooBar (since version 2) to barFoo', '-symbol fooBar', '+symbol barFoo'],
  [
    'move parse_date into a module DateHelpers in lib/dates.rb',
    '+symbol DateHelpers',
    '+file lib/dates.rb',
    '+symbol parse_date @lib/dates.rb',
    '~symbol parse_date',
  ],
  [
    'Rename the class OldName to NewName. That includes lib/old_name.rb -> lib/new_name.rb.',
    '-symbol OldName',
    '+symbol NewName',
    '-file lib/old_name.rb',
    '+file lib/new_name.rb',
  ],
  ['slug has a dash at the end; remove it', '?-symbol slug'],
  ['break src/a.js up into src/b.js and src/c.js', '+file src/b.js', '+file src/c.js', '~file src/a.js'],
  ['pull fooBar out into src/b.js', '+file src/b.js', '+symbol fooBar @src/b.js', '~symbol fooBar'],
  ['fooBar should live in src/b.js', '+file src/b.js', '+symbol fooBar @src/b.js', '~symbol fooBar'],
  ['shove fooBar into src/b.js', '?+file src/b.js', '?+symbol fooBar @src/b.js', '?~symbol fooBar'],
  ['merge f_to_c and c_to_f into one function convert', '?~symbol f_to_c', '?~symbol c_to_f', '*symbol convert'],
  ['merge src/a.js and src/b.js into src/c.js', '~file src/a.js', '~file src/b.js', '+file src/c.js'],
  ['turn Depth into a method on Stack', '~symbol Depth'],
  ['make Depth a method of Stack', '~symbol Depth'],
  ['inline slug into Queue.label', '?-symbol slug', '~symbol Queue.label'],
  ['inline slug', '-symbol slug'],
  ['add a function average to src/price.js', '%symbol average @src/price.js', '+file src/price.js'],
  ['add a remove method to Shelf', '%symbol remove'],
  ['implement the method size for the cache', '%symbol size'],
  ['introduce a struct point in geometry.c', '%symbol point @geometry.c', '+file geometry.c'],
  ['implement average in src/price.js', '=%symbol average @src/price.js', '+file src/price.js'],
  ['add a median helper', '=%symbol median'],
  ['add a utility function slugify', '%symbol slugify'],
  ['implement Cache.Delete', '+symbol Cache.Delete', '%symbol Cache.Delete'],
  ['Shelf needs a way to remove items: add remove(name)', '+symbol remove', '%symbol remove'],
  ['add the functions mean and median to a.py', '=%symbol mean', '=%symbol median @a.py', '+file a.py'],
  ['add mean, median and mode functions', '=%symbol mean', '=%symbol median', '=%symbol mode'],
  ['extend Shelf with a remove method', '%symbol remove'],
  ['give Cache a Delete method', '+symbol Delete', '%symbol Delete'],
  ['Shelf should have a remove method', '%symbol remove'],
  ['the Shelf class lacks a count method', '%symbol count'],
  ['we need a clamp function in math.js', '%symbol clamp @math.js', '+file math.js'],
  ['implement undo and redo', '=%symbol undo', '=%symbol redo'],
  ['add a limit parameter to find', '=%symbol limit'],
  ['add caching and retries to api.js', '?%symbol caching @api.js', '?%symbol retries @api.js', '+file api.js'],
  ['move discount into its own file', '>symbol discount', '~symbol discount'],
  ['give discount its own module', '>symbol discount', '~symbol discount'],
  ['move discount and total into a new file', '>symbol discount', '~symbol discount', '>symbol total', '~symbol total'],
  ['add a validation function', '?%symbol validation'],
  ['add a component calendar', '?%symbol calendar'],
  [
    'move discount to src/discount.js',
    '+file src/discount.js',
    '+symbol discount @src/discount.js',
    '~symbol discount',
  ],
  [
    'pull balance out into ledger/math.py',
    '+file ledger/math.py',
    '+symbol balance @ledger/math.py',
    '~symbol balance',
  ],
  ['split parse into src/lexer.js and src/parser.js', '+file src/lexer.js', '+file src/parser.js', '~symbol parse'],
  ['replace discount with a function rebate', '-symbol discount', '+symbol rebate'],
  ['rename the package to warehouse', '%symbol warehouse'],
  ['change the package name to warehouse', '%symbol warehouse'],
  ['mark old_kelvin as deprecated', '!symbol old_kelvin'],
] as const)('%s', (task, ...expected: readonly string[]) => {
  expect(namedObjects(task).map(short).sort()).toEqual([...expected].sort())
})

test.each([
  'fix the failing tests',
  'add tests for parseDate',
  'add parseDate tests',
  'add OAuth login',
  'add OpenTelemetry',
  'add GraphQL support',
  'add Node.js 22 to the matrix',
  'add a null check to the parser',
  'fix the crash when I remove foo_bar and add baz_qux',
  'fix the bug where renaming a.txt to b.txt fails',
  'refactor src/a.ts without removing parseDate',
  'add a section to the settings page',
  'remove dead code',
  'remove the `left-pad` dependency',
  'rename the `test` script to `check`',
  'split pl.utils into smaller modules',
  'rename the app to shop',
  'add a --json flag to the list command',
  'convert UserList to functional components',
  'rename foo_bar to something clearer',
  'do not delete src/a.ts',
  'speed up read/write handling',
  'remove all calls to parseDate',
  'remove the type annotations',
  'remove the slug functions',
  'remove color from the output',
  'drop support for Node',
  'purge sessionCache on logout',
  'put a guard into f_to_c',
  'put results in camelCase',
  'break long lines in src/slug.js',
  'turn off logging in cli.js',
  'turn the loop in convert_all into a comprehension',
  'merge options with the defaults in Queue',
  'slug is slow. Make it faster.',
  'add a type guard',
  'add a helper function',
  'add a recursive helper function to the parser',
  'add a base class for shapes',
  'add a function call to main',
  'add a class hierarchy for shapes',
  'add a small utility function',
  'implement this',
  'add methods for reading and writing',
  'implement JSON output',
  'we need a better error message',
  'we have a function total that is wrong',
  'move the tests into their own file',
  'slug leaves a dash at the end; remove it',
  '',
])('"%s" says nothing about what must exist', task => {
  expect(namedObjects(task)).toEqual([])
})

test.each([
  ['split src/a.js into src/b.js and src/c.js', ['src/b.js', 'src/c.js']],
  ['move parseDate to src/date.ts', ['src/date.ts']],
  ['move src/a.ts to lib/a.ts', []],
  ['move Installation to docs/setup.md', []],
  ['rename src/a.ts to src/b.ts', []],
  ['put the version into src/version.js', ['src/version.js']],
] as const)('"%s" fills %s', (task, files) => expect(filledFiles(task)).toEqual(files))

test.each([
  ['remove every version check in lib/ and spec/', []],
  ['Drop Rails 7.2: remove the appraisal and every version check for it in lib/ and spec/.', []],
  ['delete the tests in test/old, test/legacy, and test/older', []],
  ['remove docs/ and examples/', ['docs/', 'examples/']],
])('%s: a further path after a place is one more place', (task, gone) => {
  expect(namedObjects(task).map(({ name }) => name)).toEqual(gone)
})

test('a file that the task updates must change, and a name written like code must be there', () => {
  const changed = (task: string): string[] =>
    namedObjects(task)
      .filter(({ expect, doubtful }) => expect === 'changed' && !doubtful)
      .map(({ name }) => name)
  expect(changed('bump the version to 0.6.0 and update CHANGELOG.md')).toEqual(['CHANGELOG.md'])
  expect(changed('fix parsing and update docs/usage.md accordingly')).toEqual(['docs/usage.md'])
  expect(changed('README.md must be updated')).toEqual(['README.md'])
  expect(changed('add a section about assert_stderr to the README')).toEqual(['README'])
  for (const task of ['update CHANGELOG.md if needed', "fix it, don't update README.md", 'update the tests'])
    expect(changed(task)).toEqual([])
  expect(namedObjects('add a to_dot_case conversion with tests')).toEqual([
    { kind: 'symbol', name: 'to_dot_case', expect: 'present' },
  ])
  expect(namedObjects('add a macOS build')).toEqual([])
})

test('what a program should remove is not removed from the code', () => {
  expect(namedObjects('make clean should also remove test_cpp and test_hash')).toEqual([])
})

test.each([
  ['Remove the multipart option from parse and format, together with its tests', ['multipart']],
  ['remove the `strict` option from parseDate, formatDate, and readDate', ['strict']],
  ['drop the --json flag of build and deploy', ['--json']],
  ['remove oldName from parse and format', ['oldName']],
  ['remove parseDate and formatDate', ['parseDate', 'formatDate']],
  ['remove parseDate from src/a.js and delete formatDate', ['parseDate', 'formatDate']],
  ['remove parseDate from the module and delete the function formatDate', ['parseDate', 'formatDate']],
])('%s: a name after a symbol that is the place is one more place', (task, gone) => {
  expect(namedObjects(task).map(({ name }) => name)).toEqual(gone)
})

test.each([
  'add a dotcase conversion, same options as the others',
  'add a dotcase conversion, plus the usual docs',
  'implement a dotcase conversion, likewise for strings',
])('a word that refers to something else is not a name: %s', task => {
  expect(namedObjects(task).filter(({ name }) => /^(?:same|usual|likewise)$/.test(name))).toEqual([])
})
