import type { EvidenceFeature } from './features.ts'

/*
 * What each fact about the evidence is worth: a logistic regression on 774 proposals for 97 labeled repositories, of which 700 were right.
 * `node bench/fit-confidence.mjs --corpus DIR …` fits it again and prints this table. Half of the repositories, by a hash of their names,
 * were used for fitting, and the other half says what the numbers promise, each half once:
 *
 *   chance >= 0.94   97.7 % right (real tasks 98.1 %), half of the right ones
 *   chance >= 0.96   99.2 % right (real tasks 99.1 %), a good third of the right ones
 *
 * Measured and left out, because they did not help on the other half: which layers agree, the distance to the next command, whether
 * another command is proven, the length of the task, its scope, and the number of ecosystems.
 */
export const INTERCEPT = 2.81

export const WEIGHTS: Readonly<Record<EvidenceFeature, number>> = {
  needsSuite: 1.34,
  isPlainScript: 0.56,
  isSidePurpose: -0.3,
  mustNotBreak: -0.52,
  isGuessed: -0.79,
  isUnusual: -0.88,
  hasManyCommands: -1.12,
  isMinorLanguage: -1.38,
  namesOtherTool: -2.33,
  namesSideProduct: -2.5,
}

/** "high" is a promise: at least 98 % were right. */
export const HIGH = 0.96
export const MEDIUM = 0.6
