import type { ProposalWarning } from '../decision.ts'

/** Reasons to doubt a criterion that can be run: it needs the network or the clock, or never ends. */
export function doubtfulCommands(commands: readonly string[]): ProposalWarning[] {
  return commands.flatMap(command =>
    DOUBTS.flatMap(([code, pattern]) => (pattern.test(command) ? [{ code, command }] : [])),
  )
}

const DOUBTS = [
  [
    'needs-network',
    /\b(curl|wget|ssh|docker|aws|gcloud|kubectl|lychee|npm audit|cargo audit|cargo deny|pip-audit|terraform init|browserstack|saucelabs)\b|https?:\/\//,
  ],
  ['depends-on-clock', /\bdate\b|\$\(date|--since\b|--before\b/],
  ['may-never-end', /--watch\b|\bserve\b|\bdev\b$/],
] as const
