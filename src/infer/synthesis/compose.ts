import type { Purpose } from '../../tools/commands/tool-commands.ts'
import { SPOKEN_NAMES } from '../../tools/commands/tool-names.ts'
import { entryPoint } from '../../tools/manifests/entry-point.ts'
import { firstTestCommand } from '../../tools/manifests/first-test-command.ts'
import { criterionText } from '../answer/describe-reason.ts'
import { runsTool } from '../choice/check-facts.ts'
import type { Check } from '../choice/checks.ts'
import { isProse } from '../choice/language.ts'
import { type Pick, pick } from '../choice/pick.ts'
import { NO_PREFERENCE } from '../choice/rank.ts'
import { regressionParts } from '../choice/regression.ts'
import type { CriterionClause, ProposalWarning, RejectedOption } from '../decision.ts'
import { isNamedScript } from '../evidence.ts'
import { scopedChecks } from '../scope/scoped-commands.ts'
import { changedFilesDraft, isChange, isChanged } from './changed-files.ts'
import { coverageDraft, SPEAKS_OF_COVERAGE, testsOf } from './coverage-draft.ts'
import { docsDraft } from './documentation-rule.ts'
import { type CriterionDraft, draftOf, exitsWithZero } from './draft.ts'
import type { Material } from './material.ts'
import { namedGoals } from './named-goals.ts'
import { settingGoals } from './named-settings.ts'
import { inEveryMember, pickInScope } from './pick-in-scope.ts'
import { versionGoals } from './version-goals.ts'

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
  const { goals: fromNames, named, warnings } = namedGoals(task, project)
  const goals = [...fromNames, ...versionGoals(task, project), ...settingGoals(task, project)]
  if (goals.length === 0) return { ...draft, warnings: [...draft.warnings, ...warnings] }
  const said = new Set(draft.clauses.map(clause => criterionText([clause])))
  const more = goals.map((goal): CriterionClause => ({ goal })).filter(clause => !said.has(criterionText([clause])))
  if (goals.every(isChanged))
    return { ...draft, clauses: [...draft.clauses, ...more], named, warnings: [...draft.warnings, ...warnings] }
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
      return coverageDraft(material) ?? (SPEAKS_OF_COVERAGE.test(material.task) ? null : withNewTest(material))
    case 'docs':
      return documentation(material)
    default:
      return draftForWants(material)
  }
}

function draftForWants(material: Material): CriterionDraft | null {
  const { tool } = material.preference
  if (tool !== null && material.reading.wants.some(purpose => LOOKS.test(purpose)) && isUnknown(tool, material))
    return null
  const picks = material.reading.wants.flatMap(purpose => [
    // "rustfmt and clippy complain": the first is a formatter.
    pickInScope(material, purpose === 'lint' && tool !== null && kindOf(tool) === 'format' ? 'format' : purpose),
    ...ofMoreTools(material, purpose),
  ])
  const found = picks.filter((one): one is Pick => one !== null)
  if (isOnlyFormatted(material, found)) return null
  // A task that asks for two things is not proven by one of them, unless that is all there is.
  return found.length === 0 || (found.length < picks.length && found[0]?.purpose !== material.reading.wants[0])
    ? null
    : draftOf(material, found)
}

const HOOKS = /\b(?:pre-commit|prek|lefthook|trunk)\b/

/** "make rubocop pass", where nothing runs it and no file has its name. */
const isUnknown = (tool: string, { gathered, project }: Material): boolean =>
  !gathered.checks.some(check => runsTool(check, tool) || HOOKS.test(check.command)) &&
  ![
    ...[...project.tree.values()].flatMap(({ files }) => files),
    ...[...project.files.values()].map(({ text }) => text),
  ].some(text => text.toLowerCase().includes(tool.toLowerCase()))

/** "get the linter x to pass", where nothing runs x and only a formatter is left: that is no answer. */
const isOnlyFormatted = ({ preference: { tool } }: Material, found: readonly Pick[]): boolean =>
  tool !== null &&
  kindOf(tool) === 'lint' &&
  found.every(({ options: [best] }) => best?.main === 'format' && !runsTool(best, tool))

/** "phpstan and psalm reject it": a check for each tool of that kind that the task names and the project has. */
function ofMoreTools(material: Material, purpose: Purpose): Pick[] {
  return material.preference.moreTools.flatMap(tool => {
    const found = pickInScope(
      { ...material, preference: { ...material.preference, tool } },
      LOOKS.test(purpose) ? (kindOf(tool) ?? purpose) : purpose,
    )
    const best = found?.options[0]
    return found !== null &&
      best !== undefined &&
      runsTool(best, tool) &&
      (best.main === purpose || LOOKS.test(best.main))
      ? [found]
      : []
  })
}

const LOOKS = /^(lint|format|types)$/

/** "the formatter fails, and credo has two findings": each tool by what it looks at. */
const kindOf = (tool: string): Purpose | undefined => {
  const kind = SPOKEN_NAMES.find(([pattern]) => pattern.exec(tool)?.[0] === tool)?.[1]
  return kind !== undefined && LOOKS.test(kind) ? kind : undefined
}

/** Trouble with a documentation check: then its command is all that is asked for. */
const DOCS_TROUBLE =
  /\b(?:builds?|building|fail\w*|pass\w*|warnings?|errors?|links?|broken|green|red|lint\w*|complain\w*)\b/i

/** A check of the documents builds them; where there is none, a build may be what is meant. */
const withoutBuild = (material: Material): Material =>
  material.reading.wants[0] === 'docs' && pickInScope(material, 'docs') !== null
    ? { ...material, reading: { ...material.reading, wants: ['docs'] } }
    : material

/** The project's documentation check passes whether or not anything was written, so what must be written is added. */
function documentation(material: Material): CriterionDraft | null {
  const checked = draftForWants(withoutBuild(material))
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
  const whole = regressionParts(gathered.checks, reading, NO_PREFERENCE, gathered.isCiElsewhere)
  // A change in one part may break any other, so its own checks count only where the whole has no tests.
  const own =
    scope.strength < 2 || scope.member === null || whole.some(({ purpose }) => purpose === 'test')
      ? []
      : regressionParts(scopedChecks(project, scope, [], gathered.candidates), reading, { ...preference, words: [] })
  const parts = own.some(({ purpose }) => purpose === 'test') ? own : whole
  const tested = parts.some(({ purpose, options: [best] }) => purpose === 'test' || best?.purposes.includes('test'))
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
  const draft = draftOf(material, parts, {
    warnings,
    score: parts.find(({ purpose }) => purpose === 'test')?.score ?? 0,
  })
  return {
    ...draft,
    rejected: [...draft.rejected, ...entryPointRun(material, draft), ...leftOutByCi(material, draft)],
  }
}

/** Scripts of the project that could belong to the gate, if its CI or its documents ran them. */
function leftOutByCi({ gathered }: Material, { checks, rejected }: CriterionDraft): RejectedOption[] {
  if (!checks.some(({ sightings }) => sightings.some(({ layer }) => layer === 4))) return []
  const said = new Set([...checks.map(passesOf), ...rejected.map(({ clauses }) => criterionText(clauses))])
  return (['lint', 'types', 'build'] as const)
    .flatMap(purpose => pick(gathered.checks, purpose, NO_PREFERENCE)?.options[0] ?? [])
    .filter(check => check.sightings.some(isNamedScript) && !said.has(passesOf(check)))
    .filter(check => !checks.some(({ includes, purposes }) => includes.length > 0 && purposes.includes(check.main)))
    .map(({ command }) => ({ clauses: [exitsWithZero(command)], because: { code: 'not-in-ci' } }))
}

const passesOf = ({ command }: Check): string => criterionText([{ command, verdict: 'passes' }])

/** "migrate lib/ to ESM": that the entry point still loads could be the check, too. */
function entryPointRun({ task, project }: Material, { commands: [chosen = ''] }: CriterionDraft): RejectedOption[] {
  const entry = /\b(?:ESM|ES ?modules?|CommonJS|CJS)\b/i.test(task) ? entryPoint(project) : null
  if (entry === null) return []
  return [{ clauses: [exitsWithZero(`node ${entry}`)], because: { code: 'farther-from-task', chosen } }]
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

/** Where nothing else can be checked, the compiler is better than nothing. */
function withCompiler({ gathered }: Material, parts: readonly Pick[]): readonly Pick[] {
  const types = parts.length > 0 ? null : pick(gathered.checks, 'types', NO_PREFERENCE)
  return types === null ? parts : [types]
}
