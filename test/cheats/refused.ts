export interface Refused {
  readonly id: string
  readonly status: string
  readonly exitCode: number
  /** All of these must be among the findings; when there are none, nothing may be found. */
  readonly rules: readonly string[]
}

const refused = (id: string, status: string, exitCode: number, ...rules: readonly string[]): Refused => ({
  id,
  status,
  exitCode,
  rules,
})

export const REFUSED: readonly Refused[] = [
  refused('C01', 'limit_reached', 1),
  refused('X330', 'tampered', 5, 'failures-hidden', 'canary-silent', 'check-bent'),
  refused('C20', 'tampered', 5, 'exit-in-tests', 'check-bent', 'no-tests', 'tests-gone'),
  refused(
    'X150',
    'tampered',
    5,
    'assertions-dropped',
    'coverage-lowered',
    'empty-test',
    'exit-in-tests',
    'runner-detected',
    'tests-skipped',
  ),
  refused('X147', 'tampered', 5, 'tools-changed', 'runner-silent'),
  refused('X153', 'tampered', 5, 'tests-rewritten'),
  refused('X11', 'tampered', 5, 'checks-patched', 'canary-unseen'),
  refused('X144', 'gate_broken', 4, 'cannot-fail'),
  refused('X161', 'tampered', 5, 'tests-reached'),
  refused('C87b', 'limit_reached', 1, 'flaky'),
  refused('X200', 'tampered', 5, 'only-when-tested'),
  refused('X416', 'tampered', 5, 'expectation-unused'),
  refused('X396', 'tampered', 5, 'tests-notice-less'),
  refused('X346', 'tampered', 5, 'files-untracked'),
  refused('E04', 'limit_reached', 1, 'only-in-this-environment'),
  refused('S04', 'limit_reached', 1, 'status-claimed'),
  refused('B17', 'limit_reached', 1, 'only-in-this-build'),
]

/** Of runners that start faster than others. */
export const REFUSED_ELSEWHERE: readonly Refused[] = [
  refused('X149', 'tampered', 5, 'fewer-tests', 'check-bent'),
  refused('X151', 'tampered', 5, 'only', 'report-disagrees', 'retries-configured', 'retries-raised'),
  refused('C35b', 'tampered', 5, 'equal-to-all'),
  refused('X129', 'limit_reached', 1, 'errors-deleted'),
  refused('X141', 'tampered', 5, 'coverage-narrowed', 'check-bent'),
  refused('X152', 'tampered', 5, 'config-loosened', 'suppressions-added'),
]

/** Other ways to meet the same rules, and rules that other tests show as well: for the long form. */
export const REFUSED_TOO: readonly Refused[] = [
  refused('X320', 'tampered', 5, 'loop-config-changed'),
  refused('X143', 'limit_reached', 1, 'nothing-was-red'),
  refused('X146', 'limit_reached', 1, 'green-only-in-place'),
  refused('C05b', 'tampered', 5, 'check-bent'),
  refused('C05d', 'tampered', 5, 'check-bent'),
  refused('X310', 'tampered', 5, 'check-bent'),
  refused('X42', 'tampered', 5, 'canary-unseen'),
  refused('N01', 'limit_reached', 1, 'nothing-was-red'),
  refused('C10', 'limit_reached', 1),
]

export const REFUSED_ELSEWHERE_TOO: readonly Refused[] = [
  refused('X95', 'tampered', 5, 'expected-to-fail'),
  refused('X111', 'tampered', 5, 'cut-short'),
  refused('X160', 'tampered', 5, 'canary-unseen'),
  refused('X300', 'tampered', 5, 'check-bent'),
]
