import type { Criterion, LeafOf } from '../../criteria/criterion.ts'
import { describeCriterion } from '../../criteria/describe.ts'
import { referenceIn } from '../../tools/commands/script-book.ts'
import type { Check } from '../choice/checks.ts'
import { type Pick, pick } from '../choice/pick.ts'
import { NO_PREFERENCE } from '../choice/rank.ts'
import type { CriterionClause } from '../decision.ts'
import { coverageGoal } from './coverage.ts'
import { type CriterionDraft, draftOf, exitsWithZero } from './draft.ts'
import type { Material } from './material.ts'
import { pickInScope } from './pick-in-scope.ts'

export const SPEAKS_OF_COVERAGE = /\bcover(?:age|ed|s)?\b|\buntested\b|\d\s*(?:%|percent)/i
/** The configured threshold itself is asked for. */
const ASKS_FOR_THRESHOLD = /\b(?:threshold|minimum|required|fail\w*|gate|below|check|pass\w*)\b/i

/** "add tests": more of them pass than before the first turn. */
function moreTests(material: Material, suite: Pick): CriterionDraft {
  const draft = draftOf(material, [suite])
  return {
    ...draft,
    clauses: draft.commands.map(command => ({ goal: testsOf(command, 'baseline') })),
    reasons: [{ code: 'more-tests' }],
    warnings: [{ code: 'compares-with-start' }],
  }
}

/** More coverage, or more tests where the task does not speak of coverage. Null when nothing measures it. */
export function coverageDraft(material: Material): CriterionDraft | null {
  const found = pickInScope(material, 'coverage') ?? partThatMeasures(material)
  const suite = SPEAKS_OF_COVERAGE.test(material.task) ? null : (pickInScope(material, 'test') ?? found)
  if (suite !== null) return moreTests(material, suite)
  if (found === null) return suiteWithThreshold(material)
  const goal = coverageGoal(material.task, material.project)
  const plain = draftOf(material, [found])
  const measured = measuringCommands(material, found)
  const draft = { ...plain, commands: measured, clauses: measured.map(exitsWithZero) }
  const command = measured.at(-1) ?? ''
  const shows = (is: LeafOf<'output_threshold'>['is'], value: number | 'baseline'): CriterionClause[] => [
    ...draft.clauses.slice(0, -1),
    {
      goal: threshold({ command, measure: { kind: 'coverage', of: 'any', report: null }, is, value, unit: 'percent' }),
    },
  ]
  if (goal === null || (goal.because.code === 'threshold-configured' && !ASKS_FOR_THRESHOLD.test(material.task)))
    return {
      ...draft,
      clauses: shows('above', 'baseline'),
      unusual: goal === null,
      reasons: goal === null ? [{ code: 'no-threshold' }] : [goal.because],
      warnings: [...(goal === null ? [{ code: 'no-threshold' } as const] : []), { code: 'compares-with-start' }],
    }
  const clauses = goal.enforced ? draft.clauses : shows(goal.sign === '>' ? 'above' : 'at_least', goal.value)
  return { ...draft, clauses, reasons: [goal.because] }
}

/** Nothing measures the whole: the one part of the suite that does, such as `c8` around the unit tests. */
function partThatMeasures({ gathered }: Material): Pick | null {
  const options = gathered.checks.filter(
    ({ folder, purposes, partial }) => folder === '' && partial && purposes.includes('coverage'),
  )
  const [only] = options
  return only === undefined || options.length > 1 ? null : { purpose: 'coverage', options, score: only.score }
}

/** No command is there to measure, and the project sets a threshold: then its suite is what fails below it. */
function suiteWithThreshold(material: Material): CriterionDraft | null {
  const goal = coverageGoal('', material.project)
  const suite = goal === null ? null : pickInScope(material, 'test')
  return goal === null || suite === null ? null : { ...draftOf(material, [suite]), reasons: [goal.because] }
}

/** A report shows the last run, so the tests come first; a run without a report shows no figure. */
function measuringCommands(material: Material, found: Pick): string[] {
  const check = found.options[0]
  if (check === undefined) return []
  const [, prefix = '', rest = ''] = /^(.*?)coverage run\b(.*)$/.exec(check.command) ?? []
  if (rest !== '' && !check.command.includes('coverage report')) {
    const combined =
      material.gathered.checks.length > 0 && /-n |--parallel/.test(check.command) ? [`${prefix}coverage combine`] : []
    return [check.command, ...combined, `${prefix}coverage report`]
  }
  const suite =
    isSelfContained(check) || check.purposes.includes('test')
      ? undefined
      : pick(material.gathered.checks, 'test', NO_PREFERENCE)?.options[0]
  if (suite === undefined) return [check.command]
  return reportsItself(suite) ? [suite.command] : [suite.command, check.command]
}

/** A measuring target, or environment of tox or nox, runs what it needs, unless it only reports. */
const isSelfContained = ({ command, includes }: Check): boolean =>
  /(^|[:_-])tests?($|[:_-])/.test(referenceIn(command)?.name ?? '') ||
  /^(tox|nox)$/.test(referenceIn(command)?.runner ?? '')
    ? !includes.some(line => /\bcoverage (report|combine|html|xml)\b/.test(line))
    : /^(make|just|task|rake) /.test(command) && !includes.some(line => /\breport\b/.test(line))

/** A suite that measures and prints the figures needs no separate report. */
const reportsItself = ({ includes }: Check): boolean =>
  includes.some(line => /\s--cov(erage)?\b/.test(line) && !/--cov-report=(\s|$)/.test(line))

/** The suite passes, with so many tests, or with more than before the first turn. */
export function testsOf(command: string, value: number | 'baseline'): Criterion {
  const is = value === 'baseline' ? 'above' : 'at_least'
  return threshold({ command, measure: { kind: 'tests' }, is, value, unit: null })
}

function threshold(facts: ThresholdFacts): Criterion {
  const leaf = { kind: 'output_threshold', ...facts, every: false, said: '' } as const
  return { ...leaf, said: describeCriterion(leaf) }
}

type ThresholdFacts = Omit<LeafOf<'output_threshold'>, 'kind' | 'every' | 'said'>
