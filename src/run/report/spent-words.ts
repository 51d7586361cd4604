import type { Spent } from '../../loop/state.ts'

/** What a loop cost. An unknown part is never shown as nothing. */
export function costWords({ usd, unreported }: Pick<Spent, 'usd' | 'unreported'>): string {
  if (!unreported.usd) return `$${usd.toFixed(2)}`
  return usd === 0
    ? 'unknown: the agent does not report it'
    : `at least $${usd.toFixed(2)}: some turns did not report it`
}

export function tokenWords({ tokens, unreported }: Pick<Spent, 'tokens' | 'unreported'>): string {
  const number = tokens.toLocaleString('en')
  if (!unreported.tokens) return number
  return tokens === 0 ? 'unknown: the agent does not report them' : `at least ${number}: some turns did not report them`
}
