import type { LayerNumber } from './evidence.ts'
import type { Inference, LayerEvidence, Proposal } from './proposal.ts'

const EMPTY: Readonly<Record<LayerNumber, string>> = {
  1: 'verb: AMBIGUOUS, no clear criterion class',
  2: 'documents: nothing for this task',
  3: 'manifests: nothing for this task',
  4: 'CI: nothing for this task',
  5: 'no related use case found',
}

/** What a person reads: one line a layer, then the criterion and how sure we are. */
export function traceOf(inference: Inference): string[] {
  if (inference.kind === 'refused') {
    const { because, try: suggestions } = inference.refused
    return [
      'Inferring completion criteria...',
      `  Layer 1 ${inference.understood ?? EMPTY[1]}`,
      '',
      because,
      'A loop with no measurable gate runs forever or exits prematurely.',
      '',
      'Try:',
      ...suggestions.map(line => `  ${line}`),
    ]
  }
  const { proposal } = inference
  return [
    'Inferring completion criteria...',
    ...([1, 2, 3, 4, 5] as const).flatMap(layer => layerLines(layer, proposal.evidence)),
    '',
    ...proposal.warnings.map(warning => `Warning: ${warning}`),
    ...(proposal.warnings.length > 0 ? [''] : []),
    `Proposed criterion: ${proposal.criterion}`,
    `Verification: \`${proposal.verification_command}\``,
    `Confidence: ${proposal.confidence}`,
    ...weak(proposal),
  ]
}

function layerLines(layer: LayerNumber, evidence: readonly LayerEvidence[]): string[] {
  const found = evidence.filter(finding => finding.layer === layer)
  return found.length === 0
    ? [`  Layer ${layer} ${EMPTY[layer]}`]
    : found
        .slice(0, layer === 5 ? 12 : 3)
        .map(({ says, source, line }) => `  Layer ${layer} ${layer === 1 ? says : `${says} (${source}:${line})`}`)
}

const weak = ({ confidence, needs_human_confirmation }: Proposal): string[] =>
  confidence === 'low'
    ? ['', 'This is a weak gate. Consider supplying --completion explicitly', 'or adding a test suite first.']
    : needs_human_confirmation
      ? ['', 'Please confirm this criterion before a loop relies on it.']
      : []
