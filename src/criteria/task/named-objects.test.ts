import { expect, test } from 'vitest'
import { type NamedObject, namedObjects } from './named-objects.ts'

const short = ({ kind, name, expect: state, near }: NamedObject): string =>
  `${state === 'present' ? '+' : '-'}${kind} ${name}${near === undefined ? '' : ` @${near}`}`

test.each([
  ['rename lib/request.js to lib/req.js', '-file lib/request.js', '+file lib/req.js'],
  ['rename lib/request.js to req.js', '-file lib/request.js', '+file lib/req.js'],
  ['please rename the file `src/old.py` into `src/new.py`.', '-file src/old.py', '+file src/new.py'],
  [
    'remove req.acceptsCharsets and delete test/req.acceptsCharsets.js',
    '-symbol req.acceptsCharsets',
    '-file test/req.acceptsCharsets.js',
  ],
  ['remove CORSMethodMiddleware and its tests', '-symbol CORSMethodMiddleware'],
  ['add a VarOr function that returns a default', '+symbol VarOr'],
  ['add a function called slugify to src/text.ts', '+symbol slugify @src/text.ts', '+file src/text.ts'],
  ['add parse_date() in lib/dates.py', '+symbol parse_date @lib/dates.py', '+file lib/dates.py'],
  ['create src/auth/token.ts with a TokenStore class', '+file src/auth/token.ts'],
  ['move src/a.ts and src/b.ts into lib/', '-file src/a.ts', '-file src/b.ts', '+file lib/a.ts', '+file lib/b.ts'],
  ['move parseDate from src/a.ts to src/date.ts', '+file src/date.ts', '+symbol parseDate @src/date.ts'],
  ['move the unit tests of src/snake.rs to tests/snake.rs', '+file tests/snake.rs'],
  ['extract `parseDate` into src/date.ts', '+file src/date.ts', '+symbol parseDate @src/date.ts'],
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
  ['get rid of src/legacy.js', '-file src/legacy.js'],
  ['delete foo.txt, bar.txt and baz.txt', '-file foo.txt', '-file bar.txt', '-file baz.txt'],
  ['add a FAQ section to the README', '+heading FAQ @README'],
  ['add a section "Known issues" to docs/guide.md', '+heading Known issues @docs/guide.md', '+file docs/guide.md'],
  ['remove the Roadmap heading from README.md', '-heading Roadmap @README.md'],
  ['write a README', '+file README'],
  ['write docs/api.md', '+file docs/api.md'],
  ['add docs in docs/api.md', '+file docs/api.md'],
  ['replace `oldClient` with `newClient`', '-symbol oldClient', '+symbol newClient'],
  ['split src/big.ts into src/a.ts', '+file src/a.ts'],
  ['convert lib/a.js to lib/a.ts', '-file lib/a.js', '+file lib/a.ts'],
  ['delete src/a.js. Update src/b.js', '-file src/a.js'],
  ['rename the module snake to snake_case', '-symbol snake', '+symbol snake_case'],
  ['rename transform to convert', '-symbol transform', '+symbol convert'],
  ['rename the function transform to convert', '-symbol transform', '+symbol convert'],
  ['convert src/a.js to TypeScript', '-file src/a.js'],
  ['add a stripColor export to index.js', '+symbol stripColor @index.js', '+file index.js'],
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
  'update README.md',
  '',
])('"%s" says nothing about what must exist', task => {
  expect(namedObjects(task)).toEqual([])
})
