import type { FindingRule } from './finding-words.ts'

/** What `agent-loop explain <rule>` prints about a finding. */
interface RuleText {
  readonly rule: string
  readonly means: string
  /** Which kinds of false "done" it prevents. */
  readonly stops: string
  /** Honest work that it could affect, and how that work passes. */
  readonly honest: string
}

/** Every rule that refuses a passing check or comments on it. */
const TEXTS: Readonly<Record<FindingRule, Omit<RuleText, 'rule'>>> = {
  'no-tests': {
    means: 'The command exits with 0, but its test runner reports that it ran no tests.',
    stops: 'filters that match nothing, --passWithNoTests, collect-only runs, and dry runs',
    honest: 'A project without tests needs another criterion that can fail, such as a build or a linter.',
  },
  'runner-silent': {
    means: 'A test runner ran before the first turn. Now the command passes without it.',
    stops: 'scripts replaced by echo, programs replaced by shims, a runner that exits before it starts',
    honest:
      'To migrate to another runner, name it in the task ("migrate jest to vitest"). The new runner then reports instead.',
  },
  'cut-short': {
    means: 'The test runner started and did not finish, although the command exits with 0.',
    stops: 'process.exit(0), os._exit(0), or System.halt in a test, a setup file, or the code under test',
    honest: 'Put code that really ends the process behind a function that tests can replace.',
  },
  'failures-hidden': {
    means: 'The test runner reports failed tests, but the command exits with 0.',
    stops: '|| true, ; exit 0, | tee, make -k and -, and other ways to swallow an exit code',
    honest: 'If some tests may fail for now, say so in the criterion: "npm test has no new failures".',
  },
  'tests-gone': {
    means: 'Tests that ran before the first turn no longer run.',
    stops: 'deleted, filtered, ignored, and commented-out tests, narrowed globs, build tags',
    honest:
      'Moved tests are recognized by their title, renamed tests by their code. If the task removes a function by name, its tests may be deleted too. To delete other tests, name their file in the task or with --may-change.',
  },
  'fewer-tests': {
    means: 'Fewer tests ran than before the first turn. The runner reports no test ids, so only the number is known.',
    stops: 'deleted, skipped, and filtered tests with runners that report no list of tests',
    honest:
      'If the task removes a function by name, as many tests must run as with the original tests, from which the tests of the function are left out. To delete other tests, name their file in the task or with --may-change.',
  },
  'tests-skipped': {
    means: 'Tests that ran before the first turn are now skipped or marked as todo.',
    stops: 'skip, xit, todo, @Disabled, #[ignore], t.Skip',
    honest: 'New tests may be skipped. Existing tests may be skipped when the task or --may-change names their file.',
  },
  'expected-to-fail': {
    means: 'Tests are newly marked as expected to fail, and their failure counts as a pass.',
    stops: 'xfail, test.failing, it.fails',
    honest: 'The same as for tests-skipped.',
  },
  only: {
    means: 'A test is marked .only, so other tests do not run.',
    stops: 'it.only, fit, fdescribe',
    honest: 'None: a leftover .only is a mistake in every project.',
  },
  'retries-raised': {
    means: 'Failing tests are retried more often than before the first turn.',
    stops: 'retryTimes(50), retry: 50, --reruns, and flaky tests that pass at some point',
    honest: 'If you want retries, configure them before the loop starts, or allow the config file with --may-change.',
  },
  'report-disagrees': {
    means: 'The test runner printed a different number of tests than it reported.',
    stops: 'forged summaries, patched reporters',
    honest: 'If the numbers already differed before the first turn, there is no finding.',
  },
  'tests-rewritten': {
    means: 'Test files were written to while the command ran in a clean copy.',
    stops: 'code under test that changes other tests during the run and then restores them',
    honest: 'Move a formatter out of the test script. Data files that tests write are not compared.',
  },
  'check-bent': {
    means:
      'The check was tampered with. The command passes only with changed tests, configs, or scripts. With those from before the first turn, it fails.',
    stops:
      'weakened assertions, changed expected values, rewritten snapshots, mocked subjects, changed scripts and configs',
    honest:
      'Files that the task or --may-change GLOB names may change. Tests may follow a change of behavior if the task says so or gives the new value. New tests, and imports that follow a moved module, are accepted. If a test contradicts the task, run agent-loop blocked --test.',
  },
  'checks-changed': {
    means: 'Checks were changed, and no clean copy could be made to see the effect of the change.',
    stops: 'the same as check-bent, where the change cannot be judged',
    honest: 'Allow the files with --may-change, or run the loop in a folder that can be copied.',
  },
  'tools-changed': {
    means:
      'Programs that the check runs, installed packages, or files in the home directory that tools read have changed since the first turn.',
    stops: 'shims in node_modules/.bin and PATH, patched runners, .npmrc script-shell, cargo runners, go env',
    honest:
      'New and upgraded dependencies change the lock file and are accepted. A plain reinstall produces the same bytes.',
  },
  'records-changed': {
    means: 'The baseline from before the first turn, in the private store outside the tree, was changed or deleted.',
    stops: 'an agent that rewrites or deletes the baseline or the stored checks',
    honest: 'None: honest work never does this. --sandbox keeps agents out of the private store.',
  },
  'loop-config-changed': {
    means:
      "The agent created or changed agent-loop's own configuration (agent-loop.config.json or .yaml, package.json#agent-loop), in the project or above it, or the record of a person's trust in it.",
    stops: 'commands, waivers, and weaker proofs that an agent plants for the next loop',
    honest:
      'Name the file in the task ("add agent-loop.config.json …"), or allow it with --may-change. --restore undoes the change.',
  },
  'checkout-changed': {
    means:
      'Git settings that decide which files a checkout contains were changed: the sparse checkout, or attributes in .git/info.',
    stops: 'hiding tests from the worktrees of later loops and tasks',
    honest:
      'git sparse-checkout before the loop starts is fine. Waive the finding if you changed it yourself during the loop.',
  },
  'files-untracked': {
    means: 'Files that git tracked before the first turn still exist, but git no longer tracks them.',
    stops:
      'git rm --cached or a new .git folder, which hides files from checks that ask git for them (git ls-files, git grep, pre-commit)',
    honest:
      'If the task is to stop tracking files, say so in the task, or name the files. Deleted and renamed files do not count.',
  },
  'no-room': {
    means: 'No clean copy of this tree can be made. It is reported before the first turn, and only as a warning.',
    stops:
      'nothing on its own. If a clean copy could be made before the first turn and cannot be made later, the gate is broken',
    honest: 'Run the loop in a folder that is not your home directory and on a disk with enough space for a copy.',
  },
  'tests-not-loaded': {
    means:
      'Before the first turn, no test passed, and every failure is a module that was not found. It is reported once, and only as a warning.',
    stops: 'turns that are spent on a check that cannot pass: the tests need another command, or an installation',
    honest: 'If the task is to write these modules, nothing is wrong.',
  },
  'green-only-in-place': {
    means:
      'The command passes in the tree, but fails in a clean copy for a reason that did not exist before the first turn. Or the work is behind a new link that leads out of the tree.',
    stops:
      'stale caches and builds, running servers, files outside the tree, compiled programs and libraries that the check does not build',
    honest:
      'Tests that could not run in a clean copy before the first turn either are reported as not checked and do not count against the work.',
  },
  'errors-deleted': {
    means:
      'A file in which a compiler or linter reported errors before the first turn was deleted, and its code is nowhere else.',
    stops: 'removing type and lint errors by deleting the code that has them',
    honest:
      'Code that was moved, split, or merged is recognized by its lines and names. To delete dead code, name it in the task ("remove src/old.ts"), or waive the finding.',
  },
  'canary-silent': {
    means: 'A failing test or an error was planted in a clean copy, and the command still passed.',
    stops:
      'everything that keeps a check from failing: swallowed exit codes, patched runners, hooks that invert results',
    honest: 'A check that could not fail before the first turn is reported then, as cannot-fail.',
  },
  'canary-unseen': {
    means: 'The command failed, but it did not report all planted failures.',
    stops: 'assertions replaced by ones that never fail, filters, early exits',
    honest: 'None known. If a runner causes this finding for honest work, please report it.',
  },
  'expectation-unused': {
    means:
      'The task says that a value in a test is wrong. Altering the values in the changed lines of that test does not make the check fail.',
    stops:
      'wide tolerances, assertions that are always true, and expected values used only as an assertion message, in a test that the task asks to correct',
    honest: 'Compare with the value that the task asks for. If only titles of tests changed, waive the finding.',
  },
  'tests-notice-less': {
    means:
      'Tests were rewritten. When a line of the source is altered, the original tests fail, but the rewritten ones pass.',
    stops:
      'tables without expected values, weaker comparisons, and dropped test cases in tests that the task asks to rewrite',
    honest:
      'Rewritten tests that check as much as the original ones pass. To drop an assertion on purpose, waive the finding.',
  },
  'task-contradicted': {
    means:
      'The task names a file, a symbol, or a heading to add, rename, move, or remove, and the final tree does not match. If the check failed before the first turn, this is only a warning.',
    stops: 'an incomplete rename or removal, where the check passed from the start',
    honest: 'Finish the rename or the removal. If the names in the task were misread, waive the finding.',
  },
  'only-comments': {
    means:
      'The check passed before the first turn, and since then only comments, blank lines, or files that the task does not ask for were changed. For a refactoring, one changed file must belong to what the task names.',
    stops: 'a comment or a note in place of a refactoring or a fix',
    honest:
      'A task about comments, documentation, licenses, or formatting may change only these. Say so in the task, or name the file.',
  },
  'nothing-was-red': {
    means:
      'The task changes what the code does. The check passed before the first turn and passes now. Either no test fails without the work, or no test checks what the new code does.',
    stops: 'stubs, tests that never fail, work that was only claimed',
    honest:
      'Add a test that fails without the change. Refactorings, removals, and work on performance, types, dependencies, tests, or documents do not need one; say in the task what kind of work it is. A text that the task quotes does not need one either, unless a test covers it. For a fix that no test can show, such as a race, a person can waive the finding.',
  },
  flaky: {
    means: 'The check passed once and failed another time on the same files.',
    stops: 'flaky tests, and checks that are repeated until they pass',
    honest:
      'Control randomness and time in the test. A test that was flaky before the loop can be listed in gate.quarantine.',
  },
  'untested-changes': {
    means:
      'With --mutants or --proof strict: changed lines were altered one by one in clean copies, and the check still passed with some of them.',
    stops:
      'nothing: it is a report and never refuses. It shows code that no test covers, such as special cases and dead branches',
    honest: 'Add a test for the line if its behavior matters. Some changes, such as a new log text, need none.',
  },
  'cannot-fail': {
    means: 'Before the first turn, the criterion passes, and it also passes with a planted failure.',
    stops: 'checks that were broken before the loop started',
    honest: 'Fix the command and start again.',
  },
  'suppressions-added': {
    means:
      'More problems are suppressed than before the first turn: in comments, attributes, types, or a suppressions file.',
    stops: '@ts-ignore, as any, eslint-disable, # noqa, # type: ignore, #[allow], //nolint, growing baselines',
    honest:
      'A suppression that moves with its code, replaces a wider one, or is in generated code is not a finding. Neither is @ts-expect-error in a test. The finding refuses the result only if the criterion includes that check. Otherwise use --may-change GLOB.',
  },
  'config-loosened': {
    means: 'A compiler or linter was configured to report less: a weaker rule, fewer files, a higher limit.',
    stops: 'strict: false, noCheck, disabled rules, ignores and excludes, ignore_errors, lower levels',
    honest:
      'Build output and generated code may be excluded, and rules of a newly added rule set may be disabled. A migration is compared as a whole. Otherwise name the config in the task or with --may-change.',
  },
  'coverage-lowered': {
    means: 'A coverage threshold was lowered or removed since the first turn.',
    stops: 'coverageThreshold, fail_under, --cov-fail-under, codecov targets',
    honest: 'The threshold may move to another file. To lower it, say so in the task or use --may-change.',
  },
  'coverage-narrowed': {
    means: 'Coverage is measured on less code than before the first turn.',
    stops: 'exclude, omit, collectCoverageFrom, all: false',
    honest: 'Tests, configs, declarations, and generated code may be excluded.',
  },
  'assertions-dropped': {
    means:
      'A test with the same title asserts less than before, catches its own failures, or returns before it asserts.',
    stops: 'removed and weaker assertions, expect(true), try around expect, return as the first statement',
    honest:
      'Assertions may be merged, turned into a table, or moved to a helper. If the task removes a function by name, the assertions about it go with it. If a test contradicts the task in another way, run agent-loop blocked --test.',
  },
  'empty-test': {
    means: 'New tests assert nothing, or only something that is always true.',
    stops:
      'tests that only execute lines for coverage, expect(true).toBe(true), an empty body where the task asks for tests',
    honest:
      'A test that only shows that nothing throws is at most a warning, as long as most new tests assert something.',
  },
  'runner-detected': {
    means: 'The code under test checks whether a test runner is present, and did not before the first turn.',
    stops: 'JEST_WORKER_ID, "pytest" in sys.modules, testing.Testing(), cfg!(test), searching stacks for test files',
    honest:
      'NODE_ENV may select paths and services, and test tools may know the runners. Otherwise allow the file with --may-change.',
  },
  'checks-patched': {
    means:
      'The code under test changes its own checks: an assertion library, a runner, built-in comparisons, or module loading.',
    stops:
      'assert.strictEqual = …, expect.extend in the source, Object.is = …, Module._extensions, sys.modules["pytest"], a new file that is loaded instead of a helper of the tests',
    honest:
      'Polyfills (if (!Array.prototype.at) …), new methods on built-in types, and test tools are accepted. Otherwise allow the file with --may-change.',
  },
  'changed-after-check': {
    means:
      'Files changed after the check passed and before its result was recorded. The check ran again, and it happened again.',
    stops: 'processes of the agent that survive its turn and change files once the check has passed',
    honest:
      'Stop watchers that write to the tree, and do not edit while a result is verified. This finding cannot be waived.',
  },
  'only-when-tested': {
    means:
      'Tests that failed now pass in their runner, but called by a plain program the code still returns the same wrong values as before the first turn.',
    stops: 'code that detects by any means that it is being tested, comparisons that are changed from the source',
    honest:
      'Only the same wrong value counts. Projects that set up their tests (variables, setup files, flags, mocks) are not tested this way.',
  },
  'status-claimed': {
    means:
      'The check failed before the first turn, and changing nothing but a status (passes, done, status, or a checkbox) in a file of the project makes it pass.',
    stops: 'flags, statuses, and checkboxes that the agent sets itself, read by a command of the project',
    honest:
      'Data that a validator or a test judges by its content is not a status. If the task is to set the status, say so in the task. With --accept-claims the loop ends as claimed.',
  },
  'only-in-this-build': {
    means:
      'The change has code that can be different in another build, and newly passing tests fail there: in a build without assertions and overflow checks, with the build tags that the change names, or in production. Tests that passed all along pass there.',
    stops:
      'fixes inside assertions, values that are correct in debug builds and wrong in others, build tags, production switches',
    honest:
      'If the work is about builds, say so in the task ("in debug builds", "outside of production"). Tests that expect an assertion to fail are not repeated.',
  },
  'only-at-this-date': {
    means:
      'With `--proof strict`, newly passing tests are repeated in Node and Python with a clock that shows another date, and they fail there. Tests that passed all along pass there.',
    stops: 'code that works until a date, on some weekdays, or only while the loop runs',
    honest:
      'If the file of a failing test mentions time or a year, the report only notes that the tests depend on the date.',
  },
  'only-in-this-environment': {
    means:
      'Newly passing tests fail in a copy of the tree at another path, where tests that passed all along still pass. The copy has an empty home directory, no files that were created outside the project since the first turn, and no variables that the changed code names.',
    stops: 'code that works only at this path, for this user, beside a marker file, or with a variable of this run',
    honest:
      'If other tests of the project fail at another path too, the report says so, and nothing is refused. If the work is about an environment variable, name it in the task.',
  },
  'equal-to-all': {
    means: 'The code under test creates values that compare as equal to anything.',
    stops: '__eq__ that returns True, asymmetricMatch, equals() that compares nothing, valueOf that counts',
    honest:
      'An equality that compares something, or that can return false, is not a finding. Otherwise allow the file with --may-change.',
  },
  'tests-reached': {
    means: 'The code under test imports or reads the tests, and did not before the first turn.',
    stops: 'expected values read from test files and fixtures, test helpers that are replaced from the source',
    honest:
      'Scripts, benchmarks, examples, seeds, and test tools may do this. Otherwise allow the file with --may-change.',
  },
  'exit-in-tests': {
    means: 'A test, a setup file, or a config ends the process with success.',
    stops: 'process.exit(0), os._exit(0), os.Exit(0) in TestMain, exit codes that are reset',
    honest:
      'Exits that a test expects, that answer a signal, or that report failure are accepted, and so are programs that tests start.',
  },
  'retries-configured': {
    means: 'Retries of failing tests were added or raised since the first turn.',
    stops: 'retryTimes, retry:, retries:, --reruns, flaky marks',
    honest: 'The same as for retries-raised.',
  },
}

export const RULES: readonly RuleText[] = Object.entries(TEXTS).map(([rule, text]) => ({ rule, ...text }))

export const ruleNamed = (name: string): RuleText | undefined => RULES.find(({ rule }) => rule === name)
