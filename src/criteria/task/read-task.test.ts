import { describe, expect, test } from 'vitest'
import { commandInTask } from '../../infer/task/command-in-task.ts'
import { scriptBook } from '../../tools/commands/script-book.ts'
import { mainClause } from './clauses.ts'
import { readTask } from './read-task.ts'
import type { TaskClass } from './task-class.ts'
import { vagueness } from './vague.ts'

const classes: readonly (readonly [string, TaskClass])[] = [
  ['fix the failing auth tests', 'test-pass'],
  ['make tests pass', 'test-pass'],
  ["there's a test failure in the parser", 'test-pass'],
  ['the suite is red on main, get it green', 'test-pass'],
  ['fix until green', 'test-pass'],
  ['make pytest pass', 'test-pass'],
  ['stabilise the integration tests', 'test-pass'],
  ['add tests for the parser', 'coverage'],
  ['increase coverage', 'coverage'],
  ['coverage is at 60%, get it above 85%', 'coverage'],
  ['how far can we get code coverage up', 'coverage'],
  ['fix types', 'type-clean'],
  ['resolve the TypeScript errors', 'type-clean'],
  ['migrate to typescript', 'type-clean'],
  ['fix TypeScript', 'type-clean'],
  ['make tsc happy', 'type-clean'],
  ['make the type tests pass', 'type-clean'],
  ['add type hints to the client', 'type-clean'],
  ['fix lint', 'lint-clean'],
  ['clean up warnings', 'lint-clean'],
  ['fix style issues', 'lint-clean'],
  ['style', 'lint-clean'],
  ['clippy is complaining', 'lint-clean'],
  ['keep fixing until lint is clean', 'lint-clean'],
  ['format the code', 'lint-clean'],
  ['fix lint without touching the tests', 'lint-clean'],
  ['fix the build', 'build-pass'],
  ['make it compile', 'build-pass'],
  ['go build is broken', 'build-pass'],
  ['the packages do not build, fix it', 'build-pass'],
  ['the bundle does not build any more', 'build-pass'],
  ['fix the TypeScript definition errors', 'type-clean'],
  ['typing errors need to go', 'type-clean'],
  ['mypy is unhappy', 'type-clean'],
  // The check that must pass in the end is what is asked for.
  ['correct the declaration in index.d.ts; tsc must be clean', 'type-clean'],
  ['sync the stub with the module and make mypy strict pass on it', 'type-clean'],
  ['I would like clj-kondo to be silent, for the examples too', 'lint-clean'],
  ['the build stops because of format violations, please get the spotless check through', 'lint-clean'],
  ['since the upgrade tsc falls over, can you make the build work again', 'build-pass'],
  ['tsc chokes on the new generic in types.ts; make it compile', 'type-clean'],
  ['fix the documentation so that it builds', 'docs'],
  ['make the project assemble with Kotlin 2.3', 'build-pass'],
  ['mypy strict reports an ignore without a code in dev.py; resolve those errors properly', 'type-clean'],
  ['the bump left us with a pile of type errors in src/http, get them to zero', 'type-clean'],
  ['stylua diff in CI. fix', 'lint-clean'],
  ['address all clippy lints', 'lint-clean'],
  ['bring the code base in line with the linters again', 'lint-clean'],
  ['the docs linter whines about backticks in changelog.rst, make it pass', 'lint-clean'],
  ['parser.ts is hardly tested - write tests until coverage is 98%', 'coverage'],
  ['the generator emits an adapter that does not compile for value classes. fix the generator', 'bug-fix'],
  ['Provider.UpTo() applies one migration too many', 'bug-fix'],
  ['update rubocop to 1.85 and everything that depends on it', 'regression-gate'],
  ['new adapter for mailchannels, modelled on postmark.ex', 'implement-feature'],
  ['flow reports errors, fix them', 'type-clean'],
  ['the login flow is broken', 'bug-fix'],
  ['get our own violations to zero', 'lint-clean'],
  ['the coding standards check is red', 'lint-clean'],
  ['code coverage is too low, raise it', 'coverage'],
  ['the docs build emits warnings, make it pass', 'docs'],
  ['patching the store twice loses subscriptions, track it down and fix it', 'bug-fix'],
  ['cookies with equals signs are cut off, repair this', 'bug-fix'],
  ['refactor the auth module', 'regression-gate'],
  ['refactor the test helpers', 'regression-gate'],
  ['rename the coverage report command', 'regression-gate'],
  ['extract the parser into its own package', 'regression-gate'],
  ['migrate from jest to vitest', 'regression-gate'],
  ['upgrade eslint to 9', 'regression-gate'],
  ['speed up the build', 'regression-gate'],
  ['make CI green', 'regression-gate'],
  ['implement OAuth login', 'implement-feature'],
  ['add a --json flag to the list command', 'implement-feature'],
  ['build a dashboard page', 'implement-feature'],
  ['document the public API', 'docs'],
  ['add JSDoc to all exported functions in src/api/', 'docs'],
  ['fix typos in the README', 'docs'],
  ['fix bug in date parsing', 'bug-fix'],
  ['resolve issue #42', 'bug-fix'],
  ['fix: crash on empty input', 'bug-fix'],
  ['users get logged out after refresh, fix that', 'bug-fix'],
  ['wheel events are reported twice, please fix', 'bug-fix'],
  ['the loader panics on restart, debug and fix it', 'bug-fix'],
  ['why does it return null? fix it', 'bug-fix'],
  ['I need the unit tests to pass', 'test-pass'],
  ['a route with a trailing slash is not matched', 'bug-fix'],
  ['handlers are called twice', 'bug-fix'],
  ['add coverage', 'coverage'],
  ['zero clippy warnings please', 'lint-clean'],
  ['bring the formatting back in line', 'lint-clean'],
  ['the code is not formatted', 'lint-clean'],
  ['more code coverage please', 'coverage'],
  ['the crate does not compile', 'build-pass'],
  ['compile errors in the core module', 'build-pass'],
  // A check inside of another noun, in a condition, or in a name is not what the task is about.
  ['the coverage report shows negative numbers', 'bug-fix'],
  ['lint rule no-foo reports a false positive for getters', 'bug-fix'],
  ['eslint-plugin-foo crashes on empty files', 'bug-fix'],
  ['the formatter eats comments after a return', 'bug-fix'],
  ['CodeSpellCheck blows up if codespell prints an empty line', 'bug-fix'],
  ['port 8080 is taken after a crash', 'bug-fix'],
  ['the cache is wiped. Add a failing test first, then fix it', 'bug-fix'],
  ['tldr --update should not wipe the cache', 'bug-fix'],
  ['teach the parser to accept trailing commas', 'implement-feature'],
  ['we need an option that turns off coercion', 'implement-feature'],
  ['add a lint rule that forbids nested ternaries', 'implement-feature'],
  ['make the best-match strategy configurable', 'implement-feature'],
  // The name of a suite or a tool may contain an adjective.
  ['our nicest-path suite fails, fix it', 'test-pass'],
  ['TurbineJvmTest and ChannelJvmTest are red', 'test-pass'],
  ['acceptance scripts break on the new parser', 'test-pass'],
  ['get all files formatted with prettier', 'lint-clean'],
  ['spellcheck fails', 'lint-clean'],
  ['perlcritic finds problems in lib/, fix them', 'lint-clean'],
  ['after the bump half of the packages have tsc errors, can you work through them?', 'type-clean'],
  ['does not compile with warnings as errors, please repair', 'build-pass'],
  ['the binary fails to compile', 'build-pass'],
  ['mdbook chokes on docs/, can you unbreak it', 'docs'],
  ['src/trie.c should end up above 95% line coverage; add unit tests', 'coverage'],
  ['fix CI', 'regression-gate'],
  ['the nightly job is red', 'regression-gate'],
  ['iterate until no errors', 'regression-gate'],
  ['validate the schemas and fix what is wrong', 'regression-gate'],
  ["I'd like util.lua broken up in smaller modules", 'regression-gate'],
  ['polish the parser errors', 'regression-gate'],
  ['extract the retry logic into a module so it is easier to test', 'regression-gate'],
]

describe('what the words of a task ask for', () => {
  test.each(classes)('%s → %s', (task, expected) => {
    expect(readTask(task)?.class).toBe(expected)
    expect(vagueness(mainClause(task))).toBeNull()
  })

  test('two checks in one sentence are both wanted', () => {
    expect(readTask('fix the tests and the lint errors')?.wants).toEqual(['test', 'lint'])
    expect(readTask('fix the lint errors in the tests')?.wants).toEqual(['lint'])
  })

  // The phrases of the seed's table, each before each: neither order makes another class of the first.
  const phrases = [
    'fix tests',
    'add tests',
    'fix types',
    'fix lint',
    'make it compile',
    'refactor x',
    'implement x',
    'document x',
    'fix bug x',
    'migrate x to y',
  ]
  test.each(phrases.flatMap(one => phrases.filter(two => two !== one).map(two => [one, two] as const)))(
    '"%s, but do not %s" is about the first',
    (one, two) => {
      expect(readTask(`${one}, but do not ${two}`)?.class).toBe(readTask(one)?.class)
    },
  )
})

test.each([
  'make the code better',
  'improve it',
  'make it work',
  'clean up the code',
  'improve the codebase',
  'improve performance',
  'modernize everything',
  'modernise the code base',
  'fix everything',
  'fix it',
  'make the app production ready',
  'do something useful',
  'make users happy',
  'make the API more consistent',
  'tidy up',
  'finish the project',
  'give the code some love',
  'take the project to the next level',
  'make it faster',
  'improve the reports',
  'make the plugin awesome',
  '',
  '???',
  'make this a joy to use',
  // Names of files and parts make no wish measurable.
  'polish the pager',
  'could you make cache.rs a bit nicer to read',
  'improve the default theme, it deserves better',
  'internal/re.js is ugly. make it beautiful',
  'rework the derivation code so that it is more elegant',
  'make CLI11 the best and cleanest parser out there',
  'the error messages could be nicer overall, have fun with it until you like them',
  'polish lib/pager.rb until we are happy',
  'streams should be a delight to use - improve the developer experience',
  'make the tests better',
  'clean up internal/server, it is a mess',
  'rewrite parser.go so it reads like a novel',
  'the tool is slow. make it fast',
  'give the cursor api a nicer feel',
  'query builder: nicer pls',
  'the program is somewhat slow on large inputs, do what you can',
  'the command line could do more, surprise me',
])('"%s" is too vague', task => {
  expect(vagueness(mainClause(task))).not.toBeNull()
})

test.each([
  ['make `npx tsc --noEmit` pass', 'npx tsc --noEmit'],
  ['keep going until `cargo test --workspace` exits 0', 'cargo test --workspace'],
  ['until npm test passes', 'npm test'],
  ['make `npm test` and `npm run lint` pass', 'npm test && npm run lint'],
  ['fix the failing tests', null],
  ['rename `foo` to `bar`', null],
  ['make the tests pass', null],
  ['get cargo clippy clean', null],
  ['make lint pass', 'make lint'],
  ['make callers.py pass mypy', null],
])('%s names %s', (task, command) => {
  expect(
    commandInTask(
      task,
      scriptBook([{ runner: 'make', name: 'lint', body: 'ruff .', source: 'Makefile', line: 1 }], ['make']),
    ),
  ).toBe(command)
})
