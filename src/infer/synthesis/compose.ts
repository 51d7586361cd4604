import type { Criterion, LeafOf } from '../../criteria/criterion.ts'
import { describeCriterion } from '../../criteria/describe.ts'
import { isTestKind } from '../../criteria/task/scope-terms.ts'
import { referenceIn } from '../../tools/commands/script-book.ts'
import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { firstTestCommand } from '../../tools/manifests/first-test-command.ts'
import { criterionText } from '../answer/describe-reason.ts'
import type { Check } from '../choice/checks.ts'
import { isProse } from '../choice/language.ts'
import { type Pick, pick } from '../choice/pick.ts'
import { impliedOnly, NO_PREFERENCE, runsTool } from '../choice/rank.ts'
import { regressionParts } from '../choice/regression.ts'
import type { CriterionClause, ProposalWarning, RejectedOption } from '../decision.ts'
import { isNamedScript } from '../evidence.ts'
import { featureOptions, withFeatures } from '../scope/cargo-features.ts'
import { partsOf } from '../scope/members.ts'
import { dotnetKind, scopedChecks } from '../scope/scoped-commands.ts'
import { changedFilesDraft, isChange } from './changed-files.ts'
import { coverageGoal } from './coverage.ts'
import { docsDraft } from './documentation-rule.ts'
import { type CriterionDraft, exitsWithZero } from './draft.ts'
import type { Material } from './material.ts'
import { namedGoals } from './named-goals.ts'

/**
 * The class of the task, made concrete by the best command of the project, with what the task names beside it. Null when the project
 * has no such check.
 */
export function compose(material: Material): CriterionDraft | null {
  const draft = byClass(material)
  return draft === null ? null : withNamed(material, draft)
}

/** Named files and identifiers join the criterion. They say more than that something changed, so that clause goes. */
function withNamed({ task, project, reading }: Material, draft: CriterionDraft): CriterionDraft {
  const { goals, named, warnings } = namedGoals(task, project)
  if (goals.length === 0) return { ...draft, warnings: [...draft.warnings, ...warnings] }
  const said = new Set(draft.clauses.map(clause => criterionText([clause])))
  const more = goals.map((goal): CriterionClause => ({ goal })).filter(clause => !said.has(criterionText([clause])))
  return {
    ...draft,
    class: draft.class === 'structural' ? reading.class : draft.class,
    clauses: [...draft.clauses.filter(clause => !isChange(clause)), ...more],
    named,
    reasons: draft.reasons.filter(({ code }) => code !== 'must-change'),
    warnings: [...draft.warnings.filter(({ code }) => code !== 'only-change-proven'), ...warnings],
  }
}

function byClass(material: Material): CriterionDraft | null {
  const { reading } = material
  switch (reading.class) {
    case 'regression-gate':
      return regression(material)
    case 'bug-fix':
    case 'implement-feature':
      return withNewTest(material)
    case 'coverage':
      return coverage(material)
    case 'docs':
      return documentation(material)
    default:
      return draftForWants(material)
  }
}

/** A folder limits a run only where its tests are what the task is about; a change in a folder may break any test. */
const isForScope = ({ scope, reading, task }: Material): boolean =>
  (scope.member !== null || reading.class === 'test-pass') && !EVERYWHERE.test(task)

const EVERYWHERE =
  /\b(?:all|every|each|other) (?:\w+ )?(?:packages?|crates?|modules?|projects?|workspaces?)\b|\bthe (?:whole |entire |full )?workspace\b/i

/** Commands for the scope where the task has one and the part has its own, else those of the whole. */
function pickInScope(material: Material, purpose: Purpose): Pick | null {
  const found = pickForScope(material, purpose)
  const features = featureOptions(material.task, material.project)
  return found === null || features === null ? found : { ...found, options: withFeatures(found.options, features) }
}

function pickForScope(material: Material, purpose: Purpose): Pick | null {
  const { project, gathered, scope, preference } = material
  const kinds = preference.words.filter(word => /^(unit|integration|functional|e2e|acceptance)$/.test(word))
  const own = [
    ...(isForScope(material) ? scopedChecks(project, scope, gathered.checks, gathered.candidates) : []),
    ...(purpose === 'test' ? dotnetKind(project, preference.words) : []),
  ]
  const named = (checks: readonly Check[]): boolean =>
    preference.tool !== null && checks.some(check => runsTool(check, preference.tool ?? ''))
  // "ESLint complains about crates/x": the tool is the root's, whatever the part has.
  const elsewhere = (!named(own) && named(gathered.checks)) || (scope.member === null && hasOwnKind(material, purpose))
  const documented =
    purpose === 'docs'
      ? pick(
          gathered.checks.filter(check => !impliedOnly(check)),
          purpose,
          preference,
        )
      : null
  return (
    documented ??
    (elsewhere ? null : pick(own, purpose, { ...preference, words: kinds })) ??
    pick(gathered.checks, purpose, preference) ??
    inEveryMember(material, purpose)
  )
}

/** "the e2e cases in integrationtest/x fail", where there is `make e2e`: the folder is run by that. */
const hasOwnKind = ({ gathered, preference }: Material, purpose: Purpose): boolean =>
  purpose === 'test' &&
  preference.words.some(isTestKind) &&
  pick(gathered.checks, purpose, preference)?.options[0]?.partial === true

/** The root has no such check: each part that has one runs it in its own folder. */
function inEveryMember({ project, gathered }: Material, purpose: Purpose): Pick | null {
  const found = partsOf(project).flatMap(member => {
    const checks = scopedChecks(project, { member, folder: member.folder, strength: 3 }, [], gathered.candidates)
    const best = pick(checks, purpose, NO_PREFERENCE)?.options[0]
    return best === undefined ? [] : [best]
  })
  const [first] = found
  if (first === undefined) return null
  const command = found.length === 1 ? first.command : found.map(check => `(${check.command})`).join(' && ')
  const all: Check = { ...first, command, sightings: found.flatMap(({ sightings }) => sightings), includes: [] }
  return { purpose, options: [all], score: Math.min(...found.map(({ score }) => score)) }
}

function draftForWants(material: Material): CriterionDraft | null {
  const picks = material.reading.wants.flatMap(purpose => [
    pickInScope(material, purpose),
    ...ofMoreTools(material, purpose),
  ])
  const found = picks.filter((one): one is Pick => one !== null)
  // A task that asks for two things is not proven by one of them, unless that is all there is.
  return found.length === 0 || (found.length < picks.length && found[0]?.purpose !== material.reading.wants[0])
    ? null
    : draftOf(material, found)
}

/** "phpstan and psalm reject it": a check for each tool of that kind that the task names and the project has. */
function ofMoreTools(material: Material, purpose: Purpose): Pick[] {
  return material.preference.moreTools.flatMap(tool => {
    const found = pickInScope({ ...material, preference: { ...material.preference, tool } }, purpose)
    const best = found?.options[0]
    return found !== null && best?.main === purpose && runsTool(best, tool) ? [found] : []
  })
}

function draftOf({ reading }: Material, picks: readonly Pick[], more: Partial<CriterionDraft> = {}): CriterionDraft {
  const checks = uniqueBy(picks.flatMap(({ options }) => options.slice(0, 1)))
  const commands = checks.map(({ command }) => command)
  return {
    class: reading.class,
    clauses:
      reading.class === 'type-clean' || reading.class === 'lint-clean'
        ? commands.map(exitsWithZero)
        : commands.map(passes),
    commands,
    checks,
    named: [],
    rejected: picks.flatMap(rejectedFor),
    reasons: [],
    warnings: [],
    score: Math.min(...picks.map(({ score }) => score)),
    unusual: reading.unusual,
    ...more,
  }
}

const uniqueBy = (checks: readonly Check[]): Check[] => [
  ...new Map(checks.map(check => [check.command, check])).values(),
]

const passes = (command: string): CriterionClause => ({ command, verdict: 'passes' })

function rejectedFor({ options: [best, ...rest] }: Pick): RejectedOption[] {
  if (best === undefined) return []
  return rest.slice(0, 3).map(check => ({ clauses: [passes(check.command)], because: whyNot(check, best) }))
}

function whyNot(check: Check, best: Check): RejectedOption['because'] {
  const chosen = best.command
  if (check.main !== best.main) return { code: 'other-purpose', main: check.main, chosen }
  const [[own], [better]] = [check.sightings, best.sightings]
  return own === undefined || better === undefined || own.source === better.source
    ? { code: 'farther-from-task', chosen }
    : { code: 'weaker-source', chosen, chosenSource: better.source, source: own.source, inCi: own.layer === 4 }
}

/** Trouble with a documentation check: then its command is all that is asked for. */
const DOCS_TROUBLE =
  /\b(?:builds?|building|fail\w*|pass\w*|warnings?|errors?|links?|broken|green|red|lint\w*|complain\w*)\b/i

/** The project's documentation check passes whether or not anything was written, so what must be written is added. */
function documentation(material: Material): CriterionDraft | null {
  const checked = draftForWants(material)
  if (checked !== null && DOCS_TROUBLE.test(material.task)) return checked
  const written = docsDraft(material)
  if (written === null) return checked === null ? null : { ...checked, unusual: true }
  return {
    ...written,
    clauses: [...(checked?.clauses ?? []), ...written.clauses],
    commands: checked?.commands ?? [],
    checks: checked?.checks ?? [],
    reasons:
      checked === null ? written.reasons : written.reasons.filter(({ code }) => code !== 'no-documentation-linter'),
  }
}

function regression(material: Material): CriterionDraft | null {
  const { project, scope, gathered, reading, preference } = material
  const own =
    scope.strength >= 2 && scope.member !== null
      ? regressionParts(scopedChecks(project, scope, [], gathered.candidates), reading, { ...preference, words: [] })
      : []
  const parts = own.some(({ purpose }) => purpose === 'test')
    ? own
    : regressionParts(gathered.checks, reading, NO_PREFERENCE, gathered.isCiElsewhere)
  const tested = parts.some(({ purpose }) => purpose === 'test')
  const apart =
    parts.length > 0
      ? []
      : (['test', 'lint', 'build'] as const).flatMap(purpose => inEveryMember(material, purpose) ?? [])
  if (apart.some(({ purpose }) => purpose === 'test')) return draftOf(material, apart)
  const named = parts.some(({ options }) =>
    options[0]?.sightings.some(evidence => evidence.layer !== 3 || isNamedScript(evidence)),
  )
  if (parts.length === 0 || (!tested && !named)) return changedFilesDraft(material, withCompiler(material, parts))
  const missing = (['test', 'build', ...(reading.breadth === 'everything' ? ['lint' as const] : [])] as const).filter(
    purpose =>
      !parts.some(part => part.purpose === purpose || part.options[0]?.purposes.includes(purpose)) &&
      // What the project has, and its CI leaves out, is not missing.
      (purpose === 'test' || pick(gathered.checks, purpose, NO_PREFERENCE) === null),
  )
  const warnings = missing.map(
    (purpose): ProposalWarning => (purpose === 'test' ? { code: 'no-tests' } : { code: 'not-checked', purpose }),
  )
  return draftOf(material, parts, { warnings, score: parts.find(({ purpose }) => purpose === 'test')?.score ?? 0 })
}

/** A bug needs a test that failed before; a feature needs tests at all. The suite is what can run today. */
function withNewTest(material: Material): CriterionDraft | null {
  const { reading } = material
  const suite = pickInScope(material, 'test')
  if (suite === null && isProse(material.project)) return regression(material)
  if (suite === null) return firstTests(material)
  return draftOf(material, [suite], { reasons: [{ code: 'new-test', class: reading.class }] })
}

/** The project has no tests: those for the new code will be its first. */
function firstTests(material: Material): CriterionDraft {
  const parts = withCompiler(material, regressionParts(material.gathered.checks, material.reading, NO_PREFERENCE))
  const weak = changedFilesDraft(material, parts, [{ code: 'tests-for-new-code' }])
  const command = firstTestCommand(material.project)
  if (command === null) return weak
  return {
    ...weak,
    class: material.reading.class,
    clauses: [{ goal: testsOf(command, 1) }, ...weak.clauses.filter(clause => !isChange(clause))],
    commands: [command, ...weak.commands],
    reasons: [{ code: 'tests-for-new-code' }],
    warnings: [{ code: 'no-tests' }],
  }
}

/** The suite passes, with so many tests, or with more than before the first turn. */
function testsOf(command: string, value: number | 'baseline'): Criterion {
  const is = value === 'baseline' ? 'above' : 'at_least'
  return threshold({ command, measure: { kind: 'tests' }, is, value, unit: null })
}

function threshold(facts: ThresholdFacts): Criterion {
  const leaf = { kind: 'output_threshold', ...facts, every: false, said: '' } as const
  return { ...leaf, said: describeCriterion(leaf) }
}

type ThresholdFacts = Omit<LeafOf<'output_threshold'>, 'kind' | 'every' | 'said'>

const SPEAKS_OF_COVERAGE = /\bcover(?:age|ed|s)?\b|\buntested\b|\d\s*(?:%|percent)/i
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

function coverage(material: Material): CriterionDraft | null {
  const found = pickInScope(material, 'coverage')
  const suite = SPEAKS_OF_COVERAGE.test(material.task) ? null : (pickInScope(material, 'test') ?? found)
  if (suite !== null) return moreTests(material, suite)
  if (found === null) return SPEAKS_OF_COVERAGE.test(material.task) ? null : withNewTest(material)
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

/** Where nothing else can be checked, the compiler is better than nothing. */
function withCompiler({ gathered }: Material, parts: readonly Pick[]): readonly Pick[] {
  const types = parts.length > 0 ? null : pick(gathered.checks, 'types', NO_PREFERENCE)
  return types === null ? parts : [types]
}
