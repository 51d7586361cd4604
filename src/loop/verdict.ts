/** What a check found: yes, not yet, or no answer at all. */
export const CHECK_VERDICTS = ['verified', 'not_yet', 'gate_error'] as const

export type CheckVerdict = (typeof CHECK_VERDICTS)[number]
