import { vagueness } from '../../criteria/vague.ts'
import type { Check } from '../choice/checks.ts'
import type { LayerEvidence } from '../evidence.ts'
import type { Confidence, Inference, Proposal } from '../proposal.ts'
import type { CriterionDraft } from '../synthesis/draft.ts'
import type { Material } from '../synthesis/material.ts'
import { flagsOf } from './flags.ts'
import { couldNotMeasure } from './refuse.ts'

const REGENERATIONS = 2

/** Judges a draft; one that is not measurable is made again: in plainer words, then with the next-best command. */
export function proposalOf(material: Material, first: CriterionDraft): Inference {
  let draft = first
  for (let turn = 0; turn <= REGENERATIONS; turn++) {
    const criterion = draft.clauses.join(' AND ')
    // Only the rule about vague words: whether a line is shell was settled where it was found, and parsing costs start-up.
    const vague = draft.clauses
      .filter(clause => !isExitOf(draft.commands, clause))
      .map(vagueness)
      .find(failure => failure !== null)
    if (!vague) return { kind: 'proposed', proposal: written(material, draft, criterion) }
    const next = regenerated(draft, criterion, vague.message)
    if (next === null) break
    draft = next
  }
  return couldNotMeasure()
}

/** A command and its exit code is no matter of opinion, and the rules about opinions are a fifth of what an answer costs. */
const isExitOf = (commands: readonly string[], clause: string): boolean =>
  commands.some(command => clause === `${command} passes` || clause === `${command} exits 0`)

function regenerated(draft: CriterionDraft, criterion: string, why: string): CriterionDraft | null {
  const rejected = { criterion, rejected_because: why }
  const plain = draft.commands.map(command => `${command} exits 0`)
  if (plain.join(' AND ') !== criterion)
    return { ...draft, clauses: plain, alternatives: [rejected, ...draft.alternatives] }
  const [next, ...rest] = draft.alternatives.filter(one => one.criterion !== criterion)
  if (next === undefined) return null
  const command = next.criterion.replace(/ (passes|exits 0)$/, '')
  return { ...draft, clauses: [next.criterion], commands: [command], alternatives: [rejected, ...rest] }
}

function written(material: Material, draft: CriterionDraft, criterion: string): Proposal {
  const { reading, scope, project, gathered } = material
  const confidence = confidenceOf(draft)
  const flags = flagsOf(draft.commands)
  const weakOnly =
    draft.checks.length > 0 &&
    draft.checks.every(({ sightings }) => sightings.every(({ layer, weight }) => layer === 2 && weight < 90))
  const evidence = evidenceOf(material, draft)
  return {
    criterion,
    verification_command: draft.commands.join(' && '),
    rationale: [
      ...evidence.map(({ says, layer, source, line }) => `${says} (Layer ${layer}, ${source}:${line})`),
      ...[...draft.reasons, ...conflicts(draft), ...explained(confidence, material)].map(
        reason => `${reason} ${pointer(draft)}`,
      ),
    ],
    confidence,
    alternatives_considered: draft.alternatives.slice(0, 5),
    max_iterations_suggestion: iterations(material),
    needs_human_confirmation:
      confidence === 'low' || draft.class === 'structural' || draft.unusual || flags.length > 0 || weakOnly,
    class: draft.class,
    scope: scope.member?.folder ?? scope.folder ?? 'the whole project',
    expect_now: EXPECT[draft.class],
    warnings: [
      ...draft.warnings,
      ...flags,
      ...gathered.degenerate.map(({ says, source, line }) => `${says} (${source}:${line})`),
      ...project.warnings,
    ],
    evidence: [
      { layer: 1, source: 'task', line: 1, says: `Task phrase "${reading.phrase}" → ${reading.class}` },
      ...evidence.filter(({ layer }) => layer !== 1),
    ],
  }
}

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

/** Agents' documents, or CI and a second layer, make it high; a mere convention is medium; a guess is low. */
function confidenceOf(draft: CriterionDraft): Confidence {
  if (draft.class === 'structural') return 'low'
  if (draft.score >= 95) return 'high'
  return draft.score >= 20 ? 'medium' : 'low'
}

/** What each layer says for the chosen commands: its best sighting of each, and a few words on the task. */
export function evidenceOf(
  { reading, gathered }: Pick<Material, 'reading' | 'gathered'>,
  draft: CriterionDraft,
): LayerEvidence[] {
  const task: LayerEvidence = {
    layer: 1,
    source: 'task',
    line: 1,
    says: `Task phrase "${reading.phrase}" triggers ${reading.class}`,
  }
  const seen = draft.checks.flatMap(check => bestPerLayer(check))
  return [task, ...unique(seen).sort((a, b) => a.layer - b.layer), ...gathered.ciIsGate]
}

function bestPerLayer({ sightings }: Check): LayerEvidence[] {
  const layers = new Map<number, LayerEvidence>()
  for (const { layer, source, line, says } of sightings)
    if (!layers.has(layer)) layers.set(layer, { layer, source, line, says })
  return [...layers.values()]
}

const unique = (findings: readonly LayerEvidence[]): LayerEvidence[] => [
  ...new Map(findings.map(finding => [`${finding.source}:${finding.line}:${finding.says}`, finding])).values(),
]

/** Documents that name another command than CI are worth a word. */
function conflicts(draft: CriterionDraft): string[] {
  return draft.alternatives
    .flatMap(({ criterion, rejected_because }) =>
      /weighs more than \.(github|gitlab|circleci|gitea)/.test(rejected_because)
        ? [`CI uses another spelling: ${criterion}; ${rejected_because}`]
        : [],
    )
    .slice(0, 2)
}

/** Where the best evidence stands; without any, the task is all we have. */
function pointer({ checks }: CriterionDraft): string {
  const best = checks[0]?.sightings[0]
  return best === undefined ? '(Layer 1, task:1)' : `(Layer ${best.layer}, ${best.source}:${best.line})`
}

const WHY: Readonly<Record<Confidence, string>> = {
  high: 'the maintainers’ own documents or several layers agree',
  medium: 'one layer names it, or it is the ecosystem’s convention',
  low: 'little speaks for it',
}

function explained(confidence: Confidence, material: Material): string[] {
  const { reading } = material
  const turns = iterations(material)
  return [
    `Confidence is ${confidence}: ${WHY[confidence]}.`,
    turns > 10
      ? `${turns} iterations: migrations and large refactors take more turns.`
      : `${turns} iterations are the floor.`,
    ...(reading.unusual && reading.class === 'regression-gate'
      ? [`"${reading.phrase}" is not a verb we know; the safest default is that nothing breaks.`]
      : []),
  ]
}

const LARGE = /\b(all|every|entire|whole|across|everywhere|codebase|monorepo)\b/i

function iterations({ reading, task }: Material): number {
  const large = reading.class === 'regression-gate' && (reading.breadth === 'everything' || LARGE.test(task))
  return large && !reading.unusual ? 20 : 10
}
