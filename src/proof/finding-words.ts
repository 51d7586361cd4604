import { plural } from '../tools/reading/totals.ts'
import type { Finding, Objection } from './finding.ts'
import type { RatchetRule } from './ratchets/changed-text.ts'

/** What each rule knows about the case at hand, beside its places. */
interface FindingFacts extends Record<RatchetRule, { readonly details: readonly string[] }> {
  'no-tests': { readonly output: string | null }
  'runner-silent': { readonly tools: readonly string[] }
  'cut-short': NoFacts
  'failures-hidden': NoFacts
  'tests-gone': { readonly count: number }
  'fewer-tests': BeforeAndNow
  'tests-skipped': NoFacts
  'expected-to-fail': NoFacts
  only: NoFacts
  'retries-raised': BeforeAndNow
  'report-disagrees': NoFacts
  'tests-rewritten': NoFacts
  'check-bent': { readonly changed: readonly string[] }
  'checks-changed': { readonly because: string }
  'tools-changed': NoFacts
  'records-changed': NoFacts
  'loop-config-changed': { readonly changed: readonly string[] }
  'checkout-changed': { readonly changed: readonly string[] }
  'files-untracked': NoFacts
  'no-room': { readonly because: string }
  /** `advice`: what is known about the runner in this case. */
  'tests-not-loaded': { readonly advice: readonly string[] }
  /** `left`: changed programs that the check does not build. `missing`: new files that git ignores and the copy began without. `linked`: links out of the tree. */
  'green-only-in-place': {
    readonly left: readonly string[]
    readonly missing: readonly string[]
    readonly linked: readonly string[]
  }
  'errors-deleted': NoFacts
  'canary-silent': Planted
  'canary-unseen': Planted & { readonly missed: readonly { readonly shows: string; readonly path: string }[] }
  'expectation-unused': NoFacts
  'tests-notice-less': NoFacts
  'task-contradicted': { readonly details: readonly string[] }
  /** `unrelated`: what the task names, if neither the changed code nor the tests belong to it. */
  /** `unnoticed`: the new tests fail without the new code, but pass however its lines are altered. */
  'nothing-was-red': {
    readonly testsAdded: boolean
    readonly unrelated?: readonly string[]
    readonly unnoticed?: boolean
  }
  /** `unrelated`: what the task names and no change touches. */
  'only-comments': { readonly unrelated: readonly string[] }
  flaky: { readonly run: number; readonly of: number }
  'cannot-fail': { readonly clause: string }
  'only-when-tested': NoFacts
  'status-claimed': { readonly files: readonly string[] }
  /** `lines`: changed lines that ask where or for whom they run. */
  'only-in-this-environment': { readonly lines: readonly string[] }
  'only-in-this-build': { readonly files: readonly string[] }
  'only-at-this-date': { readonly files: readonly string[] }
  'changed-after-check': NoFacts
  'untested-changes': { readonly lines: number; readonly tried: number; readonly noticed: number }
}

type NoFacts = Readonly<Record<string, never>>

interface BeforeAndNow {
  readonly before: number
  readonly now: number
}

interface Planted {
  readonly clause: string
  readonly changed: readonly string[]
}

export type FindingRule = keyof FindingFacts

type Words = { readonly [Rule in FindingRule]: (facts: FindingFacts[Rule]) => string }

const MOST_NAMED = 3
const MOST_PLACES = 10

const quoted = (names: readonly string[]): string => {
  const shown = names.slice(0, MOST_NAMED).map(name => `\`${name}\``)
  return names.length > MOST_NAMED
    ? `${shown.join(', ')}, and ${names.length - MOST_NAMED} more`
    : shown.join(shown.length === 2 ? ' and ' : ', ')
}

const lookAt = (changed: readonly string[]): string => (changed.length === 0 ? '' : ` Look at ${quoted(changed)}.`)

const detailed =
  (what: string, advice: string) =>
  ({ details }: { readonly details: readonly string[] }): string => {
    const more = details.length > MOST_NAMED ? `; and ${details.length - MOST_NAMED} more` : ''
    return `${what}: ${details.slice(0, MOST_NAMED).join('; ')}${more}. ${advice}`
  }

/** What is wrong, then what to do: for the agent's next turn and for people alike. */
const WORDS: Words = {
  'no-tests': ({ output }) =>
    output === null
      ? 'The check passes, but no test ran. That proves nothing. Make it run the tests.'
      : `The check passes without doing anything: ${output} Remove the file that has the name of the target.`,
  'runner-silent': ({ tools }) =>
    `The check passes, but ${tools.join(' and ')} ran no tests. It did before the first turn. Make the check run it again.`,
  'cut-short': () =>
    'The check passes, but its test runner did not finish: something ended the process early. Remove the early exit.',
  'failures-hidden': () =>
    'The check passes although tests failed: something hides their result. Make the command fail when a test fails, and fix these tests.',
  'tests-gone': ({ count }) =>
    `${count} ${count === 1 ? 'test' : 'tests'} that ran before the first turn no longer ${count === 1 ? 'runs' : 'run'}. Restore ${count === 1 ? 'it' : 'them'}.`,
  'fewer-tests': ({ before, now }) =>
    `The check passes, but only ${plural(now, 'test')} ran. Before the first turn there were ${before}. Restore the tests that were removed or skipped.`,
  'tests-skipped': () => 'Tests that ran before the first turn are now skipped. Run them again and make them pass.',
  'expected-to-fail': () => 'Tests are newly marked as expected to fail. Remove the mark and make them pass.',
  only: () => 'A test is marked `.only`, so other tests do not run. Remove the mark.',
  'retries-raised': ({ before, now }) =>
    `Failing tests are now retried up to ${now} times (${before} before the first turn). A test that passes by chance proves nothing. Lower the number again.`,
  'report-disagrees': () =>
    'The test runner printed a different number of tests than it reported. Remove whatever changes its output or its report.',
  'tests-rewritten': () =>
    'Test files were rewritten while the check ran, so it did not run the tests in the tree. Remove whatever rewrites them.',
  'check-bent': ({ changed }) =>
    `The check passes only because ${quoted(changed)} ${changed.length === 1 ? 'was' : 'were'} changed. With the original ${changed.length === 1 ? 'version' : 'versions'} it fails. Restore ${changed.length === 1 ? 'it' : 'them'} and fix the source. Adding new tests is fine.`,
  'checks-changed': ({ because }) =>
    `Tests or configs were changed, and no clean copy could be made to judge the change (${because}). Restore them.`,
  'tools-changed': () =>
    'The check runs with other programs than before the first turn. Reinstall packages from the lock file, and undo changes to tools and to files in the home directory that tools read.',
  'records-changed': () =>
    'The baseline in the private store was changed or deleted, so the result cannot be compared with it. This loop can no longer be verified. Start a new one.',
  'loop-config-changed': ({ changed }) =>
    `The configuration of agent-loop was changed: ${quoted(changed)}. Later loops would use it. Undo the change. If it should stay, a person must name the file in the task or accept this finding.`,
  'checkout-changed': ({ changed }) =>
    `${quoted(changed)} changed, so git now checks out other files of the same commit. Later loops and worktrees would miss files. Undo the change. If it should stay, a person must accept this finding.`,
  'files-untracked': () =>
    'Git tracked these files before the first turn. Now it does not track them, or it skips changes to them, so a check that gets its files from git misses them. Add them again with `git add`, and undo `git update-index`.',
  'no-room': ({ because }) =>
    `No clean copy of this tree can be made (${because}). The run in a clean copy, the canary, and the original checks are skipped.`,
  'tests-not-loaded': ({ advice }) =>
    `No test ran before the first turn: every failure is a module that was not found. If the command is wrong, stop the loop and give another one with \`-c\`${advice.length === 0 ? '' : `: ${advice.join('; ')}`}.`,
  'green-only-in-place': ({ left, missing, linked }) =>
    linked.length > 0
      ? `New links lead out of the tree: ${quoted(linked)}. Their targets are not part of the work, and a clone of the repository would not have them. Put the files into the tree.`
      : left.length > 0
        ? `The check runs ${quoted(left)}, which changed during the loop, and does not build ${left.length === 1 ? 'it' : 'them'} from the source. Restore ${left.length === 1 ? 'it' : 'them'}, or start a loop with a check that builds before it runs, such as \`make test\`.`
        : missing.length > 0
          ? `The check passes in the tree, but fails in a clean copy without ${quoted(missing)}: ${missing.length === 1 ? 'a new file' : 'new files'} that git ignores and the check does not build. A clone of the repository would not have ${missing.length === 1 ? 'it' : 'them'}. Make the check build ${missing.length === 1 ? 'it' : 'them'}, or fix the source.`
          : 'The check passes in the tree, but fails in a clean copy of it. It depends on something that is not in the source, such as a cache, an outdated build, or a running program.',
  'errors-deleted': () =>
    'Files that had errors before the first turn were deleted, and their code is nowhere else. Deleting code does not fix its errors. Restore the files and fix them. If they should be deleted, a person must name them in the task or accept this finding.',
  'canary-silent': ({ clause, changed }) =>
    `A failure was planted in a clean copy, and \`${clause}\` still passed. The check can no longer fail.${lookAt(changed)}`,
  'canary-unseen': ({ clause, changed, missed }) =>
    `Failing tests were planted in a clean copy, and \`${clause}\` did not report all of them: ${missed.map(({ shows, path }) => `the ${shows} in ${path}`).join(', ')}.${lookAt(changed)}`,
  'expectation-unused': () =>
    'Values in the changed lines of a test were altered one at a time in a clean copy, and the check passed every time. Make the test compare the result with the value that the task asks for.',
  'tests-notice-less': () =>
    'With this line of the source altered in a clean copy, the original tests fail, but the rewritten tests pass. Make the rewritten tests check as much as the original ones.',
  'task-contradicted': detailed('The tree contradicts the task', 'The criterion does not check this.'),
  'only-comments': ({ unrelated }) =>
    unrelated.length > 0
      ? `The check passes, as it did before the first turn, and no changed file belongs to what the task names: ${unrelated.map(name => `\`${name}\``).join(', ')}. Do the task there.`
      : 'The check passes, as it did before the first turn, and no code was changed: only comments, blank lines, or files that the task does not ask for. Do the task in the code.',
  'nothing-was-red': ({ testsAdded, unrelated, unnoticed }) =>
    unnoticed === true
      ? 'Changed lines were altered one at a time in a clean copy, and the check passed every time. No test checks what the new code does. Call the new code in a test and compare the results.'
      : unrelated !== undefined
        ? `The changed code has nothing to do with what the task names: ${unrelated.map(name => `\`${name}\``).join(', ')}. Do the task there, and test it.`
        : testsAdded
          ? 'The new tests also pass without your change, so they prove nothing about it. Add a test that fails without it.'
          : 'The check passed before the first turn and passes now, and no test was added. Nothing shows that the task was done. Add a test that fails without your change.',
  flaky: ({ run, of }) =>
    `The check is flaky: on the same files it passed first and failed in run ${run} of ${of}. Make it independent of chance, time, and order.`,
  'cannot-fail': ({ clause }) =>
    `This check cannot fail: a failing test was planted in a clean copy, and \`${clause}\` still passed. Fix the command first.`,
  'untested-changes': ({ lines, tried, noticed }) =>
    `The check still passes when one of these changed lines is altered (${tried - noticed} of ${tried} tried${lines > tried ? `, ${lines - tried} more not tried` : ''}). No test notices what they do.`,
  'changed-after-check': () =>
    'Files changed after the check passed and before the result was recorded, so the result does not apply to the current files. Stop every program that writes to the tree.',
  'only-when-tested': () =>
    'Called outside the test runner, the code still returns the old value. Fix the source so that it returns the right value everywhere.',
  'only-in-this-build': ({ files }) =>
    `Newly passing tests fail in another build (without assertions, with the build tags of the change, or in production), where other tests pass. Make ${quoted(files)} return the same in every build.`,
  'only-at-this-date': ({ files }) =>
    `Newly passing tests fail when the clock shows another date; other tests pass. Make ${quoted(files)} independent of the current date.`,
  'only-in-this-environment': ({ lines }) =>
    `Newly passing tests fail at another path, with an empty home directory or without \`HOME\`, and without files created outside the project during the loop. The code passes only in this environment.${lookAt(lines)} Fix the source so that it works for everyone.`,
  'status-claimed': ({ files }) =>
    `Setting a status in ${quoted(files)} is enough to make the check pass: with only that change, it passes on the tree from before the first turn. A status that the agent sets is a claim, not proof. Let the check run something that fails until the work is done, such as a test for each item. To accept the claim, a person starts the loop with \`--accept-claims\`.`,
  'suppressions-added': detailed('More problems are suppressed than before the first turn', 'Fix the code instead.'),
  'config-loosened': detailed('A check was configured to report less', 'Restore the settings and fix the code.'),
  'coverage-lowered': detailed('A coverage threshold was lowered', 'Restore it and add tests.'),
  'coverage-narrowed': detailed('Coverage is measured on less code than before', 'Restore the settings and add tests.'),
  'assertions-dropped': detailed(
    'Tests assert less than before',
    'Restore the assertions. Only those about code that the task removes by name may go, once that code is gone. If one contradicts the task, report it with `agent-loop blocked --test`.',
  ),
  'empty-test': detailed('New tests cannot fail', 'Assert what the code must do.'),
  'runner-detected': detailed(
    'The code checks whether it is being tested',
    'Make it behave the same with and without a test runner.',
  ),
  'checks-patched': detailed('The code changes its own checks', 'Fix the code, and do not change the checks.'),
  'equal-to-all': detailed(
    'The code creates values that compare as equal to anything',
    'Return the expected value instead.',
  ),
  'tests-reached': detailed('The code reads its expected results from the tests', 'Remove that dependency.'),
  'exit-in-tests': detailed('Something ends the test run early, as if it had passed', 'Let the test runner finish.'),
  'retries-configured': detailed('Failing tests are retried more often than before', 'Fix the cause of the failure.'),
}

/** A finding with its words. `places` are files or test ids; only the first of them are kept. */
export const finding = <Rule extends FindingRule>(
  rule: Rule,
  objection: Objection | null,
  facts: FindingFacts[Rule],
  places: readonly string[] = [],
): Finding => ({ rule, objection, says: WORDS[rule](facts), places: shortened(places) })

/** Which places are named must not depend on the order in which tests ran: a finding has its id from them. */
const shortened = (places: readonly string[]): readonly string[] =>
  places.length > MOST_PLACES
    ? [...[...places].sort().slice(0, MOST_PLACES), `…and ${places.length - MOST_PLACES} more`]
    : places
