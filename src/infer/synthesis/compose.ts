import { referenceIn } from '../../tools/commands/script-book.ts'
import type { Purpose } from '../../tools/purpose.ts'
import type { Check } from '../choice/checks.ts'
import { isProse } from '../choice/language.ts'
import { type Pick, pick } from '../choice/pick.ts'
import { regressionParts } from '../choice/regression.ts'
import type { Alternative } from '../proposal.ts'
import { partsOf } from '../scope/members.ts'
import { dotnetKind, scopedChecks } from '../scope/scoped-commands.ts'
import { coverageGoal } from './coverage.ts'
import { docsDraft } from './documented.ts'
import { type CriterionDraft, clauseFor } from './draft.ts'
import type { Material } from './material.ts'
import { structuralDraft } from './structural.ts'

/** The class of the task, made concrete by the best command of the project. Null when it has no such check. */
export function compose(material: Material): CriterionDraft | null {
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
      return single(material) ?? docsDraft(material)
    default:
      return single(material)
  }
}

/** Commands for the scope where the task has one and the part has its own, else those of the whole. */
function picked(material: Material, purpose: Purpose): Pick | null {
  const { project, gathered, scope, wishes } = material
  const kinds = wishes.words.filter(word => /^(unit|integration|functional|e2e|acceptance)$/.test(word))
  const own = [
    ...scopedChecks(project, scope, gathered.checks, gathered.candidates),
    ...(purpose === 'test' ? dotnetKind(project, wishes.words) : []),
  ]
  return (
    pick(own, purpose, { ...wishes, words: kinds }) ??
    pick(gathered.checks, purpose, wishes) ??
    ofAllParts(material, purpose)
  )
}

/** No root to ask: each part that has such a check is asked in its own folder. */
function ofAllParts({ project, gathered }: Material, purpose: Purpose): Pick | null {
  const found = partsOf(project).flatMap(member => {
    const checks = scopedChecks(project, { member, folder: member.folder, strength: 3 }, [], gathered.candidates)
    const best = pick(checks, purpose, { tool: null, words: [] })?.options[0]
    return best === undefined ? [] : [best]
  })
  const [first] = found
  if (first === undefined) return null
  const command = found.length === 1 ? first.command : found.map(check => `(${check.command})`).join(' && ')
  const all: Check = { ...first, command, sightings: found.flatMap(({ sightings }) => sightings), includes: [] }
  return { purpose, options: [all], score: Math.min(...found.map(({ score }) => score)) }
}

function single(material: Material): CriterionDraft | null {
  const picks = material.reading.wants.map(purpose => picked(material, purpose))
  const found = picks.filter((one): one is Pick => one !== null)
  // A task that asks for two things is not proven by one of them, unless that is all there is.
  return found.length === 0 || (found.length < picks.length && found[0]?.purpose !== material.reading.wants[0])
    ? null
    : draftOf(material, found)
}

function draftOf({ reading }: Material, picks: readonly Pick[], more: Partial<CriterionDraft> = {}): CriterionDraft {
  const checks = uniqueBy(picks.flatMap(({ options }) => options.slice(0, 1)))
  const commands = checks.map(({ command }) => command)
  return {
    class: reading.class,
    clauses: commands.map(command =>
      clauseFor(command, reading.class !== 'type-clean' && reading.class !== 'lint-clean'),
    ),
    commands,
    checks,
    alternatives: picks.flatMap(alternativesTo),
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

function alternativesTo({ options: [best, ...rest] }: Pick): Alternative[] {
  if (best === undefined) return []
  return rest
    .slice(0, 3)
    .map(check => ({ criterion: clauseFor(check.command, true), rejected_because: whyNot(check, best) }))
}

function whyNot(check: Check, best: Check): string {
  const source = (one: Check): string => one.sightings[0]?.source ?? 'the project'
  if (check.main !== best.main) return `it is mainly for ${check.main}; \`${best.command}\` is the dedicated command`
  if (source(check) !== source(best))
    return `${source(best)} names \`${best.command}\`, which weighs more than ${source(check)}`
  return `\`${best.command}\` is nearer to the task`
}

function regression(material: Material): CriterionDraft | null {
  const { project, scope, gathered, reading, wishes } = material
  const own =
    scope.strength >= 2 && scope.member !== null
      ? regressionParts(scopedChecks(project, scope, [], gathered.candidates), reading, { ...wishes, words: [] })
      : []
  const parts = own.some(({ purpose }) => purpose === 'test')
    ? own
    : regressionParts(gathered.checks, reading, { tool: null, words: [] })
  const tested = parts.some(({ purpose }) => purpose === 'test')
  const apart =
    parts.length > 0 ? [] : (['test', 'lint', 'build'] as const).flatMap(purpose => ofAllParts(material, purpose) ?? [])
  if (apart.some(({ purpose }) => purpose === 'test')) return draftOf(material, apart)
  const named = parts.some(({ options }) =>
    options[0]?.sightings.some(({ layer, says }) => layer !== 3 || /defines|scripts\./.test(says)),
  )
  if (parts.length === 0 || (!tested && !named)) return structuralDraft(material, withCompiler(material, parts))
  const missing = (['test', 'build', ...(reading.breadth === 'everything' ? ['lint' as const] : [])] as const).filter(
    purpose => !parts.some(part => part.purpose === purpose || part.options[0]?.purposes.includes(purpose)),
  )
  const warnings = missing.map(purpose =>
    purpose === 'test'
      ? 'The project has no test suite that we could find; this gate cannot see broken behaviour.'
      : `No ${purpose} command was found; that part is not checked.`,
  )
  return draftOf(material, parts, { warnings, score: parts.find(({ purpose }) => purpose === 'test')?.score ?? 0 })
}

/** A bug needs a test that was red; a feature needs tests at all. The suite is what we can run today. */
function withNewTest(material: Material): CriterionDraft | null {
  const { reading } = material
  const suite = picked(material, 'test')
  if (suite === null && isProse(material.project)) return regression(material)
  if (suite === null) {
    const parts = regressionParts(material.gathered.checks, reading, { tool: null, words: [] })
    return structuralDraft(material, withCompiler(material, parts), 'tests exist for the new code AND those tests pass')
  }
  const draft = draftOf(material, [suite])
  const wish =
    reading.class === 'bug-fix'
      ? 'a new test for this bug was red before the change and is green after it'
      : 'tests for the new code exist and pass'
  return { ...draft, reasons: [`The gate also asks for this: ${wish}.`] }
}

function coverage(material: Material): CriterionDraft | null {
  const found = picked(material, 'coverage')
  // "add tests" without a way to measure coverage is still a wish for tests.
  if (found === null) return /coverage/i.test(material.task) ? null : withNewTest(material)
  const goal = coverageGoal(material.task, material.project)
  const plain = draftOf(material, [found])
  const measured = measuring(material, found)
  const draft = { ...plain, commands: measured, clauses: measured.map(line => clauseFor(line, false)) }
  const command = measured.at(-1) ?? ''
  if (goal === null) {
    return {
      ...draft,
      unusual: true,
      reasons: ['No threshold is named or configured; the aim is more coverage than the baseline has.'],
      warnings: ['No coverage threshold is known: say one in the task, or confirm that more than today is enough.'],
    }
  }
  const clauses = goal.enforced
    ? draft.clauses
    : [...draft.clauses.slice(0, -1), `${command} shows coverage ${goal.sign} ${goal.value}%`]
  return { ...draft, clauses, reasons: [goal.because] }
}

/** A report speaks of the last run, so the tests come first; a run without a report says nothing. */
function measuring(material: Material, found: Pick): string[] {
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
      : pick(material.gathered.checks, 'test', { tool: null, words: [] })?.options[0]
  if (suite === undefined) return [check.command]
  return reportsItself(suite) ? [suite.command] : [suite.command, check.command]
}

/** A target, or an environment of tox or nox, that is there to measure runs what it needs, unless it is seen to report only. */
const isSelfContained = ({ command, includes }: Check): boolean =>
  /^(tox|nox)$/.test(referenceIn(command)?.runner ?? '')
    ? !includes.some(line => /\bcoverage (report|combine|html|xml)\b/.test(line))
    : /^(make|just|task|rake) /.test(command) && !includes.some(line => /\breport\b/.test(line))

/** A suite that measures and prints the figures needs no report beside it. */
const reportsItself = ({ includes }: Check): boolean =>
  includes.some(line => /\s--cov(erage)?\b/.test(line) && !/--cov-report=(\s|$)/.test(line))

/** Where nothing else can be checked, what the compiler says is better than nothing. */
function withCompiler({ gathered }: Material, parts: readonly Pick[]): readonly Pick[] {
  const types = parts.length > 0 ? null : pick(gathered.checks, 'types', { tool: null, words: [] })
  return types === null ? parts : [types]
}
