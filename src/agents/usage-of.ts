import type { Usage } from '../std/usage.ts'
import { loadPrices } from './models/price.ts'
import type { AgentReport } from './report.ts'

/** What a turn used: the program's own report first, otherwise its tokens at the price of its model. Unknown stays unknown. */
export async function usageOf(told: AgentReport, model: string | null): Promise<Usage | null> {
  const { tokens, usd } = told
  const count = tokens === null ? null : tokens.input + tokens.output
  // Programs write 0 for a model whose price they do not know.
  if (usd !== null && (usd > 0 || count === 0)) return { tokens: count, usd }
  if (tokens === null || count === null) return null
  const name = told.model ?? model
  return { tokens: count, usd: name === null ? null : (await loadPrices())(name, tokens) }
}
