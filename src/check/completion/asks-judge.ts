import type { CheckConfig } from './config.ts'

/** Whether a check asks somebody who judges. */
export const asksJudge = (check: CheckConfig | null): boolean =>
  check?.kind === 'question' || (check?.kind === 'all_of' && check.checks.some(asksJudge))
