/** `ralph` starts each turn with a fresh context, `continue` keeps one conversation, `self-verifying` also asks a judge. */
export const STRATEGIES = ['ralph', 'continue', 'self-verifying'] as const
export const CHECK_TIMES = ['every-turn', 'on-claim'] as const
export const PROOF_LEVELS = ['fast', 'standard', 'strict'] as const
export const COMMIT_TIMES = ['turn', 'end'] as const
