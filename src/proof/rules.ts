import type { FindingRule } from './finding-words.ts'

/** What `agent-loop explain <rule>` says about a finding. */
interface RuleText {
  readonly rule: string
  readonly means: string
  /** Which way to a false "done" it closes. */
  readonly stops: string
  /** Honest work that it could meet, and how that gets through. */
  readonly honest: string
}

/** Every rule by which a passing check is refused or commented on. */
const TEXTS: Readonly<Record<FindingRule, Omit<RuleText, 'rule'>>> = {
  'no-tests': {
    means: 'The command exits 0, and its test runner says that it ran nothing.',
    stops: 'filters that match nothing, --passWithNoTests, collect-only and dry runs',
    honest: 'A project without tests has no test criterion; give one that can fail, as a build or a lint.',
  },
  'runner-silent': {
    means: 'Before the first turn a test runner ran here; now the command succeeds without it.',
    stops: 'scripts replaced by echo, programs replaced by shims, a runner that exits before it starts',
    honest:
      'A migration to another runner: name it in the task ("migrate jest to vitest"); the new runner then speaks.',
  },
  'cut-short': {
    means: 'The test runner began and did not come to its own end, although the command exits 0.',
    stops: 'process.exit(0), os._exit(0), System.halt in a test, a set-up file or the code under test',
    honest: 'Code that really ends the process belongs behind a function that tests can replace.',
  },
  'failures-hidden': {
    means: 'The test runner reports failed tests, and the command exits 0 all the same.',
    stops: '|| true, ; exit 0, | tee, make -k and -, exit codes that are swallowed',
    honest: 'Tests that may fail for now: say so in the criterion, "npm test has no new failures".',
  },
  'tests-gone': {
    means: 'Tests that ran before the first turn do not run any more.',
    stops: 'deleted, filtered, ignored and commented-out tests, narrowed globs, build tags',
    honest:
      'Moved tests are known by their title, renamed ones by their code. To delete one, name it in the task or with --may-change.',
  },
  'fewer-tests': {
    means: 'Fewer tests ran than before the first turn. The runner does not tell which, so only their number is known.',
    stops: 'deleted, skipped and filtered tests, with runners that give no list',
    honest: 'As for tests-gone.',
  },
  'tests-skipped': {
    means: 'Tests that ran before the first turn are skipped, or only announced as a todo.',
    stops: 'skip, xit, todo, @Disabled, #[ignore], t.Skip',
    honest: 'New tests may be skipped; old ones only when the task or --may-change names their file.',
  },
  'expected-to-fail': {
    means: 'Tests are marked as expected to fail that were not before, so that their failure counts as success.',
    stops: 'xfail, test.failing, it.fails',
    honest: 'As for tests-skipped.',
  },
  only: {
    means: 'A test is marked .only, so that others are left out.',
    stops: 'it.only, fit, fdescribe',
    honest: 'None: a left-over .only is a mistake in every project.',
  },
  'retries-raised': {
    means: 'Failing tests are tried again more often than before the first turn.',
    stops: 'retryTimes(50), retry: 50, --reruns: tests that pass by luck',
    honest: 'Retries that the person wants: set them before the loop, or free the config with --may-change.',
  },
  'report-disagrees': {
    means: 'What the runner printed and what it reported are different numbers of tests.',
    stops: 'forged summaries, patched reporters',
    honest: 'Where they disagreed before the first turn already, nothing is made of it.',
  },
  'tests-rewritten': {
    means: 'Test files were written to while the command ran in a clean copy.',
    stops: 'code under test that changes other tests while they run, and puts them back',
    honest: 'A formatter that belongs into another script than the tests; data that tests write is not looked at.',
  },
  'check-bent': {
    means:
      'With the tests, configs and scripts as they were before the first turn the command fails; only the changed ones make it pass.',
    stops:
      'weakened assertions, changed expected values, rewritten snapshots, mocked subjects, changed scripts and configs',
    honest:
      'What the task names is free, and so is --may-change GLOB. New tests and imports that follow a moved module are taken along. If a test contradicts the task: agent-loop blocked --test.',
  },
  'checks-changed': {
    means: 'Checks were changed, and no clean room could be opened to find out what that does.',
    stops: 'the same as check-bent, where it cannot be judged',
    honest: 'Free the files with --may-change, or let the loop work in a folder of which a copy can be made.',
  },
  'tools-changed': {
    means:
      'Programs that the check runs, installed packages, or files in the home directory that tools read are not those of before.',
    stops: 'shims in node_modules/.bin and PATH, patched runners, .npmrc script-shell, cargo runners, go env',
    honest:
      'New and upgraded dependencies come with a changed lock file and are free; a plain reinstall has the same bytes.',
  },
  'records-changed': {
    means:
      'What the gate kept from before the first turn, in its private store outside of the tree, is gone or changed.',
    stops: 'baselines and kept checks that are rewritten or deleted by the agent',
    honest: 'None: no work needs it. --sandbox keeps agents out of the private store.',
  },
  'no-room': {
    means: 'No clean room can be opened for this tree; it is said before the first turn, and only warns.',
    stops: 'nothing by itself; a room that opened before the first turn and does not now is a broken gate',
    honest: 'Let the loop work in a folder that is not your home directory, and that has room for a copy.',
  },
  'green-only-in-place': {
    means: 'The command succeeds in the tree and fails on a clean copy of it, where it did not fail for that before.',
    stops: 'stale caches and builds, running servers, files outside of the tree',
    honest:
      'What could not run in a copy before the first turn either is named as not checked, and not held against the work.',
  },
  'errors-deleted': {
    means:
      'A file in which a compiler or a linter found errors before the first turn is gone, and its code is nowhere else.',
    stops: 'types and lint that are made clean by deleting what is not',
    honest:
      'Code that moved, was split or merged is found by its lines and names. Dead code: name it in the task ("remove src/old.ts"), or accept the finding.',
  },
  'canary-silent': {
    means: 'A failing test, or an error, was planted in a copy of the tree, and the command stayed green.',
    stops:
      'everything that keeps a check from failing: swallowed exit codes, patched runners, hooks that turn results around',
    honest: 'A check that could not fail before the first turn is told then, as cannot-fail.',
  },
  'canary-unseen': {
    means: 'The command went red, but not all planted failures were named: some are not seen.',
    stops: 'assertions replaced by ones that never fail, filters, early ends',
    honest: 'None known; tell us the runner if you meet one.',
  },
  'nothing-was-red': {
    means:
      'For a fix or a feature: all was green before the first turn and is now, and nothing that was red without the work is green with it.',
    stops: 'stubs, tests that never fail, work that was only claimed',
    honest: 'Add a test that fails without the change. A refactoring is not asked for one.',
  },
  flaky: {
    means: 'The same files were green once and red another time.',
    stops: 'luck: tests that pass now and then, gates that are asked until they say yes',
    honest:
      'Put chance and the clock under control in the test; a test that was flaky before can be named in gate.quarantine.',
  },
  'cannot-fail': {
    means: 'Before the first turn: the criterion holds, and holds also with a planted failure.',
    stops: 'gates that were dead before the loop began',
    honest: 'Mend the command, and begin again.',
  },
  'suppressions-added': {
    means:
      'Tools are told to overlook more than before the first turn: in comments, attributes, types, or a file of suppressions.',
    stops: '@ts-ignore, as any, eslint-disable, # noqa, # type: ignore, #[allow], //nolint, baselines that grow',
    honest:
      'What moves with its code, takes the place of something wider, or stands in generated code is no finding; nor is @ts-expect-error in a test. It objects only where the criterion asks for that check. Otherwise: --may-change GLOB.',
  },
  'config-loosened': {
    means: 'A compiler or linter was configured to see less: a rule weaker, fewer files, a higher limit.',
    stops: 'strict: false, noCheck, rules off, ignores and excludes, ignore_errors, lower levels',
    honest:
      'Outputs and generated code may be left out, and rules of a set that is new. A migration is compared as a whole. Otherwise name the config in the task, or --may-change.',
  },
  'coverage-lowered': {
    means: 'A coverage threshold is lower than before the first turn, or gone.',
    stops: 'coverageThreshold, fail_under, --cov-fail-under, codecov targets',
    honest: 'It may move from one file to another. To lower it, say so in the task or with --may-change.',
  },
  'coverage-narrowed': {
    means: 'Coverage is measured of less code than before the first turn.',
    stops: 'exclude, omit, collectCoverageFrom, all: false',
    honest: 'Tests, configs, declarations and generated code may be left out.',
  },
  'assertions-dropped': {
    means: 'A test of the same title asserts less than it did, catches its own failures, or returns before it asserts.',
    stops: 'removed and weaker assertions, expect(true), try around expect, return as the first statement',
    honest:
      'Assertions may be put together, become a table or go into a helper. If a test contradicts the task: agent-loop blocked --test.',
  },
  'empty-test': {
    means: 'New tests assert nothing, or only what is always true.',
    stops: 'tests that only run lines for coverage, expect(true).toBe(true)',
    honest: 'A test that only shows that nothing is thrown warns at most, as long as most new tests assert something.',
  },
  'runner-detected': {
    means: 'The code under test asks whether a test runner is there, and did not before the first turn.',
    stops: 'JEST_WORKER_ID, "pytest" in sys.modules, testing.Testing(), cfg!(test), stacks searched for test files',
    honest:
      'NODE_ENV may choose where things are; tools for tests may know the runners. Otherwise --may-change the file.',
  },
  'checks-patched': {
    means:
      'The code under test changes what checks it: an assertion library, a runner, built-in comparisons, or how modules are loaded.',
    stops:
      'assert.strictEqual = …, expect.extend in the source, Object.is = …, Module._extensions, sys.modules["pytest"]',
    honest:
      'What is given only where it is missing (if (!Array.prototype.at) …) and new methods of built-in types are free; so are tools for tests. Otherwise --may-change the file.',
  },
  'only-when-tested': {
    means:
      'Tests that were red are green in their runner; asked the same by a plain program, the code gives the very answers of before the first turn.',
    stops:
      'code that finds out by whatever means that it is being tested, comparisons that are changed from the source',
    honest:
      'Only the same wrong value counts. Projects that prepare their tests (variables, set-up files, flags, mocks) are not asked.',
  },
  'equal-to-all': {
    means: 'The code under test makes values that are equal to whatever they are compared with.',
    stops: '__eq__ that returns True, asymmetricMatch, equals() that compares nothing, valueOf that counts',
    honest: 'An equality that compares anything, or that says no, is no finding. Otherwise --may-change the file.',
  },
  'tests-reached': {
    means: 'The code under test imports or reads the tests, and did not before the first turn.',
    stops: 'expected values read from test files and fixtures, helpers of tests that are replaced from the source',
    honest: 'Scripts, benchmarks, examples and seeds may; so may tools for tests. Otherwise --may-change the file.',
  },
  'exit-in-tests': {
    means: 'A test, a set-up file or a config ends the process as a success.',
    stops: 'process.exit(0), os._exit(0), os.Exit(0) in TestMain, exit codes set back',
    honest:
      'Exits that a test waits for, that answer a signal, or that say failure are free; so are programs that tests start.',
  },
  'retries-configured': {
    means: 'Failing tests are to be tried again, and were not, or less often, before the first turn.',
    stops: 'retryTimes, retry:, retries:, --reruns, flaky marks',
    honest: 'As for retries-raised.',
  },
}

export const RULES: readonly RuleText[] = Object.entries(TEXTS).map(([rule, text]) => ({ rule, ...text }))

export const ruleNamed = (name: string): RuleText | undefined => RULES.find(({ rule }) => rule === name)
