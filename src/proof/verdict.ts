import { OBJECTIONS } from './finding.ts'

/** What a check and its proof found: yes, one of the ways in which it is not a yes, or no answer at all. */
export const CHECK_VERDICTS = ['verified', ...OBJECTIONS, 'gate_error'] as const

export type CheckVerdict = (typeof CHECK_VERDICTS)[number]
