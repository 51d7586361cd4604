/** The parts of a proof that take time, in their order. */
export type ProvingStep =
  | 'compare'
  | 'clean-copy'
  | 'original-checks'
  | 'canary'
  | 'rewritten-tests'
  | 'status'
  | 'elsewhere'
  | 'other-build'
  | 'other-date'
  | 'red-to-green'
  | 'stability'
  | 'plain-rerun'
  | 'mutants'

/** What a person reads while the step runs. */
export const STEP_WORDS: Readonly<Record<ProvingStep, string>> = {
  compare: 'comparing files with the baseline',
  'clean-copy': 'running the check in a clean copy',
  'original-checks': 'running the original tests on the new source',
  canary: 'planting a failure that the check must report',
  'rewritten-tests': 'altering the source to compare the rewritten tests with the original ones',
  status: 'running the check with nothing but the new status',
  elsewhere: 'running newly passing tests at another path',
  'other-build': 'running newly passing tests in another build',
  'other-date': 'running newly passing tests at another date',
  'red-to-green': 'running the new tests on the old source',
  stability: 'looking for flaky tests',
  'plain-rerun': 'running the code outside its test runner',
  mutants: 'altering changed lines to see which ones a test notices',
}
