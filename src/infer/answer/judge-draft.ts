import { asksForState } from '../../criteria/task/asks-for-state.ts'
import type { Check } from '../choice/checks.ts'
import type { Argument, InferenceDecision, ProposalReason, ProposalWarning } from '../decision.ts'
import type { EvidencePlace, ProjectEvidence } from '../evidence.ts'
import type { Confidence, Proposal } from '../proposal.ts'
import type { CriterionDraft } from '../synthesis/draft.ts'
import type { Material } from '../synthesis/material.ts'
import { isCertain } from './certainty.ts'
import { doubtfulCommands } from './doubtful-commands.ts'
import { readingProblems } from './reading-problems.ts'

/** Judges a draft: its confidence, its evidence, and its warnings. */
export function judgeDraft(material: Material, draft: CriterionDraft): InferenceDecision {
  const { reading, scope, project, gathered } = material
  const confidence = confidenceOf(material, draft)
  const doubts = doubtfulCommands(draft.commands)
  const evidence = evidenceFor(material, draft)
  return {
    kind: 'proposed',
    clauses: draft.clauses,
    rationale: rationaleOf(material, draft, evidence),
    confidence,
    rejected: draft.rejected.slice(0, 5),
    max_iterations_suggestion: iterations(material),
    needs_human_confirmation: confidence !== 'high' || doubts.length > 0,
    class: draft.class,
    scope: scope.member?.folder ?? scope.folder ?? 'the whole project',
    // "make CI pass": every check, and at least one of them fails.
    expect_now: draft.class === 'regression-gate' && asksForState(material.task) ? 'failing' : EXPECT[draft.class],
    warnings: [
      ...draft.warnings,
      ...doubts,
      ...gathered.degenerate.map((one): ProposalWarning => ({ code: 'degenerate-script', evidence: one })),
      ...readingProblems(project),
    ],
    evidence: [
      { ...TASK, fact: { code: 'task-phrase', phrase: reading.phrase, class: reading.class } },
      ...draft.named.map((object): ProjectEvidence => ({ ...TASK, fact: { code: 'named-object', object } })),
      ...evidence,
    ],
  }
}

const TASK: EvidencePlace = { layer: 1, source: 'task', line: 1 }

const EXPECT: Readonly<Record<Proposal['class'], Proposal['expect_now']>> = {
  'test-pass': 'failing',
  coverage: 'failing',
  'type-clean': 'failing',
  'lint-clean': 'failing',
  'build-pass': 'failing',
  explicit: 'failing',
  'regression-gate': 'passing',
  'implement-feature': 'either',
  docs: 'either',
  'bug-fix': 'either',
  'use-case': 'either',
  structural: 'either',
}

/** High is a promise; a mere convention is medium; a guess is low. */
function confidenceOf(material: Material, draft: CriterionDraft): Confidence {
  if (draft.class === 'structural') return 'low'
  if (isCertain(material, draft)) return 'high'
  return draft.score >= 20 ? 'medium' : 'low'
}

/** The best evidence of each layer for each chosen command. */
function evidenceFor({ gathered }: Material, draft: CriterionDraft): ProjectEvidence[] {
  const found = [...draft.checks.flatMap(bestPerLayer), ...draft.rejected.flatMap(({ inCi }) => inCi ?? [])].map(
    ({ layer, source, line, fact }): ProjectEvidence => ({ layer, source, line, fact }),
  )
  const unique = new Map(found.map(evidence => [JSON.stringify(evidence), evidence])).values()
  return [...[...unique].sort((a, b) => a.layer - b.layer), ...gathered.ciIsGate]
}

const bestPerLayer = ({ sightings }: Check): ProjectEvidence[] =>
  sightings.filter(({ layer }, at) => sightings.findIndex(other => other.layer === layer) === at)

function rationaleOf(
  material: Material,
  draft: CriterionDraft,
  evidence: readonly ProjectEvidence[],
): readonly Argument[] {
  const { reading } = material
  const place = draft.checks[0]?.sightings[0] ?? null
  const reasons: readonly ProposalReason[] = [
    ...draft.reasons,
    ...otherSpellings(draft),
    { code: 'confidence', confidence: confidenceOf(material, draft) },
    { code: 'iterations', iterations: iterations(material) },
    ...(reading.unusual && reading.class === 'regression-gate'
      ? [{ code: 'unknown-verb', phrase: reading.phrase } as const]
      : []),
  ]
  return [
    { reason: { code: 'task-class', phrase: reading.phrase, class: reading.class }, place: TASK },
    ...draft.named.map((object): Argument => ({ ...TASK, fact: { code: 'named-object', object } })),
    ...evidence,
    ...reasons.map(reason => ({ reason, place })),
  ]
}

/** Documents that name another command than CI are worth a line. */
const otherSpellings = ({ rejected }: CriterionDraft): ProposalReason[] =>
  rejected
    .filter(({ because }) => because.code === 'weaker-source' && because.inCi)
    .slice(0, 2)
    .map(option => ({ code: 'other-spelling-in-ci', option }))

const LARGE = /\b(all|every|entire|whole|across|everywhere|codebase|monorepo)\b/i

function iterations({ reading, task }: Material): number {
  const large = reading.class === 'regression-gate' && (reading.breadth === 'everything' || LARGE.test(task))
  return large && !reading.unusual ? 20 : 10
}
