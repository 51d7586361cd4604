import type { Confidence } from '../proposal.ts'
import type { EvidenceFeature } from './features.ts'
import { HIGH, INTERCEPT, MEDIUM, WEIGHTS } from './weights.ts'

/** How probably a proposal with this evidence is right, as measured on labeled tasks. */
function chanceOf(features: readonly EvidenceFeature[]): number {
  const sum = features.reduce((total, feature) => total + WEIGHTS[feature], INTERCEPT)
  return 1 / (1 + Math.exp(-sum))
}

export function confidenceOf(features: readonly EvidenceFeature[]): Confidence {
  const chance = chanceOf(features)
  return chance >= HIGH ? 'high' : chance >= MEDIUM ? 'medium' : 'low'
}
