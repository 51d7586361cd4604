import { OBJECTIONS } from './finding.ts'

/** The result of a check and its proof: verified, refused for one of the objections, or no answer. */
export const CHECK_VERDICTS = ['verified', ...OBJECTIONS, 'gate_error'] as const

export type CheckVerdict = (typeof CHECK_VERDICTS)[number]
