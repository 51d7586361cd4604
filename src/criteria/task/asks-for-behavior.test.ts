import { expect, test } from 'vitest'
import { asksForBehavior } from './asks-for-behavior.ts'

test.each([
  // Titles and reports without an order.
  'chunk returns an empty list when the size is larger than the input',
  'crash on empty input',
  'Crash when the header has no colon\n\n`parse("a")` panics with index out of range.',
  'padEnd ignores emoji',
  'Sorting is wrong for umlauts, for example ä comes after z',
  'For example trim(" a") should return "a"',
  'Timeouts are off by a factor of 1000',
  'Cookies with a dot in their name get lost',
  'parseDate: month and day swapped for en-GB',
  'Unexpected token when the file starts with a BOM',
  '`Ratio` and `Fraction` disagree about zero\n\nThe docs of Ratio say that they are equal. Please fix and cover it with a test.',
  'write() adds a trailing blank\n\n`write({ a: 1 })` returns `a=1 `. I would expect `a=1`.',
  // Wishes.
  'Would be nice if the path could contain wildcards, e.g. get(obj, "a.*.b").',
  'It would be great to be able to pass a list to pick.',
  'Wouldn’t it be better if sort was stable?',
  'wish: a dry-run mode for the sync command',
  'I wish the parser understood hex numbers',
  'Any chance that trim handles non-breaking blanks?',
  'Feature request: a `Queue.peek()` that does not remove anything.',
  'Support IPv6 addresses in the allow list.',
  // Decisions. The source must change, even if tests and documents must change too.
  'We decided that empty cells become null, not "". Please change it and adapt the existing tests and the readme example.',
  'For 3.0 the team agreed that keys are sorted by default. Update the snapshots.',
  'From now on join() skips null entries. Adjust the tests that say otherwise.',
  'Names should be trimmed: `[ a ]` must give "a", not " a ". Update the baselines.',
  'It should be possible to disable colors. Please update the docs as well.',
  'close() should return a promise. Adjust the test that says it returns nothing.',
  'format should lower-case the host the way parse does. The test that expects the case to be kept has to change.',
  'An empty list must be rejected with a ValueError; the tests for the old behavior need to follow.',
  'Please update the tests: from v2 on, negative widths throw instead of being ignored.',
  'dump() writes the string "undefined"\n\n`dump({ a: undefined })` (plain JS, no types) returns `a=undefined`. I would expect a TypeError.',
  'It would be handy if Row had a get(): row.get("name", default). With an int it should raise TypeError. Tests please.',
  'A missing partial is not worth a WARNING. Log it as NOTICE instead and adapt the tests.',
  // Confusing messages, unknown verbs.
  'The error "bad value" is confusing. Make it say which key was wrong.',
  'log every push',
  'sandbox the worker',
  'Please normalise: strip each part and join with "/". Existing tests that expect two slashes need to follow.',
  'Default to UTF-8 when no charset is given',
])('asks for behavior: %s', task => expect(asksForBehavior(task)).toBe(true))

test.each([
  // Structure of the code.
  'Refactor the tokenizer into small functions',
  'Small refactoring please: read() decodes a letter twice in a row. Pull that into a helper.',
  'Housekeeping: the workflow uses old actions. Update it.',
  'skipTabs and skipBlanks both spell out the same test. Pull it out into a small helper. No change in behaviour.',
  'Any and Union have the same method. Please dedupe this, no change in behavior.',
  'split src/index.ts: parse into src/parse.ts, shared types in src/types.ts. index.ts should only re-export. public api stays the same',
  'rename the option loose to lenient. no compat name please, the next release breaks the API anyway',
  'Remove the deprecated Queue.size() (it overflows on 32 bit platforms) together with its tests. length stays.',
  'drop the old `merge` export, its test and the note in the README',
  'Let’s get rid of the deprecated alias `extra`. It has been deprecated forever.',
  'Handler lists `fn` and `arrayFn` but these do not exist at run time. Remove them from the types.',
  // Documents and comments.
  'docs nits: the manifest says 194B while the readme says 197B, and there is a typo',
  'Docs: the comment on `strict` is the wrong way round, and the README does not mention `index`.',
  'Fix the typos in the README',
  'document the options of the CLI',
  'README has no word about partials. Add a short example with one.',
  // Only tests.
  'add tests for the error paths of decode',
  'cover pad() with tests; it must keep inner blanks',
  'test/util.test.js imports describe from the wrong package by mistake. should be the runner’s describe',
  'The join() test is wrong: it expects "a,b", but the function must keep blanks. Can you correct the test? The code is right.',
  'Tests: turn the loops of TestParse into subtests so that one failing row does not hide the others.',
  'Several test_number_* tests use try / except with `assert False`. Tidy them up, keep checking the messages.',
  'The price in the small example should be 5 and not 4. Update the example, its expected output, and the README.',
  'The specs should not depend on the network. Use a local server.',
  'the row "a / b" in TestJoin is wrong, it says that b is first. Please correct it.',
  'NodeTest::testPath has a wrong expectation: the path is "a", not an empty string. Node itself is fine.',
  // Types, lint, format.
  'Implicitly nullable parameters are deprecated in newer PHPs. Use explicit nullable types in src',
  '`merge` in merge.d.ts is still typed as any. Give it a real type: the result has the properties of both.',
  'mypy reports errors in cli.py, please fix them',
  'Turn on noUncheckedIndexedAccess in tsconfig.json and fix whatever the compiler then reports.',
  'Makefile: build with -Wextra -Werror as well, and fix what the compiler complains about.',
  'format the code with prettier',
  // Dependencies, versions, builds, CI.
  'bump the version to 2.1.0',
  'Prepare the 0.4.1 release (version + changelog)',
  'Drop support for Ruby < 2.4: gemspec, CI matrices, rubocop target.',
  'We do not support Go < 1.18 any more. Raise the go directive accordingly and use `any` instead of `interface{}`.',
  'CI should run on Node 20 and 22 as well',
  'ci: cache the downloads',
  'engines should be >=18',
  'use undici instead of node-fetch',
  // Performance.
  'perf: sets are compiled again on every call. Lists compile their items once, sets should too.',
  'add() builds a new pattern for every name, so registering n names is quadratic. Build the pattern once, when it is first needed.',
  'startup is slow because all locales are loaded. Load them when they are needed.',
])('does not ask for behavior: %s', task => expect(asksForBehavior(task)).toBe(false))

// These tasks were written after the rule, and were not used to build it.
test.each([
  'ValueError when slicing with a negative step',
  'Stack overflow for deeply nested lists',
  'Please make the separator configurable',
  'Trailing commas in arrays are accepted, they must not be',
  'ISO week of 2021-01-03 is reported as 1, expected 53',
  'We want --json to be the default. Change the tests accordingly.',
  'How about returning null rather than throwing when nothing was found?',
  'merge() mutates its first argument',
  'I think the default limit is too low, 100 would be better',
  'Could the CLI exit with 2 on usage errors?',
  'The iterator skips the last element if the length is odd',
  'Two spaces between words become one in the output; they are significant. Adapt the fixtures.',
  'Time zones: treat "Z" like "+00:00"',
  'Bring back the --quiet flag',
  'compare(a, b) and compare(b, a) are both positive for "é" and "e"',
])('asks for behavior: %s', task => expect(asksForBehavior(task)).toBe(true))

test.each([
  'Inline the three helper functions of lexer.c that are only called once',
  'chore(deps): update lodash to 4.17.21',
  'Reorganize the test folder: unit tests to tests/unit, the rest to tests/e2e',
  'The fixtures still use the old company name, replace it',
  'Move the CLI into its own package',
  'Replace the homemade deepEqual with node:util isDeepStrictEqual',
  'add GitHub Actions CI that lints and tests every push',
  'README: the badge points to the wrong branch',
  'Add type hints to the public functions of color.py',
  'eslint complains about unused variables, clean that up',
  'remove dead code from src/util',
  'parse is quite slow for large inputs, can we avoid the copies?',
  'The TestRound cases for negative numbers are duplicated. Merge them into one table.',
])('does not ask for behavior: %s', task => expect(asksForBehavior(task)).toBe(false))

test.each([
  'Use f-strings',
  'Use a constant for the magic number 42',
  'Use dependency injection for the clock',
  'Avoid the global variable in state.js',
  'Put the constants into constants.ts',
  'Export the type Options',
  'Unused parameter in foo(), please remove',
  'We should use the built-in structuredClone and no longer our own',
  'Change the button color to blue',
  'Cleanup',
  'There is an unused import in a.py',
])('only the form of the code: %s', task => expect(asksForBehavior(task)).toBe(false))

test.each([
  'Use a constant-time comparison for tokens',
  'Use the built-in locale when none is given',
  'Avoid the global variable in state.js, it gives wrong results with two clients',
  'Use an enum for the state. An unknown state should be rejected.',
  'Unused variables in templates are not reported',
  'Use blue for the links in the terminal output',
  'Cleanup of temporary files fails on Windows',
  'Put a blank between the values',
  'Change the default color to blue',
])('a form of the code beside behavior, or none: %s', task => expect(asksForBehavior(task)).toBe(true))
